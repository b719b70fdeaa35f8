// A solid while it moves: its center of mass, its rotation, and how it flies when nothing touches it.
#pragma once

#include "abut/solids.h"

namespace abut {

struct SolidBody {
  SolidMotion motion;
  Vec3 local_center = Vec3::Zero();                                    ///< of mass, in its own axes
  Eigen::Quaterniond principal = Eigen::Quaterniond::Identity();       ///< the axes of its inertia, in its own
  double inverse_mass = 0;                                             ///< 0: nothing moves it
  Vec3 inertia = Vec3::Zero();                                         ///< about these axes
  double reach = 0;                                                    ///< no point is farther from the center

  bool is_movable() const { return inverse_mass > 0; }
  /// Asleep, or still for good.
  bool is_at_rest() const {
    return motion.is_asleep() || (!is_movable() && motion.velocity.isZero(0) && motion.spin.isZero(0));
  }
};

/// A mass must be one a body can have (check_mass).
SolidBody make_solid_body(const Solid& solid);

/// Of its own axes.
Pose3 find_pose(const SolidBody& body);
void place(SolidBody& body, const Pose3& pose);

/// About the center, in the world's axes; zero for what nothing moves.
Eigen::Matrix3d find_inverse_inertia(const SolidBody& body);
RigidMass find_rigid_mass(const SolidBody& body);
double measure_kinetic_energy(const SolidBody& body);

/// Without forces: the center goes by `velocity`, the rotation so that momentum and energy of rotation are kept to
/// rounding.
void fly(SolidBody& body, const Vec3& velocity, double time);

/// What turns one rotation into the other in this time, as a constant spin.
Vec3 find_spin(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double time);

}  // namespace abut
