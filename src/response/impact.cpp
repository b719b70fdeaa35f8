#include <Eigen/LU>

#include "abut/impulses.h"
#include "base/assert.h"
#include "response/rigid_mass.h"

namespace abut {
namespace {

// How the velocity of a against b, at a point, answers to an impulse there.
Eigen::Matrix3d find_mobility(const RigidMass& a, const RigidMass& b, const Vec3& point) {
  Eigen::Matrix3d mobility = (a.inverse_mass + b.inverse_mass) * Eigen::Matrix3d::Identity();
  for (const RigidMass* body : {&a, &b}) {
    const Eigen::Matrix3d arm = make_cross(point - body->center);
    mobility -= arm * body->inverse_inertia * arm;
  }
  return mobility;
}

double find_normal_mobility(const RigidMass& a, const RigidMass& b, const RigidContact& contact) {
  double mobility = a.inverse_mass + b.inverse_mass;
  for (const RigidMass* body : {&a, &b}) {
    const Vec3 turn = (contact.position - body->center).cross(contact.normal);
    mobility += turn.dot(body->inverse_inertia * turn);
  }
  return mobility;
}

struct Press {
  ImpactGrip grip;
  Vec3 impulse;  // along i, j, k
};

// Without restitution: what stops the bodies at the point, or lets them slide with friction at its limit.
Press find_press(const Eigen::Matrix3d& mobility, const Vec3& speed, double friction) {
  const Vec3 held = mobility.partialPivLu().solve(-speed);
  const double size = held.head<2>().norm();
  if (size <= friction * held.z()) return {ImpactGrip::sticking, held};
  const Vec3 way(friction * held.x() / size, friction * held.y() / size, 1);
  return {ImpactGrip::sliding, way * (-speed.z() / mobility.row(2).dot(way))};
}

}  // namespace

ContactPhase classify_contact(double normal_speed, double tolerance) {
  if (normal_speed < -tolerance) return ContactPhase::colliding;
  return normal_speed > tolerance ? ContactPhase::separating : ContactPhase::resting;
}

double measure_normal_speed(std::span<const RigidMass> bodies, const RigidContact& contact) {
  ABUT_ASSERT(contact.a < bodies.size() && contact.b < bodies.size() && contact.a != contact.b);
  const RigidMass &a = bodies[contact.a], &b = bodies[contact.b];
  return contact.normal.dot(find_point_velocity(a, contact.position) - find_point_velocity(b, contact.position));
}

double solve_normal_impulse(std::span<const RigidMass> bodies, const RigidContact& contact) {
  const double speed = measure_normal_speed(bodies, contact);
  const double mobility = find_normal_mobility(bodies[contact.a], bodies[contact.b], contact);
  return speed < 0 && mobility > 0 ? -(1 + contact.restitution) * speed / mobility : 0;
}

ImpactSolution solve_impact(std::span<const RigidMass> bodies, const RigidContact& contact) {
  const double normal_speed = measure_normal_speed(bodies, contact);
  const RigidMass &a = bodies[contact.a], &b = bodies[contact.b];
  ImpactSolution solution{ImpactGrip::none, Vec3::Zero(), {a.velocity, a.spin}, {b.velocity, b.spin}};
  const Vec3 speed = find_point_velocity(a, contact.position) - find_point_velocity(b, contact.position);
  if (!(normal_speed < 0) || (test_immovable(a) && test_immovable(b))) return solution;
  if (!(contact.friction > 0) || !(a.inverse_mass + b.inverse_mass > 0)) {
    solution.grip = ImpactGrip::smooth;
    solution.impulse = solve_normal_impulse(bodies, contact) * contact.normal;
  } else {
    const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
    const Eigen::Matrix3d mobility = frame.transpose() * find_mobility(a, b, contact.position) * frame;
    Press press = find_press(mobility, frame.transpose() * speed, contact.friction);
    press.impulse.z() -= contact.restitution * normal_speed / mobility(2, 2);
    solution.grip = press.grip;
    solution.impulse = frame * press.impulse;
  }
  const RigidVelocity of_a = find_velocity_change(a, solution.impulse, contact.position);
  const RigidVelocity of_b = find_velocity_change(b, -solution.impulse, contact.position);
  solution.a.velocity += of_a.velocity, solution.a.spin += of_a.spin;
  solution.b.velocity += of_b.velocity, solution.b.spin += of_b.spin;
  return solution;
}

}  // namespace abut
