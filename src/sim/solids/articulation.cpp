#include "sim/solids/articulation.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>

#include "base/union_find.h"

namespace abut {
namespace {

// Of joints, in metres and radians.
constexpr double kClosed = 1e-11, kNearlyClosed = 1e-8;
// Of joints that close loops, while they move; in rounds they are closed all the same.
constexpr double kLoopSoftness = 1e-4;
constexpr int kMostRounds = 12, kMostClosings = 100;

double measure_largest_gap(std::span<const PlacedJoint> placed) {
  double largest = 0;
  for (const PlacedJoint& joint : placed) {
    for (const double gap : measure_joint_gaps(joint)) largest = std::max(largest, std::abs(gap));
  }
  return largest;
}

ConstraintRow turn_round(ConstraintRow row) {
  row.direction *= -1, row.turn_a *= -1, row.turn_b *= -1;
  return row;
}

bool has_lower_limit(const PlacedJoint& joint) { return joint.kind == JointKind::hinge || joint.kind == JointKind::sliding; }

}  // namespace

PlacedJoint place_solid_joint(const SolidScene& scene, std::span<const double> angles, std::uint32_t number,
                              std::span<const SolidBody> bodies) {
  Joint joint = scene.joints[number].joint;
  joint.near = angles[number];
  const auto world = static_cast<std::uint32_t>(bodies.size() - 1);
  if (joint.a == kWorld) joint.a = world;
  if (joint.b == kWorld) joint.b = world;
  return place_joint(joint, find_pose(bodies[joint.a]), find_pose(bodies[joint.b]));
}

std::vector<double> list_start_angles(const SolidScene& scene) {
  std::vector<double> angles;
  for (const SolidJoint& joint : scene.joints) angles.push_back(joint.joint.near);
  return angles;
}

std::vector<Articulation> Articulation::make(const SolidScene& scene, std::span<double> angles,
                                             std::span<const SolidBody> bodies) {
  UnionFind groups(bodies.size());
  const auto number = [&](std::uint32_t body) { return body == kWorld ? bodies.size() - 1 : body; };
  for (const SolidJoint& joint : scene.joints) {
    const std::size_t a = number(joint.joint.a), b = number(joint.joint.b);
    if (bodies[a].is_movable() && bodies[b].is_movable()) groups.unite(a, b);
  }
  std::map<std::size_t, Articulation> found;  // by the group's first body, so that their order is that of bodies
  for (std::uint32_t j = 0; j < scene.joints.size(); ++j) {
    const std::size_t a = number(scene.joints[j].joint.a), b = number(scene.joints[j].joint.b);
    if (!bodies[a].is_movable() && !bodies[b].is_movable()) continue;
    found[groups.find(bodies[a].is_movable() ? a : b)].joints_.push_back(j);
  }
  std::vector<Articulation> all;
  for (auto& [first, articulation] : found) {
    articulation.scene_ = &scene;
    articulation.angles_ = angles;
    auto& members = articulation.members_;
    for (const std::uint32_t j : articulation.joints_) {
      for (const std::uint32_t body : {scene.joints[j].joint.a, scene.joints[j].joint.b})
        members.push_back(static_cast<std::uint32_t>(number(body)));
    }
    std::sort(members.begin(), members.end());
    members.erase(std::unique(members.begin(), members.end()), members.end());
    all.push_back(std::move(articulation));
  }
  return all;
}

// Numbers of bodies are those of members_.
std::vector<PlacedJoint> Articulation::place_joints(std::span<const SolidBody> bodies) const {
  const auto place_of = [&](std::uint32_t body) {
    return static_cast<std::uint32_t>(std::lower_bound(members_.begin(), members_.end(), body) - members_.begin());
  };
  std::vector<PlacedJoint> placed;
  placed.reserve(joints_.size());
  for (const std::uint32_t j : joints_) {
    placed.push_back(place_solid_joint(*scene_, angles_, j, bodies));
    placed.back().a = place_of(placed.back().a);
    placed.back().b = place_of(placed.back().b);
  }
  return placed;
}

double Articulation::measure_gap(std::span<const SolidBody> bodies) const {
  return measure_largest_gap(place_joints(bodies));
}

void Articulation::change(std::span<SolidBody> bodies, const LinkageSolution& solution) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    if (!bodies[members_[i]].is_movable()) continue;
    bodies[members_[i]].motion.velocity += solution.velocities[i].velocity;
    bodies[members_[i]].motion.spin += solution.velocities[i].spin;
  }
}

std::vector<RigidVelocity> Articulation::list_speeds(std::span<const SolidBody> bodies) const {
  std::vector<RigidVelocity> speeds;
  for (const std::uint32_t body : members_) speeds.push_back({bodies[body].motion.velocity, bodies[body].motion.spin});
  return speeds;
}

void Articulation::undo(std::span<SolidBody> bodies, std::span<const RigidVelocity> speeds) const {
  for (std::size_t i = 0; i < members_.size(); ++i) {
    bodies[members_[i]].motion.velocity = speeds[i].velocity;
    bodies[members_[i]].motion.spin = speeds[i].spin;
  }
}

// Limits that are passed then: pushed back as far by a change of speed.
std::vector<ConstraintRow> Articulation::list_passed_limits(const std::vector<PlacedJoint>& now,
                                                            const std::vector<PlacedJoint>& then, double time) const {
  std::vector<ConstraintRow> rows;
  for (std::size_t j = 0; j < now.size(); ++j) {
    if (now[j].kind == JointKind::fixed) continue;
    const double at = measure_joint(then[j]);
    if (has_lower_limit(now[j]) && at < now[j].lower - kLimitSlack) {
      rows.push_back(make_drive_row(masses_, now[j]));
      rows.back().target = (now[j].lower - at) / time;
    } else if (at > now[j].upper + kLimitSlack) {
      rows.push_back(turn_round(make_drive_row(masses_, now[j])));
      rows.back().target = (at - now[j].upper) / time;
    }
  }
  return rows;
}

// Limits that are reached, motors and damping.
std::vector<ConstraintRow> Articulation::list_held_rows(const std::vector<PlacedJoint>& now, double time) const {
  std::vector<ConstraintRow> rows;
  for (std::size_t j = 0; j < now.size(); ++j) {
    if (now[j].kind == JointKind::fixed) continue;
    append_limit_rows(masses_, now[j], 2 * kLimitSlack, 0, rows);
    const SolidJoint& joint = scene_->joints[joints_[j]];
    if (time == 0) continue;
    if (joint.motor_limit > 0) {
      rows.push_back(make_drive_row(masses_, now[j]));
      rows.back().target = joint.motor_speed;
      rows.back().upper = joint.motor_limit * time;
      rows.back().lower = -rows.back().upper;
    }
    if (joint.damping > 0) {
      rows.push_back(make_drive_row(masses_, now[j]));
      rows.back().lower = -std::numeric_limits<double>::infinity();
      rows.back().softness = 1 / (joint.damping * time);
    }
  }
  return rows;
}

std::vector<double> Articulation::find_targets(const std::vector<PlacedJoint>& placed, double time) const {
  std::vector<double> speeds;
  for (const PlacedJoint& joint : placed) {
    for (const double gap : measure_joint_gaps(joint)) speeds.push_back(-gap / time);
  }
  return speeds;
}

Status Articulation::factorise(std::span<const SolidBody> bodies, double softness) {
  masses_.clear();
  for (const std::uint32_t body : members_) masses_.push_back(find_rigid_mass(bodies[body]));
  frames_ = place_joints(bodies);
  count_turns();
  return linkage_.factorise(masses_, frames_, 0, softness);
}

// Nothing turns by half a turn from one look to the next.
void Articulation::count_turns() {
  for (std::size_t i = 0; i < joints_.size(); ++i) {
    if (frames_[i].kind == JointKind::hinge) angles_[joints_[i]] = frames_[i].near = measure_joint(frames_[i]);
  }
}

void Articulation::hold_positions(std::span<SolidBody> bodies, std::span<const Vec3> drifts, double time) {
  if (!factorise(bodies, kLoopSoftness)) return;
  flown_.resize(bodies.size());
  double last = std::numeric_limits<double>::infinity();
  std::vector<RigidVelocity> best;  // what can be closed no further is not torn open
  for (int round = 0; round < kMostRounds; ++round) {
    for (const std::uint32_t body : members_) {
      flown_[body] = bodies[body];
      fly(flown_[body], bodies[body].motion.velocity + drifts[body], time);
    }
    const std::vector<PlacedJoint> then = place_joints(flown_);
    const std::vector<ConstraintRow> limits = list_passed_limits(frames_, then, time);
    const double gap = measure_largest_gap(then);
    if (limits.empty() && gap <= kClosed) return;
    if (limits.empty() && gap >= last) return undo(bodies, best);
    last = limits.empty() ? gap : std::numeric_limits<double>::infinity();
    best = list_speeds(bodies);
    change(bodies, linkage_.solve_change(find_targets(then, time), limits));
  }
}

void Articulation::hold_velocities(std::span<SolidBody> bodies, double time) {
  if (!factorise(bodies, kLoopSoftness)) return;
  const LinkageSolution solution = linkage_.solve(list_held_rows(frames_, time));
  for (std::size_t i = 0; i < members_.size(); ++i) {
    SolidMotion& motion = bodies[members_[i]].motion;
    if (!bodies[members_[i]].is_movable()) continue;
    motion.velocity = solution.velocities[i].velocity;
    motion.spin = solution.velocities[i].spin;
  }
}

bool Articulation::is_driven() const {
  return std::any_of(joints_.begin(), joints_.end(), [&](std::uint32_t j) {
    return scene_->joints[j].motor_limit > 0 || scene_->joints[j].damping > 0;
  });
}

// Newton's method on the places themselves. What cannot be closed is left where it was nearest to it.
bool Articulation::close(std::span<SolidBody> bodies) {
  double least = std::numeric_limits<double>::infinity();
  std::vector<SolidMotion> nearest(members_.size());
  for (int round = 0; round < kMostClosings; ++round) {
    const double gap = measure_gap(bodies);
    if (gap <= kClosed) return true;
    if (gap < least) {
      least = gap;
      for (std::size_t i = 0; i < members_.size(); ++i) nearest[i] = bodies[members_[i]].motion;
    }
    if (!factorise(bodies, 0) || !move_to_close(bodies)) break;
  }
  if (measure_gap(bodies) <= kNearlyClosed) return true;
  for (std::size_t i = 0; i < members_.size(); ++i) bodies[members_[i]].motion = nearest[i];
  return false;
}

bool Articulation::move_to_close(std::span<SolidBody> bodies) {
  const LinkageSolution solution = linkage_.solve_change(find_targets(frames_, 1));
  for (std::size_t i = 0; i < members_.size(); ++i) {
    SolidBody& body = bodies[members_[i]];
    if (!body.is_movable()) continue;
    const SolidMotion before = body.motion;
    body.motion.spin = solution.velocities[i].spin;
    body.motion.sleeps_with = kAwake;
    SolidBody ball = body;  // turns as told, whatever its inertia
    ball.inertia.setOnes();
    fly(ball, solution.velocities[i].velocity, 1);
    body.motion = ball.motion;
    body.motion.velocity = before.velocity;
    body.motion.spin = before.spin;
    if (!body.motion.center.allFinite()) return false;
  }
  return true;
}

}  // namespace abut
