// The readers of drawings, one for each format. They throw Failure.
#pragma once

#include <string_view>

#include "abut/drawing.h"

namespace abut {

Drawing read_svg(std::string_view bytes, const DrawingSettings& settings);
Drawing read_dxf(std::string_view bytes, const DrawingSettings& settings);
Drawing read_nesting_json(std::string_view bytes, const DrawingSettings& settings);

}  // namespace abut
