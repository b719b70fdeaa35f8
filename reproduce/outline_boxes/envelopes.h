// The other envelopes of Fig. 1, around points.
#pragma once

#include <span>

#include "abut/outline.h"

namespace abut::reproduce {

/// An ellipse all around: a circle is one, too.
double measure_area(const EllipseArc& ellipse);

/// The smallest circle around points, up to rounding.
EllipseArc find_smallest_circle(std::span<const Vec2> points);
/// The smallest ellipse around points, which are not all on one line; its area is at most two thousandths too large.
EllipseArc find_smallest_ellipse(std::span<const Vec2> points);

}  // namespace abut::reproduce
