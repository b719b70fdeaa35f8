// Where the links of a robot are.
#include "abut/robot.h"

namespace abut {
namespace {

Pose3 move_joint(const RobotJoint& joint, double value) {
  if (joint.type == "prismatic") return {Eigen::Quaterniond::Identity(), value * joint.axis};
  if (joint.type == "revolute" || joint.type == "continuous")
    return {Eigen::Quaterniond(Eigen::AngleAxisd(value, joint.axis)), Vec3::Zero()};
  return {};
}

}  // namespace

std::vector<Pose3> place_links(const Robot& robot, std::span<const double> values) {
  std::vector<Pose3> places(robot.links.size());
  std::vector<bool> has_parent(robot.links.size());
  std::vector<std::vector<std::size_t>> below(robot.links.size());
  for (std::size_t j = 0; j < robot.joints.size(); ++j) {
    const RobotJoint& joint = robot.joints[j];
    if (has_parent[joint.child]) continue;  // a tree is expected: the first joint counts
    has_parent[joint.child] = true;
    below[joint.parent].push_back(j);
  }
  std::vector<std::size_t> open;
  for (std::size_t l = 0; l < has_parent.size(); ++l) {
    if (!has_parent[l]) open.push_back(l);
  }
  while (!open.empty()) {
    const std::size_t parent = open.back();
    open.pop_back();
    for (const std::size_t j : below[parent]) {
      const RobotJoint& joint = robot.joints[j];
      places[joint.child] = places[parent] * joint.pose * move_joint(joint, values.empty() ? 0 : values[j]);
      open.push_back(joint.child);
    }
  }
  return places;
}

}  // namespace abut
