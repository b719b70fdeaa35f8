#include "response/rows.h"

#include <algorithm>

#include "base/assert.h"
#include "response/rigid_mass.h"

namespace abut {
namespace {

// What a row's impulse does to a body it has.
RigidVelocity find_effect(const ConstraintRow& row, std::uint32_t of, std::span<const RigidMass> bodies) {
  const RigidMass& body = bodies[of];
  const double sign = of == row.a ? 1 : -1;
  return {sign * body.inverse_mass * row.direction, body.inverse_inertia * (of == row.a ? row.turn_a : row.turn_b)};
}

double measure_speed(const ConstraintRow& row, std::uint32_t of, const RigidVelocity& velocity) {
  return of == row.a ? row.direction.dot(velocity.velocity) + row.turn_a.dot(velocity.spin)
                     : row.turn_b.dot(velocity.spin) - row.direction.dot(velocity.velocity);
}

}  // namespace

ConstraintRow make_point_row(std::span<const RigidMass> bodies, std::uint32_t a, std::uint32_t b, const Vec3& point,
                             const Vec3& direction) {
  ABUT_ASSERT(a < bodies.size() && b < bodies.size() && a != b);
  ConstraintRow row;
  row.a = a, row.b = b;
  row.direction = direction;
  row.turn_a = (point - bodies[a].center).cross(direction);
  row.turn_b = -(point - bodies[b].center).cross(direction);
  return row;
}

double measure_row_speed(std::span<const RigidMass> bodies, const ConstraintRow& row) {
  const RigidMass &a = bodies[row.a], &b = bodies[row.b];
  return row.direction.dot(a.velocity - b.velocity) + row.turn_a.dot(a.spin) + row.turn_b.dot(b.spin);
}

void append_contact_rows(std::span<const RigidMass> bodies, const RigidContact& contact, double least_speed,
                         std::vector<ConstraintRow>& rows) {
  const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
  const auto first = static_cast<std::uint32_t>(rows.size());
  rows.push_back(make_point_row(bodies, contact.a, contact.b, contact.position, contact.normal));
  rows.back().target = least_speed;
  for (int axis = 0; axis < 2; ++axis) {
    rows.push_back(make_point_row(bodies, contact.a, contact.b, contact.position, frame.col(axis)));
    rows.back().friction_of = first;
    rows.back().friction = contact.friction;
  }
}

Eigen::MatrixXd assemble_mobility(std::span<const RigidMass> bodies, std::span<const ConstraintRow> rows) {
  const auto count = static_cast<Eigen::Index>(rows.size());
  std::vector<std::vector<Eigen::Index>> of_body(bodies.size());
  for (Eigen::Index i = 0; i < count; ++i) {
    const ConstraintRow& row = rows[static_cast<std::size_t>(i)];
    of_body[row.a].push_back(i);
    if (row.b != row.a) of_body[row.b].push_back(i);
  }
  Eigen::MatrixXd mobility = Eigen::MatrixXd::Zero(count, count);
  for (std::uint32_t body = 0; body < bodies.size(); ++body) {
    for (const Eigen::Index j : of_body[body]) {
      const RigidVelocity effect = find_effect(rows[static_cast<std::size_t>(j)], body, bodies);
      for (const Eigen::Index i : of_body[body]) {
        if (i <= j) mobility(i, j) += measure_speed(rows[static_cast<std::size_t>(i)], body, effect);
      }
    }
  }
  for (Eigen::Index i = 0; i < count; ++i) mobility(i, i) += rows[static_cast<std::size_t>(i)].softness;
  mobility.triangularView<Eigen::StrictlyLower>() = mobility.transpose();
  return mobility;
}

void apply_row(const ConstraintRow& row, double impulse, std::span<RigidMass> bodies) {
  for (const std::uint32_t of : {row.a, row.b}) {
    const RigidVelocity effect = find_effect(row, of, bodies);
    add(bodies[of], {impulse * effect.velocity, impulse * effect.spin});
  }
}

LcpBounds find_row_bounds(std::span<const ConstraintRow> rows, const Eigen::VectorXd& impulses) {
  LcpBounds bounds = make_plain_bounds(static_cast<Eigen::Index>(rows.size()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    const auto at = static_cast<Eigen::Index>(i);
    const bool is_friction = rows[i].friction_of != kNoRow;
    const double most = is_friction ? rows[i].friction * std::max(0.0, impulses[rows[i].friction_of]) : 0;
    bounds.lower[at] = is_friction ? -most : rows[i].lower;
    bounds.upper[at] = is_friction ? most : rows[i].upper;
  }
  return bounds;
}

}  // namespace abut
