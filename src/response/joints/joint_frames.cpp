#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/joints.h"

namespace abut {

namespace {

constexpr double kTurn = 2 * std::numbers::pi;

double find_nearest_turn(double angle, double near) { return angle + kTurn * std::nearbyint((near - angle) / kTurn); }

}  // namespace

int count_joint_rows(JointKind kind) {
  switch (kind) {
    case JointKind::ball:
      return 3;
    case JointKind::hinge:
    case JointKind::sliding:
      return 5;
    case JointKind::fixed:
      break;
  }
  return 6;
}

PlacedJoint make_placed_joint(JointKind kind, std::uint32_t a, std::uint32_t b, const Vec3& anchor, const Vec3& axis) {
  PlacedJoint joint;
  joint.kind = kind;
  joint.a = a, joint.b = b;
  joint.anchor_a = joint.anchor_b = anchor;
  joint.axes_a = joint.axes_b = make_contact_frame(axis.normalized());
  return joint;
}

Joint make_joint(const PlacedJoint& placed, const Pose3& a, const Pose3& b) {
  const auto put_into = [](const Pose3& pose, const Vec3& anchor, const Eigen::Matrix3d& axes) {
    const Eigen::Quaterniond back = pose.rotation.conjugate();
    return JointFrame{back * (anchor - pose.translation), back * Eigen::Quaterniond(axes)};
  };
  return {placed.kind,
          placed.a,
          placed.b,
          put_into(a, placed.anchor_a, placed.axes_a),
          put_into(b, placed.anchor_b, placed.axes_b),
          placed.lower,
          placed.upper,
          placed.near};
}

PlacedJoint place_joint(const Joint& joint, const Pose3& a, const Pose3& b) {
  return {joint.kind,
          joint.a,
          joint.b,
          a.apply(joint.in_a.anchor),
          b.apply(joint.in_b.anchor),
          (a.rotation * joint.in_a.rotation).toRotationMatrix(),
          (b.rotation * joint.in_b.rotation).toRotationMatrix(),
          joint.lower,
          joint.upper,
          joint.near};
}

Vec3 find_joint_point(const PlacedJoint& joint) {
  return joint.kind == JointKind::sliding ? joint.anchor_a : Vec3(0.5 * (joint.anchor_a + joint.anchor_b));
}

double measure_joint(const PlacedJoint& joint) {
  const Vec3 x = joint.axes_b.col(0), y = joint.axes_b.col(1), z = joint.axes_b.col(2);
  switch (joint.kind) {
    case JointKind::ball:
      return std::atan2(z.cross(joint.axes_a.col(2)).norm(), z.dot(joint.axes_a.col(2)));
    case JointKind::hinge:
      return find_nearest_turn(std::atan2(joint.axes_a.col(0).dot(y), joint.axes_a.col(0).dot(x)), joint.near);
    case JointKind::sliding:
      return z.dot(joint.anchor_a - joint.anchor_b);
    case JointKind::fixed:
      break;
  }
  return 0;
}

}  // namespace abut
