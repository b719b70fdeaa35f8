// Two features that are to stay apart: how wide the gap between them is, and a push that opens it.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <span>

#include "abut/model.h"

namespace abut {

/// The corners of a feature, as numbers in a list of all vertices there are.
struct FeatureCorners {
  std::array<std::uint32_t, 3> vertices = {};
  int count = 0;
  auto begin() const { return vertices.begin(); }
  auto end() const { return vertices.begin() + count; }
};

/// `first`: the number of the surface's first vertex.
FeatureCorners list_corners(const Surface& surface, const SurfaceFeature& feature, std::uint32_t first);

/// A point of each feature, as weights of its corners, and the direction between them, from b to a.
struct Separation {
  std::array<std::uint32_t, 4> vertices = {};
  std::array<double, 4> weights = {};  ///< those of b negative
  int count = 0;
  Vec3 normal = Vec3::Zero();
};

Separation make_separation(const FeatureCorners& a, const Vec3& a_weights, const FeatureCorners& b,
                           const Vec3& b_weights, const Vec3& normal);

/// How far the points are apart along the normal.
double measure_gap(const Separation& separation, std::span<const Vec3> positions);

/// Moves vertices along the normal by what is missing of a gap, the heavier the less, so that momentum is kept.
/// `inverse_mass(vertex)` is 0 for what may not move. Returns by how much: mass by way, as it acts on the first point.
template <class InverseMass>
double open_gap(const Separation& s, double missing, const InverseMass& inverse_mass, std::span<Vec3> positions) {
  // Where only corners that hardly count may move, they would have to move very far.
  constexpr double kLeastLeverage = 0.05;
  if (!(missing > 0)) return 0;
  double compliance = 0, lightest = 0;
  for (int i = 0; i < s.count; ++i) {
    const double w = inverse_mass(s.vertices[i]);
    compliance += w * s.weights[i] * s.weights[i];
    lightest = std::max(lightest, w);
  }
  if (!(lightest > 0)) return 0;
  const double impulse = missing / std::max(compliance, kLeastLeverage * lightest);
  for (int i = 0; i < s.count; ++i) {
    const double w = inverse_mass(s.vertices[i]);
    if (w > 0) positions[s.vertices[i]] += (w * s.weights[i] * impulse) * s.normal;
  }
  return impulse;
}

}  // namespace abut
