// Linkages by chance, and the whole of their equations as one dense system.
#pragma once

#include <Eigen/LU>
#include <vector>

#include "abut/joints.h"
#include "support/rigid_masses.h"

namespace abut::test {

struct LinkageCase {
  std::vector<RigidMass> bodies;
  std::vector<PlacedJoint> joints;
};

inline PlacedJoint make_random_joint(Random& random, const LinkageCase& linkage, std::uint32_t a, std::uint32_t b) {
  const auto kind = static_cast<JointKind>(random.integer(0, 3));
  const Vec3 anchor = 0.5 * (linkage.bodies[a].center + linkage.bodies[b].center) + random.point();
  return make_placed_joint(kind, a, b, anchor, random.point());
}

/// Each body hangs on one before it; then further joints between any two.
inline LinkageCase make_random_linkage(Random& random, int bodies, int loops, bool has_ground) {
  LinkageCase linkage;
  for (int i = 0; i < bodies; ++i) {
    linkage.bodies.push_back(i == 0 && has_ground ? make_ground() : make_random_mass(random));
  }
  for (int i = 1; i < bodies; ++i) {
    const auto a = static_cast<std::uint32_t>(i), b = static_cast<std::uint32_t>(random.integer(0, i - 1));
    linkage.joints.push_back(random.coin() ? make_random_joint(random, linkage, a, b)
                                           : make_random_joint(random, linkage, b, a));
  }
  for (int i = 0; i < loops; ++i) {
    const auto a = static_cast<std::uint32_t>(random.integer(0, bodies - 1));
    const auto b = (a + static_cast<std::uint32_t>(random.integer(1, bodies - 1))) % static_cast<std::uint32_t>(bodies);
    linkage.joints.push_back(make_random_joint(random, linkage, a, b));
  }
  return linkage;
}

/// Links of a chain along x, each 1 long, held together by balls or hinges in turn.
inline LinkageCase make_chain(std::uint32_t count) {
  LinkageCase chain;
  for (std::uint32_t i = 0; i < count; ++i) {
    chain.bodies.push_back(
        make_rigid_mass(1, Vec3(0.1, 0.2, 0.3).asDiagonal().toDenseMatrix(), Vec3(i, 0.1 * (i % 3), 0)));
  }
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    const Vec3 anchor(i + 0.5, 0.05, 0.1 * (i % 2));
    chain.joints.push_back(
        make_placed_joint(i % 2 ? JointKind::hinge : JointKind::ball, i, i + 1, anchor, Vec3(1, i % 5, 1)));
  }
  return chain;
}

/// Velocities by the survey's system: momentum of every body, rows of every joint, three unknowns of a collision whose
/// impulse has no tangents. Immovable bodies keep theirs.
inline std::vector<RigidVelocity> solve_densely(const LinkageCase& linkage, const RigidContact* contact) {
  using Eigen::Index;
  std::vector<ConstraintRow> rows;
  for (const PlacedJoint& joint : linkage.joints) append_joint_rows(linkage.bodies, joint, 0, rows);
  const auto joint_rows = static_cast<Index>(rows.size()), of_bodies = 6 * static_cast<Index>(linkage.bodies.size());
  if (contact) {
    const Eigen::Matrix3d frame = make_contact_frame(contact->normal);
    for (int axis = 0; axis < 3; ++axis) {
      rows.push_back(make_point_row(linkage.bodies, contact->a, contact->b, contact->position, frame.col(axis)));
    }
  }
  const Index size = of_bodies + static_cast<Index>(rows.size());
  Eigen::MatrixXd matrix = Eigen::MatrixXd::Zero(size, size);
  Eigen::VectorXd right = Eigen::VectorXd::Zero(size);
  matrix.topLeftCorner(of_bodies, of_bodies).setIdentity();
  for (std::size_t i = 0; i < linkage.bodies.size(); ++i) {
    right.segment<3>(6 * static_cast<Index>(i)) = linkage.bodies[i].velocity;
    right.segment<3>(6 * static_cast<Index>(i) + 3) = linkage.bodies[i].spin;
  }
  for (Index k = 0; k < static_cast<Index>(rows.size()); ++k) {
    const ConstraintRow& row = rows[static_cast<std::size_t>(k)];
    const Index at = of_bodies + k;
    for (const std::uint32_t of : {row.a, row.b}) {
      const RigidMass& body = linkage.bodies[of];
      const double sign = of == row.a ? 1 : -1;
      const Vec3 turn = of == row.a ? row.turn_a : row.turn_b;
      matrix.block<3, 1>(6 * of, at) = -sign * body.inverse_mass * row.direction;
      matrix.block<3, 1>(6 * of + 3, at) = -body.inverse_inertia * turn;
      if (k == joint_rows || k == joint_rows + 1) continue;
      matrix.block<1, 3>(at, 6 * of) = sign * row.direction.transpose();
      matrix.block<1, 3>(at, 6 * of + 3) = turn.transpose();
    }
    if (k == joint_rows || k == joint_rows + 1) matrix(at, at) = 1;  // R . i = R . j = 0
    if (k == joint_rows + 2) right[at] = -contact->restitution * measure_row_speed(linkage.bodies, row);
  }
  const Eigen::VectorXd x = matrix.fullPivLu().solve(right);
  std::vector<RigidVelocity> velocities;
  for (std::size_t i = 0; i < linkage.bodies.size(); ++i) {
    velocities.push_back({x.segment<3>(6 * static_cast<Index>(i)), x.segment<3>(6 * static_cast<Index>(i) + 3)});
  }
  return velocities;
}

}  // namespace abut::test
