#include "narrow/curve_part.h"

#include "narrow/bracket.h"

namespace abut {
namespace {

// The nearest point of a segment, as a share of it.
double find_nearest(const Vec2& begin, const Vec2& end, const Vec2& point) {
  const Vec2 way = end - begin;
  const double square = way.squaredNorm();
  return square > 0 ? std::clamp(way.dot(point - begin) / square, 0.0, 1.0) : 0.0;
}

}  // namespace

// Across the chord the curve is 3 s² t c1 + 3 s t² c2: at most 3/4 of the larger of both if they are on one side, else
// at most 4/9 of either (Sederberg and Nishita 1990).
Strip make_strip(const Cubic2& curve) {
  const auto& p = curve.points;
  Strip strip;
  strip.start = p[0];
  const Vec2 chord = p[3] - p[0];
  strip.length = chord.norm();
  Vec2 direction = chord;
  if (!(strip.length > 0)) direction = (p[1] - p[0]).isZero(0) ? Vec2(p[2] - p[0]) : Vec2(p[1] - p[0]);
  const double norm = direction.norm();
  if (norm > 0) strip.along = direction / norm;
  const double c1 = strip.measure_across(p[1]), c2 = strip.measure_across(p[2]);
  const double share = c1 * c2 > 0 ? 0.75 : 4.0 / 9;
  strip.least = share * std::min({0.0, c1, c2});
  strip.most = share * std::max({0.0, c1, c2});
  const double a1 = strip.measure_along(p[1]), a2 = strip.measure_along(p[2]);
  strip.back = std::min({0.0, a1, a2});
  strip.front = std::max({strip.length, a1, a2});
  return strip;
}

bool CurvePart::is_flat(double width) const {
  if (strip.width() > width) return false;
  if (strip.front - strip.back <= width) return true;
  for (int i = 0; i < 3; ++i) {
    if (strip.along.dot(curve.points[i + 1] - curve.points[i]) < 0) return false;
  }
  return true;
}

double CurvePart::parameter_at(double share) const {
  if (share <= 0 || share >= 1) return share <= 0 ? from : to;
  const auto measure = [&](double t) { return strip.measure_along(curve.at(t)) - share * strip.length; };
  const auto [low, high] = bracket_root(measure, 0, 1, 0x1p-50);
  return from + 0.5 * (low + high) * (to - from);
}

double measure_point_segment(const Vec2& point, const Vec2& begin, const Vec2& end) {
  return (begin + find_nearest(begin, end, point) * (end - begin) - point).norm();
}

SegmentDistance measure_segments(const Vec2& a_begin, const Vec2& a_end, const Vec2& b_begin, const Vec2& b_end) {
  const Vec2 a = a_end - a_begin, b = b_end - b_begin, way = b_begin - a_begin;
  SegmentDistance best{INFINITY, 0, 0};
  const auto consider = [&](double s, double t) {
    const double distance = (a_begin + s * a - (b_begin + t * b)).norm();
    if (distance < best.distance) best = {distance, s, t};
  };
  const double turn = cross(a, b);
  if (turn != 0) {  // of lines that are almost parallel it may be nothing but rounding
    const double s = cross(way, b) / turn, t = cross(way, a) / turn;
    if (s >= 0 && s <= 1 && t >= 0 && t <= 1) consider(s, t);
  }
  for (const double t : {0.0, 1.0}) consider(find_nearest(a_begin, a_end, t == 0 ? b_begin : b_end), t);
  for (const double s : {0.0, 1.0}) consider(s, find_nearest(b_begin, b_end, s == 0 ? a_begin : a_end));
  return best;
}

// A cut adds at most three halves of a unit in the last place of the largest coordinate, and there are about 40 at most
// until a part is as small as this. That makes 2^-46; twice as much for two curves.
double measure_rounding(const Cubic2& a, const Cubic2& b) {
  double largest = 1e-120;  // below, products would be too small for doubles
  for (const Cubic2* curve : {&a, &b}) {
    for (const Vec2& p : curve->points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
  }
  return 0x1p-44 * largest;
}

}  // namespace abut
