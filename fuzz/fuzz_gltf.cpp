// libFuzzer target; the claims are in fuzz_format.h.
#include "fuzz/fuzz_format.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::check_bytes(data, size, abut::MeshFormat::gltf);
}
