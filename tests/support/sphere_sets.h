// The slow twin of the proof that spheres enclose triangles: points of triangles, many of them, each looked for in all
// spheres.
#pragma once

#include <limits>
#include <optional>
#include <span>
#include <vector>

#include "abut/sphere_set.h"
#include "support/random.h"

namespace abut::test {

/// How far a point is outside of all spheres; below 0: inside one.
inline double measure_outside(const Vec3& point, std::span<const Sphere> spheres) {
  double least = std::numeric_limits<double>::infinity();
  for (const Sphere& s : spheres) least = std::min(least, (point - s.center).norm() - s.radius);
  return least;
}

/// Corners, points of edges and of the inside: of those looked at, the one that is farthest outside.
inline double find_farthest_outside(const TriangleList& triangles, std::span<const Sphere> spheres, int count,
                                    std::uint64_t seed) {
  Random random(seed);
  double most = -std::numeric_limits<double>::infinity();
  const auto look = [&](const TrianglePoints& t, double u, double v) {
    most = std::max(most, measure_outside(Vec3(t[0] + u * (t[1] - t[0]) + v * (t[2] - t[0])), spheres));
  };
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const TrianglePoints t = triangles.triangle(i);
    for (const Vec3& corner : t) most = std::max(most, measure_outside(corner, spheres));
    for (int k = 0; k < count; ++k) {
      const double u = random.uniform(0, 1), v = random.uniform(0, 1);
      look(t, u, 0);
      look(t, 0, u);
      look(t, u, 1 - u);
      if (u + v <= 1)
        look(t, u, v);
      else
        look(t, 1 - u, 1 - v);
    }
  }
  return most;
}

}  // namespace abut::test
