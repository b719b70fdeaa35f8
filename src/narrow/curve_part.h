// A part of a cubic and the strip along its chord that it lies in: what culling, proofs and distances are made of.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/outline.h"

namespace abut {

inline double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

/// Along and across the chord, seen from its start.
struct Strip {
  Vec2 start = Vec2::Zero(), along = Vec2::UnitX();
  double length = 0;           ///< of the chord
  double least = 0, most = 0;  ///< how far to the right (below 0) and to the left the curve may be
  double back = 0, front = 0;  ///< how far it goes along: as far as the chord, or beyond its ends

  double measure_along(const Vec2& p) const { return along.dot(p - start); }
  double measure_across(const Vec2& p) const { return cross(along, p - start); }
  double width() const { return most - least; }
  /// No point of the curve is farther from the chord.
  double reach() const { return std::max(-least, most) + std::max(-back, front - length); }
  double size() const { return std::max(front - back, width()); }
};

Strip make_strip(const Cubic2& curve);

struct CurvePart {
  CurvePart(const Cubic2& curve, double from, double to) : curve(curve), from(from), to(to), strip(make_strip(curve)) {}
  explicit CurvePart(const Cubic2& curve) : CurvePart(curve, 0, 1) {}

  Cubic2 curve;
  double from, to;  ///< of the whole curve
  Strip strip;

  const Vec2& begin() const { return curve.points[0]; }
  const Vec2& end() const { return curve.points[3]; }
  std::array<CurvePart, 2> split() const {
    const auto halves = curve.split();
    const double middle = 0.5 * (from + to);
    return {CurvePart(halves[0], from, middle), CurvePart(halves[1], middle, to)};
  }
  /// Whether it lies so near to its chord and goes along it without turning back.
  bool is_flat(double width) const;
  /// Of the whole curve, where a flat part is after so much of the way along its chord, 0 to 1.
  double parameter_at(double share) const;
};

/// The nearest points of two segments, as shares of them from 0 to 1.
struct SegmentDistance {
  double distance = 0, a = 0, b = 0;
};
SegmentDistance measure_segments(const Vec2& a_begin, const Vec2& a_end, const Vec2& b_begin, const Vec2& b_end);

double measure_point_segment(const Vec2& point, const Vec2& begin, const Vec2& end);

/// What rounding may do to coordinates of these curves while they are cut in halves and measured.
double measure_rounding(const Cubic2& a, const Cubic2& b);

}  // namespace abut
