// What abut simulate can be asked for.
#pragma once

#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "scene_choice.h"
#include "view_options.h"

namespace abut {

struct SimulateOptions {
  std::string scene;
  std::vector<std::string> outputs;
  SceneTimes times;
  int threads = 0;
  bool cloth_only = false;
  bool resume = false, force = false, quiet = false;
  std::string json;
  ViewOptions view;

  std::FILE* out() const { return json == "-" ? stderr : stdout; }
};

}  // namespace abut
