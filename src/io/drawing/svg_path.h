// The data of an SVG path: lines, cubics and elliptic arcs, as they are drawn.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "abut/outline.h"

namespace abut {

struct SvgSubpath {
  std::vector<OutlinePiece> pieces;  ///< quadratic curves have become cubics
  bool is_closed = false;            ///< by a command; else it ends where it ends
};

/// The arc that SVG means by its ends (SVG 1.1, appendix F.6); radii that are too small grow. Nothing if it is a line.
std::optional<EllipseArc> make_arc_between(const Vec2& from, const Vec2& to, Vec2 radii, double degrees, bool is_large,
                                           bool is_positive);

/// Throws Failure with what follows the place of the element: at which character, what was found, what was expected.
std::vector<SvgSubpath> parse_svg_path(std::string_view data);

}  // namespace abut
