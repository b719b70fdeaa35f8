#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/joints.h"

namespace abut {
namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// A direction that a joint takes away: of its point, or about an axis.
struct Hold {
  Vec3 direction;
  bool is_turn = false;
  double gap = 0;
};

struct Holds {
  Hold list[6];
  int count = 0;
  void add_point(const Vec3& direction, double gap) { list[count++] = {direction, false, gap}; }
  void add_turn(const Vec3& axis, double gap) { list[count++] = {axis, true, gap}; }
};

// How far a is turned against b, as axis times angle.
Vec3 find_turn(const PlacedJoint& joint) {
  const Eigen::AngleAxisd turn(Eigen::Matrix3d(joint.axes_a * joint.axes_b.transpose()));
  return turn.angle() * turn.axis();
}

void add_all_turns(const PlacedJoint& joint, Holds& holds) {
  const Vec3 turn = find_turn(joint);
  for (int axis = 0; axis < 3; ++axis) holds.add_turn(Vec3::Unit(axis), turn[axis]);
}

// What sliding and hinges may do is along or about the third axis; the other two are held.
Holds find_holds(const PlacedJoint& joint) {
  const Vec3 way = joint.anchor_a - joint.anchor_b;
  Holds holds;
  if (joint.kind == JointKind::sliding) {
    for (int axis = 0; axis < 2; ++axis) holds.add_point(joint.axes_b.col(axis), joint.axes_b.col(axis).dot(way));
    add_all_turns(joint, holds);
    return holds;
  }
  for (int axis = 0; axis < 3; ++axis) holds.add_point(Vec3::Unit(axis), way[axis]);
  if (joint.kind == JointKind::fixed) add_all_turns(joint, holds);
  if (joint.kind == JointKind::hinge) {
    const Vec3 tilt = joint.axes_b.col(2).cross(joint.axes_a.col(2));
    for (int axis = 0; axis < 2; ++axis) holds.add_turn(joint.axes_b.col(axis), joint.axes_b.col(axis).dot(tilt));
  }
  return holds;
}

ConstraintRow make_row(std::span<const RigidMass> bodies, const PlacedJoint& joint, const Vec3& direction,
                       bool is_turn) {
  if (!is_turn) return make_point_row(bodies, joint.a, joint.b, find_joint_point(joint), direction);
  ConstraintRow row;
  row.a = joint.a, row.b = joint.b;
  row.turn_a = direction;
  row.turn_b = -direction;
  return row;
}

}  // namespace

std::vector<double> measure_joint_gaps(const PlacedJoint& joint) {
  const Holds holds = find_holds(joint);
  std::vector<double> gaps;
  for (int i = 0; i < holds.count; ++i) gaps.push_back(holds.list[i].gap);
  return gaps;
}

void append_joint_rows(std::span<const RigidMass> bodies, const PlacedJoint& joint, double recovery,
                       std::vector<ConstraintRow>& rows) {
  const Holds holds = find_holds(joint);
  for (int i = 0; i < holds.count; ++i) {
    const Hold& hold = holds.list[i];
    rows.push_back(make_row(bodies, joint, hold.direction, hold.is_turn));
    rows.back().target = -recovery * hold.gap;
    rows.back().lower = -kInfinity;
  }
}

ConstraintRow make_drive_row(std::span<const RigidMass> bodies, const PlacedJoint& joint) {
  if (joint.kind != JointKind::ball) {
    return make_row(bodies, joint, joint.axes_b.col(2), joint.kind == JointKind::hinge);
  }
  const Vec3 axis = joint.axes_b.col(2).cross(joint.axes_a.col(2));
  const double size = axis.norm();
  return make_row(bodies, joint, size > 0 ? Vec3(axis / size) : Vec3(joint.axes_b.col(0)), true);
}

void append_limit_rows(std::span<const RigidMass> bodies, const PlacedJoint& joint, double margin, double closing,
                       std::vector<ConstraintRow>& rows) {
  if (joint.kind == JointKind::fixed) return;
  const double at = measure_joint(joint);
  const double below = joint.kind == JointKind::ball ? kInfinity : at - joint.lower, above = joint.upper - at;
  if (below <= margin) {
    rows.push_back(make_drive_row(bodies, joint));
    rows.back().target = -below * closing;
  }
  if (above <= margin) {
    ConstraintRow row = make_drive_row(bodies, joint);
    row.direction *= -1, row.turn_a *= -1, row.turn_b *= -1;
    row.target = -above * closing;
    rows.push_back(row);
  }
}

}  // namespace abut
