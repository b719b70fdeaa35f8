// Fig. 6: the boxes of a level, and how far they are from the best there are.
#pragma once

#include "reproduce/outline_boxes/boxed_tree.h"

namespace abut::reproduce {

std::vector<OrientedBox2> make_level(const Outline& outline, int depth, Adaptation adaptation);

double sum_areas(std::span<const OrientedBox2> boxes);

/// Between a side of one box and the nearest in direction of another: up to 45 degrees.
double measure_turn(const OrientedBox2& a, const OrientedBox2& b);

/// Of the curve with so little detail that it has a piece for each box of a level: how much the way from start to end
/// of a piece is turned from that of the stretch it stands for, in degrees; the mean. Of a spline with a power of two
/// of pieces.
double measure_coarse_turn(const Outline& outline, int depth, Adaptation adaptation);

}  // namespace abut::reproduce
