// Drawings of the command line: read one after the other, all in the units of the first.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "abut/drawing.h"

namespace CLI {
class App;
}

namespace abut {

struct DrawingOptions {
  std::vector<std::string> inputs;
  std::optional<double> join_gap;
  bool refuse_open = false;
  std::string nested, unit;
  double roughness = 0;

  DrawingSettings settings() const;
};

/// The files, and how they are to be read.
void add_drawing_options(CLI::App& command, DrawingOptions& options);

/// `on_read` is told what is read next. Notes say what units were taken for.
Result<std::vector<Drawing>> load_drawings(const DrawingOptions& options,
                                           const std::function<void(const std::string&)>& on_read);

/// As the first drawing has it. What does not say how long its units are is taken as it is; a note says so.
void adapt_units(Drawing& drawing, const DrawingUnits& units);

/// "mm", "cm", ... or "units" if the drawing does not say.
std::string name_unit(const DrawingUnits& units);

}  // namespace abut
