// What Tab. 1 to 3 are about, with the paper's numbers.
#pragma once

#include <functional>
#include <string>

#include "reproduce/outline_boxes/outline_scene.h"

namespace abut::reproduce {

/// A situation of a figure, with what the paper says of it.
struct Situation {
  std::string name, words;
  std::array<std::uint64_t, 2> paper_tests;  ///< by elementary boxes, by multiresolution
  double paper_seconds = 0;

  std::string format() const { return words.empty() ? name : name + " " + words; }
};

struct Experiment {
  std::string table, file;
  std::vector<Situation> situations;
  std::size_t paper_boxes = 0;
  std::string claim;     ///< what the paper says of its second method
  double most_more = 0;  ///< the share of comparisons that it may take more, by that
  /// A scene for each situation.
  std::function<std::vector<OutlineScene>(int waves, std::uint64_t seed)> make_scenes;
};

const Experiment& get_ring_experiment();
const Experiment& get_moving_experiment();
const Experiment& get_rough_experiment();

}  // namespace abut::reproduce
