// Which boxes a search in the paper's way compares, one pair at a time.
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
  std::uint64_t piece_pairs = 0;  ///< pairs of pieces whose boxes overlap
};

/// Down both trees, the larger of two boxes opened first. find_relation comes to the same pairs of pieces; it opens two
/// boxes of about one size at once, and compares in floats.
TestedBoxes find_tested_boxes(const PlacedBoxes& a, const PlacedBoxes& b, double tolerance);

}  // namespace abut::reproduce
