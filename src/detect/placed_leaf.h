// Triangles of rigid bodies where they are.
#pragma once

#include <array>

#include "abut/narrow.h"
#include "abut/rigid_contacts.h"

namespace abut {

inline TrianglePoints place(const PlacedRigid& placed, std::uint32_t triangle) {
  const TrianglePoints t = placed.tree->triangle(triangle);
  return {placed.pose.apply(t[0]), placed.pose.apply(t[1]), placed.pose.apply(t[2])};
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
