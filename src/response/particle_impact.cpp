#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "abut/impulses.h"

namespace abut {

// The axis that the normal has least of gives the better tangent.
Eigen::Matrix3d make_contact_frame(const Vec3& normal) {
  int least = 0;
  for (int axis = 1; axis < 3; ++axis) {
    if (std::abs(normal[axis]) < std::abs(normal[least])) least = axis;
  }
  Eigen::Matrix3d frame;
  frame.col(2) = normal;
  frame.col(0) = Vec3::Unit(least).cross(normal).normalized();
  frame.col(1) = normal.cross(frame.col(0));
  return frame;
}

Vec3 reflect_velocity(const Vec3& velocity, const Vec3& normal, double elasticity, double friction) {
  const double speed = velocity.dot(normal);
  if (!(speed < 0)) return velocity;
  const Vec3 across = speed * normal;
  return (1 - friction) * (velocity - across) - elasticity * across;
}

// Three rows for momentum, by inverse masses so that a particle may be immovable; then restitution, and friction on
// the lighter particle, whose velocity does change.
PointVelocities solve_point_impact_in_full(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                           const PointBehaviour& behaviour) {
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  Matrix6 matrix = Matrix6::Zero();
  Vector6 right;
  const Vec3 i = frame.col(0), j = frame.col(1), k = frame.col(2);
  matrix.block<3, 3>(0, 0) = b.inverse_mass * Eigen::Matrix3d::Identity();
  matrix.block<3, 3>(0, 3) = a.inverse_mass * Eigen::Matrix3d::Identity();
  right.head<3>() = b.inverse_mass * a.velocity + a.inverse_mass * b.velocity;
  matrix.block<1, 3>(3, 0) = k.transpose();
  matrix.block<1, 3>(3, 3) = -k.transpose();
  right[3] = -behaviour.restitution * k.dot(a.velocity - b.velocity);
  const bool is_a = a.inverse_mass >= b.inverse_mass;
  const Vec3 along_i = i - behaviour.friction_i * k, along_j = j - behaviour.friction_j * k;
  const Vec3& before = is_a ? a.velocity : b.velocity;
  matrix.block<1, 3>(4, is_a ? 0 : 3) = along_i.transpose();
  matrix.block<1, 3>(5, is_a ? 0 : 3) = along_j.transpose();
  right[4] = along_i.dot(before);
  right[5] = along_j.dot(before);
  const Vector6 after = matrix.fullPivLu().solve(right);
  return {after.head<3>(), after.tail<3>()};
}

PointVelocities solve_point_impact(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                   const PointBehaviour& behaviour) {
  const double speed = frame.col(2).dot(a.velocity - b.velocity);
  const double size = -(1 + behaviour.restitution) * speed / (a.inverse_mass + b.inverse_mass);
  const Vec3 impulse = frame * (size * Vec3(behaviour.friction_i, behaviour.friction_j, 1));
  return {a.velocity + a.inverse_mass * impulse, b.velocity - b.inverse_mass * impulse};
}

PointBehaviour make_point_behaviour(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                    double restitution, double friction) {
  const Vec3 speed = frame.transpose() * (a.velocity - b.velocity);
  const double sliding = speed.head<2>().norm(), normal = (1 + restitution) * std::abs(speed.z());
  if (!(sliding > 0) || !(normal > 0)) return {restitution, 0, 0};
  const double ratio = std::min(friction, sliding / normal);
  return {restitution, -ratio * speed.x() / sliding, -ratio * speed.y() / sliding};
}

}  // namespace abut
