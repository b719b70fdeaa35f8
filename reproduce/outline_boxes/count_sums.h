// Comparisons of boxes in many scenes of one situation, by all ways of turning boxes.
#pragma once

#include "reproduce/outline_boxes/outline_scene.h"

namespace abut::reproduce {

/// One scene.
using AllCounts = std::array<SceneCounts, kAdaptationCount>;
AllCounts count_all(const OutlineScene& scene);

/// Many; the first way, by elementary boxes, is what the others are compared with.
struct CountSums {
  AllCounts sums = {};
  std::array<std::array<std::size_t, 3>, kAdaptationCount> cases = {};  ///< with fewer comparisons, as many, more
  std::size_t scenes = 0;

  void add(const AllCounts& counts);
  double mean_tests(std::size_t i) const { return static_cast<double>(sums[i].tests) / static_cast<double>(scenes); }
  double mean_boxes(std::size_t i) const { return static_cast<double>(sums[i].boxes) / static_cast<double>(scenes); }
  double change(std::size_t i) const { return mean_tests(i) / mean_tests(0) - 1; }
};

}  // namespace abut::reproduce
