#include <Eigen/LU>

#include "abut/impulses.h"
#include "response/rigid_mass.h"

namespace abut {
namespace {

// The unknowns in order: velocities of a and b, their spins, the impulse on a.
constexpr int kVelocityA = 0, kVelocityB = 3, kSpinA = 6, kSpinB = 9, kImpulse = 12, kUnknowns = 15;

// Twelve equations of momentum, each divided by its mass or inertia: where the inverse is 0 they say that nothing
// changes, and the system stays regular. Three of behaviour, which differ.
class ImpactSystem {
 public:
  ImpactSystem(const RigidMass& a, const RigidMass& b, const Vec3& point, const Eigen::Matrix3d& frame)
      : arm_a_(point - a.center), arm_b_(point - b.center), frame_(frame) {
    const Eigen::Matrix3d one = Eigen::Matrix3d::Identity();
    matrix_.topLeftCorner<12, 12>().setIdentity();
    matrix_.block<3, 3>(kVelocityA, kImpulse) = -a.inverse_mass * one;
    matrix_.block<3, 3>(kVelocityB, kImpulse) = b.inverse_mass * one;
    matrix_.block<3, 3>(kSpinA, kImpulse) = -a.inverse_inertia * make_cross(arm_a_);
    matrix_.block<3, 3>(kSpinB, kImpulse) = b.inverse_inertia * make_cross(arm_b_);
    right_ << a.velocity, b.velocity, a.spin, b.spin, Vec3::Zero();
  }

  /// b leaves a with this speed along an axis of the frame.
  void demand_speed(int row, int axis, double speed) {
    const Vec3 direction = frame_.col(axis);
    matrix_.block<1, 3>(kImpulse + row, kVelocityA) = -direction.transpose();
    matrix_.block<1, 3>(kImpulse + row, kVelocityB) = direction.transpose();
    matrix_.block<1, 3>(kImpulse + row, kSpinA) = -arm_a_.cross(direction).transpose();
    matrix_.block<1, 3>(kImpulse + row, kSpinB) = arm_b_.cross(direction).transpose();
    right_[kImpulse + row] = speed;
  }

  /// The impulse along a tangent is so many times that along the normal.
  void demand_ratio(int row, int axis, double ratio) {
    matrix_.block<1, 3>(kImpulse + row, kImpulse) = (frame_.col(axis) - ratio * frame_.col(2)).transpose();
    right_[kImpulse + row] = 0;
  }

  ImpactSolution solve(ImpactGrip grip) const {
    const Eigen::Matrix<double, kUnknowns, 1> x = matrix_.partialPivLu().solve(right_);
    return {grip,
            x.segment<3>(kImpulse),
            {x.segment<3>(kVelocityA), x.segment<3>(kSpinA)},
            {x.segment<3>(kVelocityB), x.segment<3>(kSpinB)}};
  }

 private:
  Vec3 arm_a_, arm_b_;
  Eigen::Matrix3d frame_;
  Eigen::Matrix<double, kUnknowns, kUnknowns> matrix_ = Eigen::Matrix<double, kUnknowns, kUnknowns>::Zero();
  Eigen::Matrix<double, kUnknowns, 1> right_;
};

// No impulse but along the normal.
ImpactSolution solve_smooth(ImpactSystem system, double leaving_speed) {
  system.demand_ratio(0, 0, 0);
  system.demand_ratio(1, 1, 0);
  system.demand_speed(2, 2, leaving_speed);
  return system.solve(ImpactGrip::smooth);
}

ImpactSolution solve_rough(ImpactSystem system) {
  for (int axis = 0; axis < 3; ++axis) system.demand_speed(axis, axis, 0);
  return system.solve(ImpactGrip::sticking);
}

// Friction at its limit, in the direction in which the rough surface held.
ImpactSolution solve_sliding(ImpactSystem system, const Vec3& held, double friction) {
  const double size = held.head<2>().norm();
  system.demand_ratio(0, 0, friction * held.x() / size);
  system.demand_ratio(1, 1, friction * held.y() / size);
  system.demand_speed(2, 2, 0);
  return system.solve(ImpactGrip::sliding);
}

ImpactSolution solve_with_friction(const ImpactSystem& system, const Eigen::Matrix3d& frame, double friction) {
  const ImpactSolution rough = solve_rough(system);
  const Vec3 held = frame.transpose() * rough.impulse;
  if (held.head<2>().norm() <= friction * held.z()) return rough;
  return solve_sliding(system, held, friction);
}

}  // namespace

ImpactSolution solve_impact_in_full(std::span<const RigidMass> bodies, const RigidContact& contact) {
  const double speed = measure_normal_speed(bodies, contact);
  RigidMass a = bodies[contact.a], b = bodies[contact.b];
  const ImpactSolution unchanged{ImpactGrip::none, Vec3::Zero(), {a.velocity, a.spin}, {b.velocity, b.spin}};
  if (!(speed < 0) || (test_immovable(a) && test_immovable(b))) return unchanged;
  const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
  const ImpactSystem system(a, b, contact.position, frame);
  if (!(contact.friction > 0) || !(a.inverse_mass + b.inverse_mass > 0)) {
    return solve_smooth(system, contact.restitution * speed);
  }
  const ImpactSolution pressed = solve_with_friction(system, frame, contact.friction);
  if (!(contact.restitution > 0)) return pressed;
  a.velocity = pressed.a.velocity, a.spin = pressed.a.spin;
  b.velocity = pressed.b.velocity, b.spin = pressed.b.spin;
  ImpactSolution rebound = solve_smooth({a, b, contact.position, frame}, contact.restitution * speed);
  rebound.grip = pressed.grip;
  rebound.impulse += pressed.impulse;
  return rebound;
}

}  // namespace abut
