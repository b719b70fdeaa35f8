#include "bench/flattening.h"

#include <algorithm>
#include <cmath>

namespace abut::bench {
namespace {

// A curve is no farther from its chord than an eighth of its second derivative, which is largest at an end.
int count_lines(const Cubic2& curve, double tolerance) {
  const double bend = std::max(curve.second_derivative(0).norm(), curve.second_derivative(1).norm());
  return std::max(1, static_cast<int>(std::ceil(std::sqrt(bend / (8 * tolerance)))));
}

double measure_distance(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 way = b - a;
  const double t = way.isZero(0) ? 0 : std::clamp((p - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
  return (a + t * way - p).norm();
}

// Whether a line may take the place of all those between two corners.
bool is_near_line(std::span<const Vec2> corners, std::size_t first, std::size_t last, double tolerance) {
  for (std::size_t i = first + 1; i < last; ++i) {
    if (measure_distance(corners[i], corners[first], corners[last % corners.size()]) > tolerance) return false;
  }
  return true;
}

}  // namespace

Polygon flatten(const Loop& loop, double tolerance) {
  Polygon polygon;
  for (const OutlinePiece& piece : loop.pieces) {
    const int count = count_lines(piece.curve, tolerance);
    for (int i = 0; i < count; ++i) polygon.push_back(piece.curve.at(i / double(count)));
  }
  return polygon;
}

Polygon flatten_sparsely(const Loop& loop, double tolerance) {
  // A tenth of the tolerance for the curve, the rest for leaving corners out.
  const Polygon corners = flatten(loop, 0.1 * tolerance);
  Polygon kept;
  std::size_t last = 0;
  for (std::size_t first = 0; first < corners.size(); first = last) {
    kept.push_back(corners[first]);
    last = first + 1;
    while (last < corners.size() && is_near_line(corners, first, last + 1, 0.9 * tolerance)) ++last;
  }
  return kept;
}

Polygon place(Polygon polygon, const Pose2& pose) {
  for (Vec2& corner : polygon) corner = pose.apply(corner);
  return polygon;
}

}  // namespace abut::bench
