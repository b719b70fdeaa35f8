// Superquadrics that are strictly convex, as bodies: where they are farthest along a direction, and how they bend.
#pragma once

#include "abut/math.h"

namespace abut {

/// The body around the origin that a superquadric patch with exponents below 2 is the border of.
class Superellipsoid {
 public:
  Superellipsoid(const Vec3& radii, double along, double around)
      : radii_(radii), power_z_(2 / along), power_xy_(2 / around) {}

  /// Its point farthest along a direction of any length but 0: the one whose normal is that direction.
  Vec3 find_support(const Vec3& direction) const;
  /// 1 on the border, less inside; grows evenly along rays from the origin.
  double measure_gauge(const Vec3& point) const;
  /// The point of the border on the ray through another point.
  Vec3 find_on_ray(const Vec3& point) const { return point / measure_gauge(point); }

  /// The first and second derivatives of the gauge. The second are not finite where the border has no curvature.
  struct Bend {
    Vec3 gradient = Vec3::Zero();
    Eigen::Matrix3d hessian = Eigen::Matrix3d::Zero();
  };
  Bend find_bend(const Vec3& point) const;

  double reach() const { return radii_.norm(); }

 private:
  Vec3 radii_;
  double power_z_, power_xy_;
};

}  // namespace abut
