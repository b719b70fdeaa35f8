// libFuzzer target; the claims are in fuzz_scene.h.
#include "fuzz/fuzz_scene.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::check_scene(data, size);
}
