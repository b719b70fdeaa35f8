// Outlines for tests, and slow, honest looks at them.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "abut/outline.h"
#include "support/random.h"

namespace abut::test {

inline Vec2 random_point2(Random& random, double size = 1) {
  const double x = random.uniform(-size, size);
  return Vec2(x, random.uniform(-size, size));
}

inline Cubic2 random_cubic(Random& random) {
  Cubic2 curve;
  for (Vec2& p : curve.points) p = random_point2(random);
  return curve;
}

/// Control points around the origin whose spline does not cross itself: each at its own angle, at a distance from 1 on.
inline std::vector<Vec2> make_star(Random& random, std::size_t count, double depth = 0.5) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    points.push_back((1 + random.uniform(0, depth)) * Vec2(std::cos(angle), std::sin(angle)));
  }
  return points;
}

/// Many points along a loop, in order.
inline std::vector<Vec2> sample(const Loop& loop, int per_piece) {
  std::vector<Vec2> points;
  for (const OutlinePiece& piece : loop.pieces) {
    for (int i = 0; i < per_piece; ++i) points.push_back(piece.curve.at(static_cast<double>(i) / per_piece));
  }
  return points;
}

inline double measure_distance(const Vec2& p, const Vec2& a, const Vec2& b) {
  const Vec2 way = b - a;
  const double t = way.isZero(0) ? 0 : std::clamp((p - a).dot(way) / way.squaredNorm(), 0.0, 1.0);
  return (a + t * way - p).norm();
}

/// To the polygon of these corners.
inline double measure_distance(const Vec2& p, const std::vector<Vec2>& corners) {
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < corners.size(); ++i) {
    least = std::min(least, measure_distance(p, corners[i], corners[(i + 1) % corners.size()]));
  }
  return least;
}

/// How often the polygon of these corners goes around a point, by the angles it is seen in.
inline int count_turns(const Vec2& p, const std::vector<Vec2>& corners) {
  double sum = 0;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    const Vec2 a = corners[i] - p, b = corners[(i + 1) % corners.size()] - p;
    sum += std::atan2(a.x() * b.y() - a.y() * b.x(), a.dot(b));
  }
  return static_cast<int>(std::lround(sum / (2 * std::numbers::pi)));
}

}  // namespace abut::test
