#include "abut/rigid_motion.h"

#include <cmath>

namespace abut {
namespace {

Eigen::Quaterniond make_turn(const Vec3& rotation) {
  const double angle = rotation.stableNorm();
  if (angle == 0) return Eigen::Quaterniond::Identity();
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, rotation / angle));
}

// Of length up to pi.
Vec3 find_rotation(const Eigen::Quaterniond& turn) {
  const double sine = turn.vec().stableNorm();
  if (sine == 0) return Vec3::Zero();
  return 2 * std::atan2(turn.w() < 0 ? -sine : sine, std::abs(turn.w())) / sine * turn.vec();
}

}  // namespace

Pose3 RigidMotion::at(double time) const {
  const Eigen::Quaterniond turned = (make_turn(time * rotation) * start.rotation).normalized();
  return {turned, pivot_at(time) - turned * pivot};
}

RigidMotion make_rigid_motion(const Pose3& start, const Pose3& end, const Vec3& pivot) {
  const Vec3 rotation = find_rotation(end.rotation * start.rotation.conjugate());
  return {start, pivot, end.apply(pivot) - start.apply(pivot), rotation};
}

RigidMotion make_rigid_motion(const Pose3& start, const Vec3& velocity, const Vec3& spin, double seconds,
                              const Vec3& pivot) {
  return {start, pivot, seconds * velocity, seconds * spin};
}

}  // namespace abut
