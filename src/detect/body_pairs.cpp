#include "detect/body_pairs.h"

#include <algorithm>
#include <tuple>

namespace abut {

// What rounding may do is far less than the last term.
Box3 find_placed_box(const Box3& box, const Pose3& pose) {
  const Vec3 center = pose.apply(box.center());
  const Vec3 half = pose.rotation.toRotationMatrix().cwiseAbs() * (0.5 * box.size()) +
                    Vec3::Constant(0x1p-46 * (center.norm() + box.center().norm() + box.size().norm()));
  return {center - half, center + half};
}

// By what begins where along x; those that have not ended yet are compared along the other axes.
std::vector<BodyPair> find_body_pairs(std::span<const Box3> boxes) {
  std::vector<std::uint32_t> order(boxes.size()), open;
  for (std::uint32_t i = 0; i < boxes.size(); ++i) order[i] = i;
  std::sort(order.begin(), order.end(), [&](std::uint32_t i, std::uint32_t j) {
    return std::tie(boxes[i].lower.x(), i) < std::tie(boxes[j].lower.x(), j);
  });
  std::vector<BodyPair> pairs;
  for (const std::uint32_t i : order) {
    std::erase_if(open, [&](std::uint32_t j) { return boxes[j].upper.x() < boxes[i].lower.x(); });
    for (const std::uint32_t j : open) {
      if (test_overlap(boxes[i], boxes[j])) pairs.push_back({std::min(i, j), std::max(i, j)});
    }
    open.push_back(i);
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

}  // namespace abut
