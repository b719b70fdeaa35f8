// Room 1, math: where a rigid body is.
#pragma once

#include <Eigen/Geometry>

#include "abut/math.h"

namespace abut {

/// Turned, then moved.
struct Pose3 {
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< of length 1
  Vec3 translation = Vec3::Zero();

  Vec3 apply(const Vec3& point) const { return rotation * point + translation; }
  /// First the inner one, then this.
  Pose3 operator*(const Pose3& inner) const { return {rotation * inner.rotation, apply(inner.translation)}; }
  Pose3 inverse() const {
    const Eigen::Quaterniond back = rotation.conjugate();
    return {back, -(back * translation)};
  }
};

}  // namespace abut
