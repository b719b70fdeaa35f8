// The survey's system of 9n equations for a collision in a linkage of n bodies (3.4), as it stands.
#pragma once

#include <Eigen/SparseCore>
#include <span>
#include <vector>

#include "abut/joints.h"

namespace abut::reproduce {

/// Unknown are velocities and spins of all bodies, an impulse for each joint and one for the collision, in this order.
struct LinkageSystem {
  Eigen::SparseMatrix<double> matrix;
  Eigen::VectorXd right;
};

/// Joints are taken for balls, all bodies can be moved, and the contact has no friction.
LinkageSystem make_linkage_system(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints,
                                  const RigidContact& contact);

/// Velocities by that system, solved by sparse LU; empty if it is singular.
std::vector<RigidVelocity> solve_linkage_system(const LinkageSystem& system, std::size_t bodies);

}  // namespace abut::reproduce
