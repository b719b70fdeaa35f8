// What the room's files ask of rigid bodies.
#pragma once

#include "abut/impulses.h"

namespace abut {

/// Neither moves nor turns.
bool test_immovable(const RigidMass& body);

/// Inertia x spin; zero for what nothing turns.
Vec3 find_spin_momentum(const RigidMass& body);

/// r x as a matrix.
inline Eigen::Matrix3d make_cross(const Vec3& r) {
  Eigen::Matrix3d cross;
  cross << 0, -r.z(), r.y(), r.z(), 0, -r.x(), -r.y(), r.x(), 0;
  return cross;
}

inline void add(RigidMass& body, const RigidVelocity& change) {
  body.velocity += change.velocity;
  body.spin += change.spin;
}

}  // namespace abut
