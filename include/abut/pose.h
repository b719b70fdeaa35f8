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
};

}  // namespace abut
