#include <Eigen/LU>
#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "response/friction.h"
#include "response/joints/linkage_tree.h"
#include "response/rigid_mass.h"
#include "response/rows.h"

namespace abut {
namespace {

// What the joints leave of a row's mobility, as a share, is rounding below this.
constexpr double kLeastMobility = 1e-10;
// Speeds below this, as a share of the fastest, are rounding: so loops may say things twice, but not contradict.
constexpr double kNoise = 1e-10;
// So are those below this, in metres or radians in a second.
constexpr double kStill = 1e-13;

Status check_bodies(std::span<const RigidMass> bodies) {
  for (std::size_t i = 0; i < bodies.size(); ++i) {
    const bool is_movable = bodies[i].inverse_mass > 0 && bodies[i].inverse_inertia.determinant() > 0;
    if (!is_movable && !test_immovable(bodies[i])) {
      return Error{"Body " + std::to_string(i) +
                   " of a linkage can be moved but not turned, or turned but not moved; it has to be both or neither."};
    }
  }
  return success();
}

Status check_joints(std::span<const PlacedJoint> joints, std::size_t body_count) {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    if (joints[j].a >= body_count || joints[j].b >= body_count) {
      return Error{"Joint " + std::to_string(j) + " names a body that is not there."};
    }
    if (joints[j].a == joints[j].b) return Error{"Joint " + std::to_string(j) + " joins a body with itself."};
  }
  return success();
}

double measure_fastest(std::span<const RigidMass> bodies, std::span<const ConstraintRow> rows) {
  double fastest = 0;
  for (const ConstraintRow& row : rows) {
    const RigidMass &a = bodies[row.a], &b = bodies[row.b];
    fastest = std::max({fastest, std::abs(row.target), std::abs(row.direction.dot(a.velocity)),
                        std::abs(row.direction.dot(b.velocity)), std::abs(row.turn_a.dot(a.spin)),
                        std::abs(row.turn_b.dot(b.spin))});
  }
  return fastest;
}

}  // namespace

struct Linkage::Content {
  std::vector<RigidMass> bodies;
  std::vector<PlacedJoint> joints;
  LinkageTree tree;
  std::vector<std::uint32_t> first_rows;  // of each joint, and where the last ends
  std::vector<ConstraintRow> rows;        // of all joints
  std::vector<std::uint32_t> cut;         // joints
  std::size_t cut_row_count = 0;          // they come first among the dense rows
  double softness = 0;

  LinkageSolution solve(std::span<const RigidMass> before, std::span<const double> targets,
                        std::span<const ConstraintRow> given);
  void spread(std::span<RigidMass> moved, std::span<const double> targets, std::span<double> impulses);
  std::vector<RigidMass> list_still_bodies() const;
  std::vector<ConstraintRow> list_dense_rows(std::span<const double> targets,
                                             std::span<const ConstraintRow> given) const;
  Eigen::MatrixXd find_answers(std::span<const ConstraintRow> dense);
  FrictionSolution solve_dense(std::span<const RigidMass> before, std::span<const double> targets,
                               std::span<const ConstraintRow> dense);
  void fill(std::span<const double> impulses, LinkageSolution& solution) const;
  double measure_residual(std::span<const RigidMass> moved, std::span<const double> targets) const;

  std::vector<double> gaps, found;  // of all joint rows, for spread
};

// Lets the trees' joints act until they hold: what they add to `impulses` is applied. Twice, since what is left by
// rounding of the first time is closed by the second.
void Linkage::Content::spread(std::span<RigidMass> moved, std::span<const double> targets,
                              std::span<double> impulses) {
  for (int pass = 0; pass < 2; ++pass) {
    gaps.resize(rows.size());
    found.assign(rows.size(), 0);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      gaps[i] = targets[i] - measure_row_speed(moved, rows[i]);
    }
    tree.solve(gaps, found);
    for (std::size_t i = 0; i < rows.size(); ++i) {
      if (found[i] == 0) continue;
      apply_row(rows[i], found[i], moved);
      impulses[i] += found[i];
    }
  }
}

// Rows of cut joints, then those given, whose friction counts from there.
std::vector<ConstraintRow> Linkage::Content::list_dense_rows(std::span<const double> targets,
                                                             std::span<const ConstraintRow> given) const {
  std::vector<ConstraintRow> dense;
  for (const std::uint32_t joint : cut) {
    for (std::uint32_t i = first_rows[joint]; i < first_rows[joint + 1]; ++i) {
      dense.push_back(rows[i]);
      dense.back().target = targets[i];
    }
  }
  const auto offset = static_cast<std::uint32_t>(dense.size());
  for (const ConstraintRow& row : given) {
    ABUT_ASSERT(row.a < bodies.size() && row.b < bodies.size());
    dense.push_back(row);
    if (row.friction_of != kNoRow) dense.back().friction_of += offset;
  }
  return dense;
}

std::vector<RigidMass> Linkage::Content::list_still_bodies() const {
  std::vector<RigidMass> still = bodies;
  for (RigidMass& body : still) body.velocity = body.spin = Vec3::Zero();
  return still;
}

// How the speeds of all dense rows answer to an impulse in each, the trees' joints holding.
Eigen::MatrixXd Linkage::Content::find_answers(std::span<const ConstraintRow> dense) {
  const auto count = static_cast<Eigen::Index>(dense.size());
  const std::vector<RigidMass> still = list_still_bodies();
  Eigen::MatrixXd answers(count, count);
  const std::vector<double> no_speeds(rows.size(), 0.0);
  std::vector<double> ignored(rows.size()), yields;
  for (Eigen::Index column = 0; column < count; ++column) {
    const ConstraintRow& row = dense[static_cast<std::size_t>(column)];
    std::vector<RigidMass> moved = still;
    apply_row(row, 1, moved);
    const double free = measure_row_speed(moved, row);
    spread(moved, no_speeds, ignored);
    for (Eigen::Index i = 0; i < count; ++i)
      answers(i, column) = measure_row_speed(moved, dense[static_cast<std::size_t>(i)]);
    const bool is_held = answers(column, column) <= kLeastMobility * free;
    if (is_held) answers(column, column) = 0;
    const bool is_cut = static_cast<std::size_t>(column) < cut_row_count;
    yields.push_back(is_cut && !is_held ? softness * free : row.softness);
  }
  Eigen::MatrixXd even = 0.5 * (answers + answers.transpose());
  for (Eigen::Index i = 0; i < count; ++i) {
    if (answers(i, i) == 0) even.row(i).setZero(), even.col(i).setZero();
    even(i, i) += yields[static_cast<std::size_t>(i)];
  }
  return even;
}

// With the trees' joints holding.
FrictionSolution Linkage::Content::solve_dense(std::span<const RigidMass> before, std::span<const double> targets,
                                               std::span<const ConstraintRow> dense) {
  const Eigen::MatrixXd answers = find_answers(dense);
  std::vector<RigidMass> moved(before.begin(), before.end());
  std::vector<double> ignored(rows.size());
  spread(moved, targets, ignored);
  Eigen::VectorXd q(answers.rows());
  for (std::size_t i = 0; i < dense.size(); ++i) {
    q[static_cast<Eigen::Index>(i)] = measure_row_speed(moved, dense[i]) - dense[i].target;
  }
  LcpSettings settings;
  double fastest = std::max(measure_fastest(before, dense), measure_fastest(before, rows));
  for (const double target : targets) fastest = std::max(fastest, std::abs(target));
  settings.noise = std::max(kStill, kNoise * fastest);
  const auto limit = [&](const Eigen::VectorXd& impulses) { return find_row_bounds(dense, impulses); };
  const auto solve = [&](const LcpBounds& bounds, const Eigen::VectorXd&) {
    return solve_lcp_dantzig(answers, q, bounds, settings);
  };
  return solve_in_rounds(q.size(), limit, solve, {});
}

void Linkage::Content::fill(std::span<const double> impulses, LinkageSolution& solution) const {
  for (std::size_t j = 0; j < joints.size(); ++j) {
    const Vec3 arm = find_joint_point(joints[j]) - bodies[joints[j].a].center;
    Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
    for (std::uint32_t i = first_rows[j]; i < first_rows[j + 1]; ++i) {
      linear += impulses[i] * rows[i].direction;
      angular += impulses[i] * rows[i].turn_a;
    }
    solution.joint_impulses.push_back(linear);
    solution.joint_torques.push_back(angular - arm.cross(linear));
  }
}

double Linkage::Content::measure_residual(std::span<const RigidMass> moved, std::span<const double> targets) const {
  double residual = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (test_immovable(bodies[rows[i].a]) && test_immovable(bodies[rows[i].b])) continue;
    residual = std::max(residual, std::abs(targets[i] - measure_row_speed(moved, rows[i])));
  }
  return residual;
}

Linkage::Linkage() : content_(std::make_unique<Content>()) {}
Linkage::Linkage(Linkage&&) noexcept = default;
Linkage& Linkage::operator=(Linkage&&) noexcept = default;
Linkage::~Linkage() = default;

std::size_t Linkage::cut_count() const { return content_->cut.size(); }

Status Linkage::factorise(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints, double recovery,
                          double softness) {
  if (Status status = check_bodies(bodies); !status) return status;
  if (Status status = check_joints(joints, bodies.size()); !status) return status;
  Content& c = *content_;
  c.bodies.assign(bodies.begin(), bodies.end());
  c.joints.assign(joints.begin(), joints.end());
  c.rows.clear();
  c.first_rows.assign(1, 0);
  for (const PlacedJoint& joint : joints) {
    append_joint_rows(bodies, joint, recovery, c.rows);
    c.first_rows.push_back(static_cast<std::uint32_t>(c.rows.size()));
  }
  c.softness = softness;
  c.cut = c.tree.plan(bodies, joints);
  c.cut_row_count = 0;
  for (const std::uint32_t joint : c.cut) c.cut_row_count += c.first_rows[joint + 1] - c.first_rows[joint];
  if (!c.tree.factorise(bodies, c.rows, c.first_rows)) {
    return Error{"A linkage has an inertia that is not positive, or numbers that are not finite."};
  }
  return success();
}

LinkageSolution Linkage::Content::solve(std::span<const RigidMass> before, std::span<const double> targets,
                                        std::span<const ConstraintRow> given) {
  LinkageSolution solution;
  const std::vector<ConstraintRow> dense = list_dense_rows(targets, given);
  std::vector<RigidMass> moved(before.begin(), before.end());
  std::vector<double> impulses(rows.size(), 0.0);
  if (!dense.empty()) {
    const FrictionSolution found = solve_dense(before, targets, dense);
    solution.status = found.status;
    for (std::size_t i = 0; i < dense.size(); ++i) {
      apply_row(dense[i], found.impulses[static_cast<Eigen::Index>(i)], moved);
    }
    Eigen::Index next = 0;
    for (const std::uint32_t joint : cut) {
      for (std::uint32_t i = first_rows[joint]; i < first_rows[joint + 1]; ++i) impulses[i] = found.impulses[next++];
    }
    while (next < found.impulses.size()) solution.row_impulses.push_back(found.impulses[next++]);
  }
  spread(moved, targets, impulses);
  for (const RigidMass& body : moved) solution.velocities.push_back({body.velocity, body.spin});
  fill(impulses, solution);
  solution.residual = measure_residual(moved, targets);
  return solution;
}

LinkageSolution Linkage::solve(std::span<const ConstraintRow> rows) {
  std::vector<double> targets;
  for (const ConstraintRow& row : content_->rows) targets.push_back(row.target);
  return content_->solve(content_->bodies, targets, rows);
}

LinkageSolution Linkage::solve_change(std::span<const double> speeds, std::span<const ConstraintRow> rows) {
  ABUT_ASSERT(speeds.size() == content_->rows.size());
  return content_->solve(content_->list_still_bodies(), speeds, rows);
}

Result<LinkageSolution> solve_linkage_impact(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints,
                                             const RigidContact& contact) {
  Linkage linkage;
  if (Status status = linkage.factorise(bodies, joints); !status) return status.error();
  ConstraintRow row = make_point_row(bodies, contact.a, contact.b, contact.position, contact.normal);
  row.target = -contact.restitution * std::min(0.0, measure_row_speed(bodies, row));
  return linkage.solve(std::vector<ConstraintRow>{row});
}

}  // namespace abut
