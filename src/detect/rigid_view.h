// Two rigid trees as they lie to each other, in floats of one unit: what can be said about boxes and triangles without
// looking at the triangles themselves. Everything that is said holds for the triangles at their places, however numbers
// were rounded.
#pragma once

#include <array>

#include "abut/rigid_contacts.h"
#include "math/simd.h"

namespace abut {

/// A box of a tree: which node it is in, and where there.
class RigidSlot {
 public:
  RigidSlot() = default;
  RigidSlot(std::uint32_t node, std::uint32_t lane) : value_(node * RigidTree::kWidth + lane) {}
  std::uint32_t node() const { return value_ / RigidTree::kWidth; }
  std::uint32_t lane() const { return value_ % RigidTree::kWidth; }

 private:
  std::uint32_t value_ = 0;
};

/// One box, or the corners of one triangle, as seen from the other body.
struct SeenBox {
  std::array<float, 3> center, half;
  std::array<std::array<float, 3>, 3> axes;  // axes[i][k]: coordinate k of axis i
};

/// What there is of a body in a frame, and where that is.
struct PlacedHierarchy {
  const RigidTree::Hierarchy* hierarchy = nullptr;
  BoxFrame frame;
  double reach = 0;  ///< no point is farther from the frame's origin, in the body's own unit
  Pose3 pose;
};

class RigidView {
 public:
  /// What is no farther apart than the margin counts as near. Both trees have triangles.
  RigidView(const PlacedRigid& a, const PlacedRigid& b, double margin = 0);
  RigidView(const PlacedHierarchy& a, const PlacedHierarchy& b, double margin = 0);

  /// From now on at another part of a body, in the same frame.
  void look_at(int side, const RigidTree::Hierarchy& hierarchy) { hierarchies_[side] = &hierarchy; }

  /// True if no triangles of the two are near each other, surely.
  bool is_apart() const { return is_apart_; }

  const RigidTree::Node& node(int side, std::uint32_t number) const { return hierarchies_[side]->nodes[number]; }
  RigidTree::Child child(int side, RigidSlot slot) const { return node(side, slot.node()).children[slot.lane()]; }
  /// Of a slot that holds one.
  const RigidTree::Leaf& leaf(int side, RigidSlot slot) const {
    return hierarchies_[side]->leaves[child(side, slot).index()];
  }
  /// Of two boxes that are not both leaves, which to open: the larger one.
  int choose_side(const std::array<RigidSlot, 2>& slots) const;

  /// A box of a side, as seen from the other.
  SeenBox see(int side, RigidSlot slot) const;
  /// Bit i: box i of the node may be near the box, which is seen from its side.
  unsigned find_near(int side, const RigidTree::Node& node, const SeenBox& box) const;
  /// Box i of the node is at least so far from the box, in the common unit. May be below 0.
  Float8 find_gaps(int side, const RigidTree::Node& node, const SeenBox& box) const;
  /// How many units one of the bodies' is.
  double scale() const { return scale_; }

 private:
  friend class RigidLeafPair;

  struct Side {
    float ratio;                               // from the tree's frame to the common unit
    std::array<std::array<float, 3>, 3> turn;  // what takes a point of this side to the other: row by row
    std::array<float, 3> shift;
  };

  float find_size(int side, RigidSlot slot) const;

  std::array<const RigidTree::Hierarchy*, 2> hierarchies_;
  std::array<Side, 2> sides_;
  double scale_ = 1;
  float off_ = 0;  // by so much more than computed things may be apart, or near
  bool is_apart_ = false;
};

/// Two leaves whose boxes are near each other: which of their triangles may be? Those of a are seen from b.
class RigidLeafPair {
 public:
  RigidLeafPair(const RigidView& view, const RigidTree::Leaf& a, const RigidTree::Leaf& b);

  /// Bit i: triangle i of a may be near the box that all of b is in, a slot of b's tree.
  unsigned find_near_box(RigidSlot b) const;
  /// Bit j: triangle j of b may be near triangle i of a.
  unsigned find_near_triangles(std::uint32_t i) const;

  /// Triangle i of a is at least so far from all of b, in the common unit. May be below 0.
  Float8 find_gaps() const;
  /// Triangle j of b is at least so far from triangle i of a.
  Float8 find_gaps(std::uint32_t i) const;

 private:
  // Triangles lane by lane: corners, extent along the axes, the normal of any length, where the plane is along it, and
  // how far off that may be for what is `reach` away from the triangle: at_plane + per_reach * reach.
  struct Lanes {
    std::array<std::array<Float8, 3>, 3> corners;
    std::array<Float8, 3> lower, upper, normal;
    Float8 along, off_plane, off_reach, size;
  };
  void finish(Lanes& lanes, const Float8& edges) const;
  Float8 find_gap_between(std::uint32_t i) const;
  // How far corners beside a plane leave the triangle, by where they are along its normal.
  Float8 find_plane_gap(const Float8& p, const Float8& q, const Float8& r, const Float8& off,
                        const Float8& length_squared) const;

  const RigidView& view_;
  const RigidTree::Leaf &a_, &b_;
  Lanes seen_, own_;
};

}  // namespace abut
