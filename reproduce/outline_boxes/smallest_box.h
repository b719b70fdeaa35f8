// Boxes around points in a given direction, and in the best one, which no method can beat.
#pragma once

#include <span>

#include "abut/outline_tree.h"

namespace abut::reproduce {

/// The corners of the boxes of single pieces, four for each: what super boxes are made around.
std::vector<Vec2> list_corners(const OutlineTree& tree);

/// With its axis in this direction, of length 1; up to rounding.
OrientedBox2 make_box_along(const Vec2& axis, std::span<const Vec2> points);

/// Of all rectangles around these points, the one of least area; up to rounding.
OrientedBox2 find_smallest_box(std::span<const Vec2> points);

}  // namespace abut::reproduce
