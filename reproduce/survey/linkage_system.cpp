#include "reproduce/survey/linkage_system.h"

#include <Eigen/LU>
#include <Eigen/SparseLU>

namespace abut::reproduce {
namespace {

using Index = Eigen::Index;

// The matrix of a x.
Eigen::Matrix3d cross(const Vec3& a) {
  Eigen::Matrix3d m;
  m << 0, -a.z(), a.y(), a.z(), 0, -a.x(), -a.y(), a.x(), 0;
  return m;
}

class SystemBuilder {
 public:
  explicit SystemBuilder(std::size_t size) : size_(static_cast<Index>(size)), right_(Eigen::VectorXd::Zero(size_)) {}

  template <class Block>
  void add(Index row, Index column, const Block& block) {
    for (Index i = 0; i < block.rows(); ++i) {
      for (Index k = 0; k < block.cols(); ++k) {
        if (block(i, k) != 0) entries_.emplace_back(row + i, column + k, block(i, k));
      }
    }
  }
  void add_right(Index row, const Vec3& value) { right_.segment<3>(row) += value; }
  void add_right(Index row, double value) { right_[row] += value; }

  /// m v - R = m v before, I w - rho x R = I w before; impulses come later.
  void add_body(Index i, const RigidMass& body) {
    const Eigen::Matrix3d inertia = body.inverse_inertia.inverse();
    add(6 * i, 6 * i, (Eigen::Matrix3d::Identity() / body.inverse_mass).eval());
    add(6 * i + 3, 6 * i + 3, inertia);
    add_right(6 * i, body.velocity / body.inverse_mass);
    add_right(6 * i + 3, inertia * body.spin);
  }
  /// An impulse at a point, as it acts on a body, with a sign.
  void add_impulse(Index i, const RigidMass& body, const Vec3& point, double sign, Index unknown) {
    add(6 * i, unknown, (-sign * Eigen::Matrix3d::Identity()).eval());
    add(6 * i + 3, unknown, (-sign * cross(point - body.center)).eval());
  }
  /// The velocity of a point of a body along some directions, the rows of a matrix.
  template <class Directions>
  void add_speed(Index row, Index i, const RigidMass& body, const Vec3& point, const Directions& directions) {
    add(row, 6 * i, directions);
    add(row, 6 * i + 3, (-directions * cross(point - body.center)).eval());
  }

  LinkageSystem finish() const {
    LinkageSystem system{Eigen::SparseMatrix<double>(size_, size_), right_};
    system.matrix.setFromTriplets(entries_.begin(), entries_.end());
    return system;
  }

 private:
  Index size_;
  Eigen::VectorXd right_;
  std::vector<Eigen::Triplet<double>> entries_;
};

}  // namespace

LinkageSystem make_linkage_system(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints,
                                  const RigidContact& contact) {
  SystemBuilder builder(6 * bodies.size() + 3 * joints.size() + 3);
  for (std::size_t i = 0; i < bodies.size(); ++i) builder.add_body(static_cast<Index>(i), bodies[i]);
  Index next = 6 * static_cast<Index>(bodies.size());
  for (const PlacedJoint& joint : joints) {
    const Vec3 point = find_joint_point(joint);
    for (const auto& [body, sign] : {std::pair{joint.a, 1.0}, {joint.b, -1.0}}) {
      builder.add_impulse(body, bodies[body], point, sign, next);
      builder.add_speed(next, body, bodies[body], point, (sign * Eigen::Matrix3d::Identity()).eval());
    }
    next += 3;
  }
  const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
  for (const auto& [body, sign] : {std::pair{contact.a, 1.0}, {contact.b, -1.0}}) {
    builder.add_impulse(body, bodies[body], contact.position, sign, next);
    builder.add_speed(next + 2, body, bodies[body], contact.position, (sign * contact.normal.transpose()).eval());
  }
  builder.add(next, next, frame.leftCols<2>().transpose().eval());
  builder.add_right(next + 2, -contact.restitution * measure_normal_speed(bodies, contact));
  return builder.finish();
}

std::vector<RigidVelocity> solve_linkage_system(const LinkageSystem& system, std::size_t bodies) {
  Eigen::SparseLU<Eigen::SparseMatrix<double>> solver(system.matrix);
  if (solver.info() != Eigen::Success) return {};
  const Eigen::VectorXd x = solver.solve(system.right);
  std::vector<RigidVelocity> velocities;
  for (std::size_t i = 0; i < bodies; ++i) {
    const auto at = static_cast<Index>(6 * i);
    velocities.push_back({x.segment<3>(at), x.segment<3>(at + 3)});
  }
  return velocities;
}

}  // namespace abut::reproduce
