// What two rigid things on their way are opened into while their first touch is looked for: boxes of a tree, triangles,
// or a convex solid, which stays whole.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "abut/convex.h"
#include "abut/rigid_tree.h"
#include "narrow/rigid_cores.h"

namespace abut {

/// A box, center + y0 axes[0] + y1 axes[1] + y2 axes[2] with |y_i| <= 1, around something to be opened, or to be looked
/// at closely.
struct SweepPart {
  enum class Kind : std::uint8_t { node, leaf, triangle, solid };
  Kind kind = Kind::solid;
  std::uint32_t index = 0;
  Plain3 center{};  ///< as seen from the pivot, in the axes of the shape, as are the axes
  PlainMatrix axes;

  bool is_opened() const { return kind == Kind::node || kind == Kind::leaf; }
};

/// A part as RigidApproach looks at it.
class BoxCore {
 public:
  static constexpr bool kIsBounded = true;

  explicit BoxCore(const SweepPart& part) : center_(part.center), axes_(part.axes) {}

  Plain3 farthest(const Plain3& direction) const {
    Plain3 corner = center_;
    for (const Plain3& axis : axes_.columns) corner += axis.dot(direction) < 0 ? -axis : axis;
    return corner;
  }
  double reach() const {
    return center_.norm() + axes_.columns[0].norm() + axes_.columns[1].norm() + axes_.columns[2].norm();
  }
  double ring(const Plain3& axis) const {
    double sum = axis.cross(center_).norm();
    for (const Plain3& side : axes_.columns) sum += axis.cross(side).norm();
    return sum;
  }

 private:
  Plain3 center_;
  PlainMatrix axes_;
};

/// One of the two things.
class SweptSide {
 public:
  SweptSide(const RigidTree& tree, const RigidMotion& motion, double radius);
  SweptSide(const Convex& solid, const RigidMotion& motion);

  const RigidMotion& motion() const { return motion_; }
  double radius() const { return radius_; }
  /// Nothing if there is nothing.
  std::optional<SweepPart> whole() const;
  void open(const SweepPart& part, std::vector<SweepPart>& parts) const;
  /// Of a triangle or the solid. Triangles are solids without an inside; each is made once.
  const Convex& make_solid(const SweepPart& part);
  std::uint32_t face(const SweepPart& part) const { return tree_ ? tree_->face(part.index) : 0; }

 private:
  SweepPart make_box_part(const RigidTree::Boxes& boxes, std::size_t lane, RigidTree::Child child) const;
  SweepPart make_triangle_part(std::uint32_t place) const;

  const RigidTree* tree_ = nullptr;
  const Convex* solid_ = nullptr;
  RigidMotion motion_;
  double radius_ = 0;
  std::vector<std::unique_ptr<Convex>> triangles_;
};

}  // namespace abut
