// Where a point of a triangle's plane lies in the triangle, from the signs of its position beside the three edges.
#pragma once

#include <array>
#include <optional>

#include "abut/narrow.h"
#include "math/flatten.h"

namespace abut {

constexpr TriangleFeature corner_feature(int i) { return static_cast<TriangleFeature>(i); }
constexpr TriangleFeature edge_feature(int i) { return static_cast<TriangleFeature>(3 + i); }

/// sides[j] > 0: on the inner side of edge j; 0: on its line. Nothing if the point lies outside.
inline std::optional<TriangleFeature> locate(const std::array<int, 3>& sides) {
  if (sides[0] < 0 || sides[1] < 0 || sides[2] < 0) return std::nullopt;
  for (int j = 0; j < 3; ++j) {
    if (sides[j] != 0) continue;
    // Corner j lies on edge j and on the edge before it; corner j + 1 on edge j and on the one after it.
    if (sides[(j + 2) % 3] == 0) return corner_feature(j);
    if (sides[(j + 1) % 3] == 0) return corner_feature((j + 1) % 3);
    return edge_feature(j);
  }
  return TriangleFeature::inside;
}

/// For a point of the triangle's plane; `flat` is made for the triangle.
inline std::optional<TriangleFeature> locate_in_plane(const Vec3& point, const TrianglePoints& t,
                                                      const Flattening& flat) {
  std::array<int, 3> sides;
  for (int j = 0; j < 3; ++j) sides[j] = flat.orientation() * flat.turn(t[j], t[(j + 1) % 3], point);
  return locate(sides);
}

/// For the point where pq passes through the plane; p lies strictly on the side p_side of it, q on the other.
inline std::optional<TriangleFeature> locate_passage(const Vec3& p, const Vec3& q, int p_side,
                                                     const TrianglePoints& t) {
  std::array<int, 3> sides;
  for (int j = 0; j < 3; ++j) sides[j] = -p_side * orient3d(p, q, t[j], t[(j + 1) % 3]);
  return locate(sides);
}

}  // namespace abut
