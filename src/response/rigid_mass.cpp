#include <Eigen/LU>
#include <cmath>

#include "abut/impulses.h"
#include "response/rigid_mass.h"

namespace abut {

RigidMass make_rigid_mass(double mass, const Eigen::Matrix3d& inertia, const Vec3& center, const Vec3& velocity,
                          const Vec3& spin) {
  const bool is_fixed = std::isinf(mass);
  return {is_fixed ? 0 : 1 / mass, is_fixed ? Eigen::Matrix3d(Eigen::Matrix3d::Zero()) : inertia.inverse(), center,
          velocity, spin};
}

Vec3 find_point_velocity(const RigidMass& body, const Vec3& point) {
  return body.velocity + body.spin.cross(point - body.center);
}

RigidVelocity find_velocity_change(const RigidMass& body, const Vec3& impulse, const Vec3& point) {
  return {body.inverse_mass * impulse, body.inverse_inertia * (point - body.center).cross(impulse)};
}

bool test_immovable(const RigidMass& body) { return body.inverse_mass == 0 && body.inverse_inertia.isZero(0); }

Vec3 find_spin_momentum(const RigidMass& body) {
  if (body.inverse_inertia.isZero(0)) return Vec3::Zero();
  return body.inverse_inertia.fullPivLu().solve(body.spin);
}

Momentum measure_momentum(std::span<const RigidMass> bodies) {
  Momentum sum;
  for (const RigidMass& body : bodies) {
    const Vec3 linear = body.inverse_mass > 0 ? Vec3(body.velocity / body.inverse_mass) : Vec3(Vec3::Zero());
    sum.linear += linear;
    sum.angular += body.center.cross(linear) + find_spin_momentum(body);
  }
  return sum;
}

double measure_kinetic_energy(std::span<const RigidMass> bodies) {
  double twice = 0;
  for (const RigidMass& body : bodies) {
    if (body.inverse_mass > 0) twice += body.velocity.squaredNorm() / body.inverse_mass;
    twice += body.spin.dot(find_spin_momentum(body));
  }
  return 0.5 * twice;
}

}  // namespace abut
