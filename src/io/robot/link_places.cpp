// Where the links of a robot are while no joint is turned or moved.
#include "abut/robot.h"

namespace abut {

std::vector<Pose3> place_links(const Robot& robot) {
  std::vector<Pose3> places(robot.links.size());
  std::vector<const RobotJoint*> above(robot.links.size());
  std::vector<std::vector<const RobotJoint*>> below(robot.links.size());
  for (const RobotJoint& joint : robot.joints) {
    if (above[joint.child]) continue;  // a tree is expected: the first joint counts
    above[joint.child] = &joint;
    below[joint.parent].push_back(&joint);
  }
  std::vector<std::size_t> open;
  for (std::size_t l = 0; l < above.size(); ++l) {
    if (!above[l]) open.push_back(l);
  }
  while (!open.empty()) {
    const Pose3 place = places[open.back()];
    const auto& joints = below[open.back()];
    open.pop_back();
    for (const RobotJoint* joint : joints) {
      places[joint->child] = place * joint->pose;
      open.push_back(joint->child);
    }
  }
  return places;
}

}  // namespace abut
