// Slow honest answers about two convex solids: whether they touch, how far apart, how deep.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "abut/convex_pair.h"
#include "abut/narrow.h"
#include "support/convexes.h"
#include "support/exact_distances.h"

namespace abut::test {

inline std::vector<Vec3> place_vertices(const PlacedConvex& solid) {
  std::vector<Vec3> list;
  for (const Vec3& v : solid.shape->vertices()) list.push_back(solid.pose.apply(v));
  return list;
}

// ---- exact yes or no ----

/// Whether all differences of two sets of points lie strictly beyond the origin along a direction.
inline bool test_separates(const Big3& direction, const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  const auto extent = [&](const std::vector<Vec3>& list) {
    Big low = dot(direction, Big3(list[0])), high = low;
    for (const Vec3& v : list) {
      const Big along = dot(direction, Big3(v));
      if (along < low) low = along;
      if (along > high) high = along;
    }
    return std::pair{low, high};
  };
  const auto [a_low, a_high] = extent(a);
  const auto [b_low, b_high] = extent(b);
  return a_low > b_high || b_low > a_high;
}

/// By every direction that may separate the hulls of two sets of points: across any two lines through points of one
/// set, or of one each. In 512 bits, so exact; for few points.
inline bool test_touching_exactly(const std::vector<Vec3>& a, const std::vector<Vec3>& b) {
  std::vector<std::pair<std::size_t, Big3>> lines;  // with the point they start at
  for (std::size_t i = 0; i < a.size(); ++i) {
    for (std::size_t j = i + 1; j < a.size(); ++j) lines.emplace_back(i, Big3(a[j]) - Big3(a[i]));
  }
  const std::size_t a_lines = lines.size();
  for (std::size_t i = 0; i < b.size(); ++i) {
    for (std::size_t j = i + 1; j < b.size(); ++j) lines.emplace_back(i, Big3(b[j]) - Big3(b[i]));
  }
  for (std::size_t i = 0; i < lines.size(); ++i) {
    for (std::size_t j = i + 1; j < lines.size(); ++j) {
      const bool are_of_one = (i < a_lines) == (j < a_lines);
      if (are_of_one && lines[i].first != lines[j].first) continue;
      if (test_separates(cross(lines[i].second, lines[j].second), a, b)) return false;
    }
  }
  return true;
}

// ---- distance ----

inline std::vector<TrianglePoints> list_triangles(const PlacedConvex& solid) {
  const std::vector<Vec3> vertices = place_vertices(solid);
  std::vector<TrianglePoints> list;
  for (std::size_t f = 0; f < solid.shape->face_count(); ++f) {
    const auto face = solid.shape->face(FaceId(f));
    for (std::size_t i = 1; i + 1 < face.size(); ++i) {
      list.push_back({vertices[face[0]], vertices[face[i]], vertices[face[i + 1]]});
    }
  }
  return list;
}

/// The least distance of two surfaces.
inline double measure_distance_slowly(const PlacedConvex& a, const PlacedConvex& b) {
  double least = std::numeric_limits<double>::infinity();
  for (const auto& s : list_triangles(a)) {
    for (const auto& t : list_triangles(b)) least = std::min(least, measure_triangle_triangle(s, t).distance);
  }
  return least;
}

// ---- depth ----

/// How far all differences reach along a direction.
inline double measure_reach(const std::vector<Vec3>& a, const std::vector<Vec3>& b, const Vec3& direction) {
  double most = -std::numeric_limits<double>::infinity(), least = -most;
  for (const Vec3& v : a) most = std::max(most, direction.dot(v));
  for (const Vec3& v : b) least = std::min(least, direction.dot(v));
  return most - least;
}

/// The shortest way out, by all normals of faces and all pairs of edges: brute force on the Minkowski difference. Below
/// 0 if they are apart.
inline double measure_depth_slowly(const PlacedConvex& a, const PlacedConvex& b) {
  const std::vector<Vec3> p = place_vertices(a), q = place_vertices(b);
  double least = std::numeric_limits<double>::infinity();
  const auto look = [&](const Vec3& direction) {
    if (direction.norm() < 1e-9) return;
    const Vec3 normal = direction.normalized();
    least = std::min({least, measure_reach(p, q, normal), measure_reach(p, q, -normal)});
  };
  for (std::size_t f = 0; f < a.shape->face_count(); ++f) look(a.pose.rotation * a.shape->normal(FaceId(f)));
  for (std::size_t f = 0; f < b.shape->face_count(); ++f) look(b.pose.rotation * b.shape->normal(FaceId(f)));
  for (const auto& e : a.shape->edges()) {
    for (const auto& f : b.shape->edges()) {
      look(
          (p[e.vertices[1]] - p[e.vertices[0]]).normalized().cross((q[f.vertices[1]] - q[f.vertices[0]]).normalized()));
    }
  }
  return least;
}

}  // namespace abut::test
