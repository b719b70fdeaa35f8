// Rigid bodies by chance, and what of them has to be kept.
#pragma once

#include <Eigen/Geometry>
#include <vector>

#include "abut/impulses.h"
#include "support/random.h"

namespace abut::test {

inline Eigen::Matrix3d make_random_rotation(Random& random) {
  const Vec3 v = random.point();
  return Eigen::Quaterniond(random.uniform(-1, 1), v.x(), v.y(), v.z()).normalized().toRotationMatrix();
}

/// A solid box somewhere, turned anyhow, moving anyhow.
inline RigidMass make_random_mass(Random& random, double largest_mass = 10) {
  const double mass = random.uniform(0.1, largest_mass);
  const Vec3 size = random.point(0.2, 2);
  const Vec3 squares = size.cwiseProduct(size);
  const Vec3 inertia = mass / 12 * (Vec3::Constant(squares.sum()) - squares);
  const Eigen::Matrix3d turn = make_random_rotation(random);
  const Vec3 center = random.point(-2, 2), velocity = random.point(-3, 3), spin = random.point(-3, 3);
  return make_rigid_mass(mass, turn * inertia.asDiagonal() * turn.transpose(), center, velocity, spin);
}

inline RigidMass make_ground() {
  return make_rigid_mass(std::numeric_limits<double>::infinity(), Eigen::Matrix3d::Zero(), Vec3::Zero());
}

/// A ball of radius 1/2 on a line.
inline RigidMass make_ball(double x, double speed, double mass = 1) {
  return make_rigid_mass(mass, 0.1 * mass * Eigen::Matrix3d::Identity(), Vec3(x, 0, 0), Vec3(speed, 0, 0));
}

/// Between the centers, roughly: so that arms are of all lengths and directions.
inline RigidContact make_random_contact(Random& random, std::span<const RigidMass> bodies, std::uint32_t a,
                                        std::uint32_t b) {
  RigidContact contact;
  contact.a = a, contact.b = b;
  contact.position = 0.5 * (bodies[a].center + bodies[b].center) + random.point();
  contact.normal = random.point().normalized();
  contact.restitution = random.uniform(0, 1);
  contact.friction = random.uniform(0, 1.5);
  return contact;
}

inline void set_velocity(RigidMass& body, const RigidVelocity& velocity) {
  body.velocity = velocity.velocity;
  body.spin = velocity.spin;
}

/// How far two sums of momentum are apart, as a share of `size`.
inline double compare(const Momentum& a, const Momentum& b, double size) {
  return std::max((a.linear - b.linear).norm(), (a.angular - b.angular).norm()) / size;
}

}  // namespace abut::test
