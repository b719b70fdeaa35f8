// The writers of drawings. They throw Failure.
#pragma once

#include <string>
#include <string_view>

#include "abut/drawing.h"

namespace abut {

/// The layer of a DXF that holds what parts are cut from.
inline constexpr std::string_view kSheetLayer = "ABUT_SHEET";

std::string write_svg(const DrawnLayout& layout);
std::string write_dxf(const DrawnLayout& layout);

}  // namespace abut
