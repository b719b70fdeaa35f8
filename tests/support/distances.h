// Distances as one would write them down, for comparison.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/model.h"

namespace abut::test {

/// Of a point to a segment.
inline double distance(const Vec3& p, const Vec3& a, const Vec3& b) {
  const Vec3 u = b - a;
  const double length = u.squaredNorm();
  const double t = length > 0 ? std::clamp((p - a).dot(u) / length, 0.0, 1.0) : 0;
  return (a + t * u - p).norm();
}

/// Of a point to a triangle.
inline double distance(const Vec3& p, const TrianglePoints& t) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  double least = std::min({distance(p, t[0], t[1]), distance(p, t[1], t[2]), distance(p, t[2], t[0])});
  const auto is_inside = [&](int i) { return (t[(i + 1) % 3] - t[i]).cross(p - t[i]).dot(normal) >= 0; };
  if (normal.norm() > 0 && is_inside(0) && is_inside(1) && is_inside(2)) {
    least = std::min(least, std::abs((p - t[0]).dot(normal)) / normal.norm());
  }
  return least;
}

/// Of two segments. Where they are nearly parallel, one of the ends is as near as any other point, up to rounding.
inline double distance(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const double least = std::min({distance(a, c, d), distance(b, c, d), distance(c, a, b), distance(d, a, b)});
  const Vec3 u = b - a, v = d - c, normal = u.cross(v);
  const double size = normal.squaredNorm();
  if (!(size > 1e-20 * u.squaredNorm() * v.squaredNorm())) return least;
  const double s = (c - a).cross(v).dot(normal) / size, t = (c - a).cross(u).dot(normal) / size;
  if (s < 0 || s > 1 || t < 0 || t > 1) return least;
  return std::min(least, (a + s * u - c - t * v).norm());
}

/// The least distance of corners, edges and faces of two faces of one surface that have no vertex in common; without
/// asking whether one passes through the other.
inline double distance_apart_from_shared(const Body& body, FaceId f, FaceId g) {
  const auto v = body.surface->face(f), w = body.surface->face(g);
  const TrianglePoints s = face_points(*body.surface, body.positions, f),
                       t = face_points(*body.surface, body.positions, g);
  const auto has = [](const auto& corners, VertexId x) {
    return std::find(corners.begin(), corners.end(), x) != corners.end();
  };
  double least = INFINITY;
  for (int i = 0; i < 3; ++i) {
    if (!has(w, v[i])) least = std::min(least, distance(s[i], t));
    if (!has(v, w[i])) least = std::min(least, distance(t[i], s));
    for (int j = 0; j < 3; ++j) {
      const int m = (i + 1) % 3, n = (j + 1) % 3;
      if (v[i] == w[j] || v[i] == w[n] || v[m] == w[j] || v[m] == w[n]) continue;
      least = std::min(least, distance(s[i], s[m], t[j], t[n]));
    }
  }
  return least;
}

}  // namespace abut::test
