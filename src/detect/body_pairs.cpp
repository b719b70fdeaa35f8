#include "detect/body_pairs.h"

#include "abut/moving_boxes.h"

namespace abut {

// What rounding may do is far less than the last term.
Box3 find_placed_box(const Box3& box, const Pose3& pose) {
  const Vec3 center = pose.apply(box.center());
  const Vec3 half = pose.rotation.toRotationMatrix().cwiseAbs() * (0.5 * box.size()) +
                    Vec3::Constant(0x1p-46 * (center.norm() + box.center().norm() + box.size().norm()));
  return {center - half, center + half};
}

// Empty boxes, and those of what has gone beyond all numbers, overlap nothing and are left out.
std::vector<BodyPair> find_body_pairs(std::span<const Box3> boxes) {
  SweepAndPrune sweep;
  std::vector<std::uint32_t> bodies;  // of each box in the sweep
  for (std::uint32_t i = 0; i < boxes.size(); ++i) {
    if (!(boxes[i].lower.array() <= boxes[i].upper.array()).all()) continue;
    sweep.add(boxes[i]);
    bodies.push_back(i);
  }
  std::vector<BodyPair> pairs;
  const std::span<const BoxPair> found = sweep.find_pairs();
  pairs.reserve(found.size());
  for (const BoxPair& pair : found) pairs.push_back({bodies[pair.a], bodies[pair.b]});
  return pairs;
}

}  // namespace abut
