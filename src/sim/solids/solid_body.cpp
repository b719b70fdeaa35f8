#include "sim/solids/solid_body.h"

#include <Eigen/Eigenvalues>
#include <algorithm>
#include <cmath>

#include "math/plain3.h"
#include "sim/solids/solid_pieces.h"

namespace abut {
namespace {

// Of the largest: inertias that differ by less are those of a ball.
constexpr double kSame = 1e-12;

Eigen::Quaterniond make_turn(const Vec3& turn) {
  const double angle = turn.norm();
  if (angle == 0) return Eigen::Quaterniond::Identity();
  return Eigen::Quaterniond(Eigen::AngleAxisd(angle, turn / angle));
}

bool test_round(const Vec3& inertia) { return inertia.maxCoeff() - inertia.minCoeff() <= kSame * inertia.maxCoeff(); }

Plain3 times(const Plain3& u, const Plain3& v) { return {u.x * v.x, u.y * v.y, u.z * v.z}; }

// Cramer's rule, for a matrix given as its columns.
Plain3 solve3(const Plain3& x, const Plain3& y, const Plain3& z, const Plain3& right) {
  const Plain3 yz = y.cross(z), zx = z.cross(x), xy = x.cross(y);
  return 1 / x.dot(yz) * Plain3(yz.dot(right), zx.dot(right), xy.dot(right));
}

// Euler's equations by the midpoint: I (end - start) + time * mid x I mid = 0, in the body's axes. Turning by the
// Cayley map of time * mid then keeps the momentum as well as the energy (Simo and Wong 1991). Newton's method; what
// one of its steps leaves is bounded by the square of the step, since the equations are quadratic.
Plain3 find_spin_after(const Plain3& start, const Plain3& inertia, double time) {
  const double least = std::min({inertia.x, inertia.y, inertia.z}), most = std::max({inertia.x, inertia.y, inertia.z});
  const double left = 0.25 * time * most / least, small = 1e-16 * start.norm(), h = 0.5 * time;
  Plain3 end = start;
  for (int i = 0; i < 20; ++i) {
    const Plain3 m = 0.5 * (start + end), l = times(inertia, m);
    const Plain3 missing = times(inertia, end - start) + time * m.cross(l);
    // I + time / 2 (mid x I - (I mid) x)
    const Plain3 change = solve3({inertia.x, h * (m.z * inertia.x - l.z), h * (l.y - m.y * inertia.x)},
                                 {h * (l.z - m.z * inertia.y), inertia.y, h * (m.x * inertia.y - l.x)},
                                 {h * (m.y * inertia.z - l.y), h * (l.x - m.x * inertia.z), inertia.z}, missing);
    const double size = change.squared_norm();
    if (!std::isfinite(size)) break;
    end = end - change;
    if (left * size <= small || size <= small * small) break;
  }
  return end;
}

// The axes of inertia, in the solid's own, and the inertia about them.
void set_inertia(SolidBody& body, const Eigen::Matrix3d& inertia) {
  body.inertia = inertia.diagonal();
  if (!inertia.isDiagonal(kSame)) {
    const Eigen::SelfAdjointEigenSolver<Eigen::Matrix3d> solver(inertia);
    Eigen::Matrix3d axes = solver.eigenvectors();
    if (axes.determinant() < 0) axes.col(0) *= -1;
    body.principal = Eigen::Quaterniond(axes).normalized();
    body.inertia = solver.eigenvalues();
  }
  if (!test_round(body.inertia)) return;
  body.principal.setIdentity();
  body.inertia.setConstant(body.inertia.mean());
}

}  // namespace

SolidBody make_solid_body(const Solid& solid) {
  SolidBody body;
  if (solid.role == SolidRole::moving) {
    set_inertia(body, solid.mass.inertia);
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
  const bool is_turned = !body.principal.vec().isZero(0);
  const Eigen::Quaterniond axes = is_turned ? motion.rotation * body.principal : motion.rotation;
  const Vec3 start = axes.conjugate() * motion.spin;
  const Vec3 end = find_spin_after(Plain3(start), Plain3(body.inertia), time);
  const Vec3 half = 0.25 * time * (start + end);
  const Eigen::Quaterniond turned = (axes * Eigen::Quaterniond(1, half.x(), half.y(), half.z())).normalized();
  motion.rotation = is_turned ? turned * body.principal.conjugate() : turned;
  motion.spin = turned * end;
}

Vec3 find_spin(const Eigen::Quaterniond& from, const Eigen::Quaterniond& to, double time) {
  Eigen::Quaterniond turn = to * from.conjugate();
  if (turn.w() < 0) turn.coeffs() *= -1;
  const Eigen::AngleAxisd by(turn.normalized());
  return by.angle() / time * by.axis();
}

}  // namespace abut
