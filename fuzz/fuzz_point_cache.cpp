// libFuzzer target; the claims are in fuzz_point_cache.h.
#include "fuzz/fuzz_point_cache.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::check_point_cache(data, size);
}
