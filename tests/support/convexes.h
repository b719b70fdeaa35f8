// Convex solids and turns for tests and benchmarks.
#pragma once

#include <cmath>
#include <numbers>
#include <vector>

#include "abut/convex.h"
#include "tests/support/random.h"

namespace abut::test {

inline const Eigen::Quaterniond kUpright = Eigen::Quaterniond::Identity();

/// Points on an ellipsoid, evenly.
inline std::vector<Vec3> make_fibonacci_points(std::size_t count, const Vec3& half_size) {
  std::vector<Vec3> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double z = 1 - (2 * static_cast<double>(i) + 1) / static_cast<double>(count);
    const double angle = static_cast<double>(i) * std::numbers::pi * (3 - std::sqrt(5.0)), r = std::sqrt(1 - z * z);
    points.push_back(half_size.cwiseProduct(Vec3(r * std::cos(angle), r * std::sin(angle), z)));
  }
  return points;
}

inline Convex make_fibonacci_hull(std::size_t count, const Vec3& half_size, double radius = 0) {
  return *Convex::make_hull(make_fibonacci_points(count, half_size), radius);
}

inline Convex make_random_hull(Random& random, int points, const Vec3& scale) {
  for (;;) {
    std::vector<Vec3> list;
    for (int i = 0; i < points; ++i) list.push_back(scale.cwiseProduct(random.point()));
    if (auto hull = Convex::make_hull(list)) return std::move(*hull);
  }
}

inline Eigen::Quaterniond make_turn_anyhow(Random& random) {
  for (;;) {
    const Eigen::Vector4d q(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    if (q.norm() > 0.1 && q.norm() < 1) return Eigen::Quaterniond(q.normalized());
  }
}

}  // namespace abut::test
