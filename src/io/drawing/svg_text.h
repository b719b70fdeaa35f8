// Pieces of SVG as text.
#pragma once

#include <string>
#include <string_view>

#include "abut/outline.h"
#include "shape/affine2.h"

namespace abut {

/// A name as an attribute may hold it.
std::string escape_xml(std::string_view text);

/// What the d of a path says of an outline: lines, cubics and elliptic arcs, with all digits.
std::string format_svg_path(const Outline& outline, const Affine2& map = {});

}  // namespace abut
