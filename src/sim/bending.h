// Bending as that of a thin plate: each face has an even curvature, which follows from the angles at its three edges
// (the triangle-averaged operator of Grinspun, Gingold, Reisman and Zorin 2006), and energy follows from it by two
// rigidities along warp and weft. All of it comes down to a quadratic form in the angles of a face.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>

#include "abut/math.h"
#include "abut/shape.h"
#include "abut/sim.h"

namespace abut {

/// An edge between two faces: its ends, in the order in which the first face has them, and the two corners opposite.
using HingePoints = std::array<Vec3, 4>;

/// Nothing for an edge that has not two faces with edges.
std::optional<std::array<VertexId, 4>> find_hinge(const Surface& surface, EdgeId edge);

template <class Index>
HingePoints gather_hinge(const std::array<Index, 4>& corners, std::span<const Vec3> positions) {
  return {positions[corners[0]], positions[corners[1]], positions[corners[2]], positions[corners[3]]};
}

/// From -pi to pi; 0 if flat, above 0 if bent to the side the first face looks to.
double measure_bend(const HingePoints& points);

/// How the angle changes with each point. What turns a face about the edge takes the edge's ends along, by where the
/// opposite corner lies along it.
struct BendGradient {
  Vec3 first = Vec3::Zero(), second = Vec3::Zero();  ///< at the corners opposite
  double along_first = 0, along_second = 0;          ///< from 0 at the first end to 1 at the second

  /// Of first and second, what is at a point.
  Vec2 shares(std::size_t point) const {
    if (point >= 2) return point == 2 ? Vec2(1, 0) : Vec2(0, 1);
    return point == 0 ? Vec2(along_first - 1, along_second - 1) : Vec2(-along_first, -along_second);
  }
  Vec3 operator[](std::size_t point) const { return shares(point).x() * first + shares(point).y() * second; }
};

/// Zero where a face has no area.
BendGradient bend_gradient(const HingePoints& points);

struct Hinge {
  std::array<std::uint32_t, 4> particles;
  double rest = 0;
};

/// The energy of a face is half of angles * stiffness * angles, where angles are those of its hinges less those at
/// rest.
struct BendElement {
  static constexpr std::uint32_t kNone = ~0u;
  std::array<std::uint32_t, 3> hinges;  ///< or kNone at a boundary
  Eigen::Matrix3d stiffness;
  double damping = 0;
};

/// From the face at rest. `signs`: -1 for an edge whose first face looks to the other side.
Eigen::Matrix3d make_bend_stiffness(const std::array<Vec2, 3>& rest, const Vec3& signs, const ClothMaterial& material);

}  // namespace abut
