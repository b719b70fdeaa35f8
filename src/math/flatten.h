// From a plane in space to two coordinates: drop an axis along which the plane is not seen edge-on. Dropping is exact,
// so predicates on the flattened points are predicates on the given ones.
#pragma once

#include "abut/math.h"

namespace abut {

class Flattening {
 public:
  /// Drops the axis nearest to `normal`.
  explicit Flattening(const Vec3& normal) { normal.cwiseAbs().maxCoeff(&axis_); }

  /// For the plane of a triangle; `normal` is a hint and need not be exact.
  Flattening(const TrianglePoints& t, const Vec3& normal) : Flattening(normal) {
    orientation_ = turn(t[0], t[1], t[2]);
    for (int tries = 0; tries < 2 && orientation_ == 0; ++tries) {
      turn_axis();
      orientation_ = turn(t[0], t[1], t[2]);
    }
  }

  /// How the triangle turns when flattened, +1 or -1; 0 if it has no area.
  int orientation() const { return orientation_; }
  /// Drops another axis instead.
  void turn_axis() { axis_ = (axis_ + 1) % 3; }

  Vec2 operator()(const Vec3& p) const { return Vec2(p[(axis_ + 1) % 3], p[(axis_ + 2) % 3]); }
  int turn(const Vec3& a, const Vec3& b, const Vec3& c) const { return orient2d((*this)(a), (*this)(b), (*this)(c)); }

 private:
  int axis_ = 2;
  int orientation_ = 0;
};

}  // namespace abut
