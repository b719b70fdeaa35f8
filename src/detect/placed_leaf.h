// Triangles of rigid bodies where they are.
#pragma once

#include <array>

#include "abut/narrow.h"
#include "abut/rigid_contacts.h"
#include "math/plain3.h"

namespace abut {

/// Pose3::apply, rounding for rounding, one number after the other (see Plain3).
class Placing {
 public:
  explicit Placing(const Pose3& pose)
      : axis_(pose.rotation.x(), pose.rotation.y(), pose.rotation.z()), w_(pose.rotation.w()), at_(pose.translation) {}
  Plain3 operator()(const Vec3& point) const {
    const Plain3 p(point), once = axis_.cross(p), twice = once + once;
    return p + w_ * twice + axis_.cross(twice) + at_;
  }

 private:
  Plain3 axis_;
  double w_;
  Plain3 at_;
};

inline TrianglePoints place(const PlacedRigid& placed, std::uint32_t triangle) {
  const Placing place_point(placed.pose);
  const auto& corners = placed.tree->corners(triangle);
  const auto positions = placed.tree->positions();
  return {place_point(positions[corners[0]]), place_point(positions[corners[1]]), place_point(positions[corners[2]])};
}

inline bool test_area(const TrianglePoints& t) { return !test_collinear(t[0], t[1], t[2]); }

/// Whether they touch; those without area touch nothing.
inline bool test_placed(const TrianglePoints& a, const TrianglePoints& b) {
  return test_triangle_triangle(a, b) && test_area(a) && test_area(b);
}

/// The triangles of a leaf at their places, each brought there when it is first asked for.
class PlacedLeaf {
 public:
  PlacedLeaf(const PlacedRigid& placed, const RigidTree::Leaf& leaf) : placed_(placed), first_(leaf.first) {}

  const TrianglePoints& triangle(std::uint32_t lane) {
    if ((known_ >> lane & 1) == 0) triangles_[lane] = place(placed_, first_ + lane);
    known_ |= 1u << lane;
    return triangles_[lane];
  }

 private:
  const PlacedRigid& placed_;
  std::uint32_t first_;
  unsigned known_ = 0;
  std::array<TrianglePoints, RigidTree::kWidth> triangles_;
};

}  // namespace abut
