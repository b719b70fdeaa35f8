#include <algorithm>
#include <cmath>

#include "abut/impulses.h"
#include "base/assert.h"

namespace abut {

void RowSolver::begin(std::span<const RigidMass> bodies) {
  bodies_.assign(bodies.begin(), bodies.end());
  velocities_.clear();
  for (const RigidMass& body : bodies) velocities_.push_back({body.velocity, body.spin});
  rows_.clear();
  blocks_.clear();
}

// What does not move whatever is done has no gain, and is left alone.
void RowSolver::push(const ConstraintRow& given, double impulse) {
  ABUT_ASSERT(given.a < bodies_.size() && given.b < bodies_.size() && given.a != given.b);
  ABUT_ASSERT(given.friction_of == kNoRow || given.friction_of < rows_.size());
  const RigidMass &a = bodies_[given.a], &b = bodies_[given.b];
  Row row{given.direction,
          given.turn_a,
          given.turn_b,
          a.inverse_inertia * given.turn_a,
          b.inverse_inertia * given.turn_b,
          a.inverse_mass,
          b.inverse_mass,
          given.target,
          0,
          given.softness,
          given.lower,
          given.upper,
          0,
          given.friction,
          given.a,
          given.b,
          given.friction_of};
  const double mobility = (a.inverse_mass + b.inverse_mass) * given.direction.squaredNorm() +
                          given.turn_a.dot(row.effect_a) + given.turn_b.dot(row.effect_b) + given.softness;
  if (mobility > 0) row.gain = 1 / mobility;
  if (mobility > 0 && impulse != 0) apply(row, impulse), row.impulse = impulse;
  rows_.push_back(row);
}

std::uint32_t RowSolver::add(const ConstraintRow& row, double impulse) {
  blocks_.push_back({static_cast<std::uint32_t>(rows_.size()), false});
  push(row, impulse);
  return blocks_.back().first;
}

std::uint32_t RowSolver::add_contact(const RigidContact& contact, double least_speed, const Vec3& impulse) {
  const auto first = static_cast<std::uint32_t>(rows_.size());
  const Eigen::Matrix3d frame = make_contact_frame(contact.normal);
  for (const int axis : {2, 0, 1}) {
    ConstraintRow row = make_point_row(bodies_, contact.a, contact.b, contact.position, frame.col(axis));
    if (axis == 2) row.target = least_speed;
    if (axis != 2) row.friction_of = first, row.friction = contact.friction;
    push(row, frame.col(axis).dot(impulse));
  }
  blocks_.push_back({first, true});
  return first;
}

Vec3 RowSolver::contact_impulse(std::uint32_t row) const {
  Vec3 impulse = Vec3::Zero();
  for (std::uint32_t i = row; i < row + 3; ++i) impulse += rows_[i].impulse * rows_[i].direction;
  return impulse;
}

// How much less speed the row wants.
double RowSolver::measure_want(const Row& row) const {
  const RigidVelocity &a = velocities_[row.a], &b = velocities_[row.b];
  return row.direction.dot(a.velocity - b.velocity) + row.turn_a.dot(a.spin) + row.turn_b.dot(b.spin) - row.target +
         row.softness * row.impulse;
}

void RowSolver::apply(const Row& row, double impulse) {
  RigidVelocity &a = velocities_[row.a], &b = velocities_[row.b];
  a.velocity += (row.inverse_mass_a * impulse) * row.direction;
  a.spin += impulse * row.effect_a;
  b.velocity -= (row.inverse_mass_b * impulse) * row.direction;
  b.spin += impulse * row.effect_b;
}

// Returns the speed that the row asked for and got.
double RowSolver::solve_row(Row& row, double relaxation) {
  if (!(row.gain > 0)) return 0;
  double lower = row.lower, upper = row.upper;
  if (row.friction_of != kNoRow) {
    upper = row.friction * std::max(0.0, rows_[row.friction_of].impulse);
    lower = -upper;
  }
  const double wanted = row.impulse - relaxation * row.gain * measure_want(row);
  const double impulse = std::min(std::max(wanted, lower), upper), change = impulse - row.impulse;
  apply(row, change);
  row.impulse = impulse;
  return std::abs(change) / row.gain;
}

// Both tangents together, back into the cone if they leave it.
double RowSolver::solve_friction(Row& first, Row& second, double most, double relaxation) {
  if (!(first.gain > 0 && second.gain > 0)) return 0;
  Vec2 wanted(first.impulse - relaxation * first.gain * measure_want(first),
              second.impulse - relaxation * second.gain * measure_want(second));
  const double size = wanted.norm();
  if (size > most) wanted *= most / size;
  const Vec2 change(wanted.x() - first.impulse, wanted.y() - second.impulse);
  apply(first, change.x());
  apply(second, change.y());
  first.impulse = wanted.x();
  second.impulse = wanted.y();
  return std::max(std::abs(change.x()) / first.gain, std::abs(change.y()) / second.gain);
}

double RowSolver::solve_block(const Block& block, double relaxation) {
  Row& row = rows_[block.first];
  const double change = solve_row(row, relaxation);
  if (!block.is_contact || !(rows_[block.first + 1].friction > 0)) return change;
  const double most = rows_[block.first + 1].friction * row.impulse;
  return std::max(change, solve_friction(rows_[block.first + 1], rows_[block.first + 2], most, relaxation));
}

// To and fro: what is at the bottom of a stack hears of its top as fast as the other way about.
RowReport RowSolver::solve(const RowSettings& settings) {
  RowReport report;
  while (report.iterations < settings.iterations) {
    report.change = 0;
    const std::size_t count = blocks_.size();
    const bool is_back = report.iterations++ % 2 == 1;
    for (std::size_t i = 0; i < count; ++i) {
      const Block& block = blocks_[is_back ? count - 1 - i : i];
      report.change = std::max(report.change, solve_block(block, settings.relaxation));
    }
    if (report.change <= settings.tolerance) break;
  }
  return report;
}

}  // namespace abut
