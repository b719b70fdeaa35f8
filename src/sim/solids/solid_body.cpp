#include "sim/solids/solid_body.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "sim/solids/solid_pieces.h"

namespace abut {
namespace {

// Of the largest: inertias that differ by less are those of a ball.
constexpr double kSame = 1e-12;

Eigen::Matrix3d make_cross(const Vec3& v) {
  Eigen::Matrix3d cross;
  cross << 0, -v.z(), v.y(), v.z(), 0, -v.x(), -v.y(), v.x(), 0;
  return cross;
}

Eigen::Quaterniond make_turn(const Vec3& turn) {
  const double angle = turn.norm();
  if (angle == 0) return Eigen::Quaterniond::Identity();
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle));
}

bool test_round(const Vec3& inertia) { return inertia.maxCoeff() - inertia.minCoeff() <= kSame * inertia.maxCoeff(); }

// Euler's equations by the midpoint: I (end - start) + time * mid x I mid = 0, in the body's axes. Turning by the
// Cayley map of time * mid then keeps the momentum as well as the energy (Simo and Wong 1991).
Vec3 find_spin_after(const Vec3& start, const Vec3& inertia, double time) {
  Vec3 end = start;
  const double small = 1e-15 * start.norm();
  for (int i = 0; i < 20; ++i) {
    const Vec3 mid = 0.5 * (start + end), momentum = inertia.cwiseProduct(mid);
    const Vec3 missing = inertia.cwiseProduct(end - start) + time * mid.cross(momentum);
    const Eigen::Matrix3d slope = Eigen::Matrix3d(inertia.asDiagonal()) +
                                  0.5 * time * (make_cross(mid) * inertia.asDiagonal() - make_cross(momentum));
    const Vec3 change = slope.inverse() * missing;
    if (!change.allFinite()) break;
    end -= change;
    if (change.norm() <= small) break;
  }
  return end;
}

}  // namespace

SolidBody make_solid_body(const Solid& solid) {
  SolidBody body;
  if (solid.role == SolidRole::moving) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(solid.mass.inertia);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) *= -1;
    body.principal = Eigen::Quaterniond(axes).normalized();
    body.inertia = solver.eigenvalues();
    if (test_round(body.inertia)) {
      body.principal.setIdentity();
      body.inertia.setConstant(body.inertia.mean());
    }
    body.inverse_mass = 1 / solid.mass.mass;
    body.local_center = solid.mass.center;
    body.motion.velocity = solid.velocity;
    body.motion.spin = solid.spin;
  }
  for (const SolidPart& part : solid.parts) body.reach = std::max(body.reach, measure_reach(part, body.local_center));
  place(body, solid.pose);
  return body;
}

Pose3 find_pose(const SolidBody& body) {
  return {body.motion.rotation, body.motion.center - body.motion.rotation * body.local_center};
}

void place(SolidBody& body, const Pose3& pose) {
  body.motion.rotation = pose.rotation.normalized();
  body.motion.center = pose.rotation * body.local_center + pose.translation;
}

Eigen::Matrix3d find_inverse_inertia(const SolidBody& body) {
  if (!body.is_movable()) return Eigen::Matrix3d::Zero();
  const Eigen::Matrix3d axes = (body.motion.rotation * body.principal).toRotationMatrix();
  return axes * body.inertia.cwiseInverse().asDiagonal() * axes.transpose();
}

RigidMass find_rigid_mass(const SolidBody& body) {
  return {body.inverse_mass, find_inverse_inertia(body), body.motion.center, body.motion.velocity, body.motion.spin};
}

double measure_kinetic_energy(const SolidBody& body) {
  if (!body.is_movable()) return 0;
  const Vec3 spin = (body.motion.rotation * body.principal).conjugate() * body.motion.spin;
  return 0.5 * (body.motion.velocity.squaredNorm() / body.inverse_mass + spin.dot(body.inertia.cwiseProduct(spin)));
}

void fly(SolidBody& body, const Vec3& velocity, double time) {
  SolidMotion& motion = body.motion;
  motion.center += time * velocity;
  if (motion.spin.isZero(0)) return;
  if (!body.is_movable() || test_round(body.inertia)) {
    motion.rotation = (make_turn(time * motion.spin) * motion.rotation).normalized();
    return;
  }
  const Eigen::Quaterniond axes = motion.rotation * body.principal;
  const Vec3 start = axes.conjugate() * motion.spin;
  const Vec3 end = find_spin_after(start, body.inertia, time);
  const Vec3 half = 0.25 * time * (start + end);
  const Eigen::Quaterniond turned = (axes * Eigen::Quaterniond(1, half.x(), half.y(), half.z())).normalized();
  motion.rotation = (turned * body.principal.conjugate()).normalized();
  motion.spin = turned * end;
}

Vec3 find_spin(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double time) {
  Eigen::Quaterniond turn = to * from.conjugate();
  if (turn.w() < 0) turn.coeffs() *= -1;
  const Eigen::AngleAxisd by(turn.normalized());
  return by.angle() / time * by.axis();
}

}  // namespace abut
