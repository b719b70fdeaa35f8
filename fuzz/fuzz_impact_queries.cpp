// libFuzzer target; the claims are in fuzz_impact_queries.h.
#include "fuzz/fuzz_impact_queries.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::check_impact_queries(data, size);
}
