// Convex solids and planes as RigidApproach looks at them.
#pragma once

#include "narrow/convex_view.h"
#include "narrow/rigid_approach.h"

namespace abut {

class ConvexCore {
 public:
  static constexpr bool kIsBounded = true;

  ConvexCore(const Convex& shape, const Vec3& pivot) : shape_(&shape), pivot_(pivot) {}

  Plain3 farthest(const Plain3& direction) const {
    return Plain3(shape_->vertices()[find_support(*shape_, direction)]) - pivot_;
  }
  double reach() const {
    return measure_most([&](const Plain3& p) { return p.squared_norm(); });
  }
  double ring(const Plain3& axis) const {
    return measure_most([&](const Plain3& p) { return axis.cross(p).squared_norm(); });
  }

 private:
  template <class Measure>
  double measure_most(const Measure& squared) const {
    double most = 0;
    for (const Vec3& v : shape_->vertices()) most = std::max(most, squared(Plain3(v) - pivot_));
    return std::sqrt(most);
  }

  const Convex* shape_;
  Plain3 pivot_;
};

/// A point of a plane, for all that is below it.
struct PlaneCore {
  static constexpr bool kIsBounded = false;

  Plain3 farthest(const Plain3&) const { return Plain3{}; }
  double reach() const { return 0; }
  double ring(const Plain3&) const { return 0; }
};

/// Of all numbers that take part.
template <class Core>
double measure_extent(const MovingCore<Core>& moving) {
  return moving.center_at(0).norm() + moving.travel().norm() + moving.reach() + moving.turning_speed() +
         moving.motion().start.translation.norm();
}

}  // namespace abut
