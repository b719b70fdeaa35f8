#include "response/joints/linkage_tree.h"

#include <Eigen/Cholesky>

#include "response/rigid_mass.h"

namespace abut {

void LinkageTree::visit(std::uint32_t body, std::uint32_t parent, std::uint32_t joint) {
  place_of_[body] = static_cast<std::uint32_t>(nodes_.size());
  nodes_.emplace_back();
  nodes_.back().body = body;
  nodes_.back().parent = parent;
  nodes_.back().joint = joint;
  if (joint != kNone) is_used_[joint] = 1;
}

// Breadth first, so that no recursion gets as deep as a chain is long.
void LinkageTree::grow(std::span<const PlacedJoint> joints, std::size_t from) {
  for (std::size_t place = from; place < nodes_.size(); ++place) {
    const std::uint32_t body = nodes_[place].body;
    for (const std::uint32_t j : joints_of_[body]) {
      const std::uint32_t other = joints[j].a == body ? joints[j].b : joints[j].a;
      if (!is_immovable_[other] && place_of_[other] == kNone) visit(other, static_cast<std::uint32_t>(place), j);
    }
  }
}

std::vector<std::uint32_t> LinkageTree::plan(std::span<const RigidMass> bodies, std::span<const PlacedJoint> joints) {
  nodes_.clear();
  place_of_.assign(bodies.size(), kNone);
  is_immovable_.assign(bodies.size(), 0);
  is_used_.assign(joints.size(), 0);
  joints_of_.resize(bodies.size());
  for (auto& list : joints_of_) list.clear();
  for (std::size_t i = 0; i < bodies.size(); ++i) is_immovable_[i] = test_immovable(bodies[i]);
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    joints_of_[joints[j].a].push_back(j);
    joints_of_[joints[j].b].push_back(j);
  }
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const auto [a, b] = std::pair(joints[j].a, joints[j].b);
    if (is_immovable_[a] == is_immovable_[b]) continue;
    const std::uint32_t hung = is_immovable_[a] ? b : a;
    if (place_of_[hung] != kNone) continue;
    const std::size_t from = nodes_.size();
    visit(hung, kNone, j);
    grow(joints, from);
  }
  for (std::uint32_t body = 0; body < bodies.size(); ++body) {
    if (is_immovable_[body] || place_of_[body] != kNone) continue;
    const std::size_t from = nodes_.size();
    visit(body, kNone, kNone);
    grow(joints, from);
  }
  std::vector<std::uint32_t> cut;
  for (std::uint32_t j = 0; j < joints.size(); ++j) {
    const bool is_moot = is_immovable_[joints[j].a] && is_immovable_[joints[j].b];
    if (!is_used_[j] && !is_moot) cut.push_back(j);
  }
  return cut;
}

// Takes a body out whose children are out already: its mass and the joint's rows become mass of its parent.
bool LinkageTree::eliminate(Node& node) {
  const Eigen::LLT<Matrix6> factor(node.mass);
  if (factor.info() != Eigen::Success) return false;
  node.mass = factor.solve(Matrix6::Identity());
  if (node.joint == kNone) return node.mass.allFinite();
  Matrix6 mobility = node.own * node.mass * node.own.transpose();
  for (Eigen::Index i = node.row_count; i < 6; ++i) mobility(i, i) = 1;
  const Eigen::LLT<Matrix6> joint(mobility);
  if (joint.info() != Eigen::Success) return false;
  node.answer = joint.solve(Matrix6::Identity());
  if (node.parent != kNone) {
    nodes_[node.parent].mass.noalias() += node.of_parent.transpose() * node.answer * node.of_parent;
  }
  return node.answer.allFinite();
}

bool LinkageTree::factorise(std::span<const RigidMass> bodies, std::span<const ConstraintRow> rows,
                            std::span<const std::uint32_t> first_rows) {
  for (Node& node : nodes_) {
    const RigidMass& body = bodies[node.body];
    node.mass.setZero();
    node.mass.topLeftCorner<3, 3>() = Eigen::Matrix3d::Identity() / body.inverse_mass;
    node.mass.bottomRightCorner<3, 3>() = body.inverse_inertia.inverse();
    if (node.joint == kNone) continue;
    node.first_row = first_rows[node.joint];
    node.row_count = first_rows[node.joint + 1] - node.first_row;
    node.own.setZero();
    node.of_parent.setZero();
    for (std::uint32_t i = 0; i < node.row_count; ++i) {
      const ConstraintRow& row = rows[node.first_row + i];
      const bool is_a = row.a == node.body;
      (is_a ? node.own : node.of_parent).row(i) << row.direction.transpose(), row.turn_a.transpose();
      (is_a ? node.of_parent : node.own).row(i) << -row.direction.transpose(), row.turn_b.transpose();
    }
  }
  for (std::size_t place = nodes_.size(); place-- > 0;) {
    if (!eliminate(nodes_[place])) return false;
  }
  return true;
}

void LinkageTree::solve(std::span<const double> speeds, std::span<double> impulses) {
  for (Node& node : nodes_) node.momentum.setZero();
  for (std::size_t place = nodes_.size(); place-- > 0;) {
    Node& node = nodes_[place];
    node.velocity.noalias() = node.mass * node.momentum;
    if (node.joint == kNone) continue;
    node.gap.setZero();
    for (std::uint32_t i = 0; i < node.row_count; ++i) node.gap[i] = speeds[node.first_row + i];
    node.gap.noalias() -= node.own * node.velocity;
    if (node.parent == kNone) continue;
    const Vector6 held = node.answer * node.gap;
    nodes_[node.parent].momentum.noalias() += node.of_parent.transpose() * held;
  }
  for (Node& node : nodes_) {
    if (node.joint == kNone) continue;
    if (node.parent != kNone) node.gap.noalias() -= node.of_parent * nodes_[node.parent].velocity;
    const Vector6 held = node.answer * node.gap;
    node.velocity.noalias() += node.mass * (node.own.transpose() * held);
    for (std::uint32_t i = 0; i < node.row_count; ++i) impulses[node.first_row + i] = held[i];
  }
}

}  // namespace abut
