// What abut spheres is asked to do with a scene of moving bodies.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "abut/memory.h"
#include "scene_choice.h"
#include "view_options.h"

namespace abut {

struct SpheresSceneOptions {
  std::string scene;
  int depth = 5;
  std::size_t memory = MemoryBudget::kUnlimited;
  std::string backend = "cpu";
  std::optional<double> keep;  ///< seconds that branches stay without use
  bool spheres_only = false, first = false, out_of_core = false, digest = false;
  std::string scratch;  ///< folder for triangles that are kept on the disk
  SceneTimes times;
  std::string json, pairs;
  ViewOptions view;
  bool quiet = false, force = false;

  std::vector<std::string> targets() const { return {json, pairs, view.html, view.record}; }
  /// With a report on standard output, people read standard error.
  std::FILE* out() const { return json == "-" || pairs == "-" ? stderr : stdout; }
};

}  // namespace abut
