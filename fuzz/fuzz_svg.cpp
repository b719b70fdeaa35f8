// libFuzzer target; the claims are in fuzz_drawing.h.
#include "fuzz/fuzz_drawing.h"

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  return abut::check_drawing(data, size, abut::DrawingFormat::svg);
}
