// The options of abut untangle.
#pragma once

#include <cstdint>
#include <cstdio>
#include <optional>
#include <string>
#include <vector>

#include "abut/untangle.h"
#include "mesh_input.h"
#include "view_options.h"

namespace abut {

struct UntangleOptions {
  std::vector<std::string> inputs;
  std::vector<std::string> obstacles;  ///< meshes that never move: files, or names of inputs
  std::vector<std::string> pins;       ///< vertices that never move: groups, lists in files, or boxes
  std::vector<std::string> layers;     ///< meshes or groups, from the skin outwards
  std::vector<std::string> rests;      ///< shapes to relax to: FILE for each input in order, or NAME=FILE
  std::string output, json;
  ViewOptions view;
  std::optional<double> thickness;
  int max_iterations = UntangleSettings{}.max_iterations;
  double time_limit = 0;
  std::uint64_t seed = UntangleSettings{}.seed;
  int threads = 0;
  bool quiet = false, force = false, no_weld = false, together = false, each = false, resume = false;

  InputSettings input_settings() const {
    return {.weld_vertices = !no_weld, .together = together, .keep_source = true};
  }
  /// With a report on standard output, people read standard error.
  std::FILE* out() const { return json == "-" ? stderr : stdout; }
};

}  // namespace abut
