// Which boxes a search compares: what the paper may have counted, where the library counts comparisons.
#pragma once

#include "abut/outlines.h"
#include "reproduce/outline_boxes/boxed_tree.h"

namespace abut::reproduce {

struct PlacedBoxes {
  const BoxedTree* boxed = nullptr;
  Pose2 pose = {};

  PlacedOutline outline() const { return {&boxed->tree, pose}; }
};

/// Of two outlines, which boxes were compared with any of the other, and which of the boxes of single pieces were found
/// to overlap one.
struct TestedBoxes {
  std::vector<bool> a_tested, b_tested, a_met, b_met;
  std::uint64_t tests = 0;
};

/// The way of find_relation down both trees, without curves, and with other boxes.
TestedBoxes find_tested_boxes(const PlacedBoxes& a, const PlacedBoxes& b, double tolerance);

}  // namespace abut::reproduce
