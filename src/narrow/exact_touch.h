// Whether moving features touch, decided by algebra: exact for every input, however degenerate; tens of microseconds.
// What is left to the last when faster ways cannot tell.
#pragma once

#include "abut/narrow.h"

namespace abut {

/// The shape of the difference of two features: all a - b for points a of one and b of the other.
enum class DifferenceShape : std::uint8_t { triangle, parallelogram };

/// True if there is a time in [from, to] at which the four points touch: as vertex and face (a triangle of differences)
/// or as two edges (a parallelogram).
bool test_touch_exact(const Motion<4>& points, DifferenceShape shape, double from, double to);

/// A time before the first touch in [from, to], by no more than the tolerance (which is at least 1e-14); `from` itself
/// if they touch there. Nothing if they do not touch.
std::optional<double> find_touch_exact(const Motion<4>& points, DifferenceShape shape, double from, double to,
                                       double tolerance);

}  // namespace abut
