// A layout as a drawing, and the look at what was written.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "abut/drawing.h"

namespace abut {

/// Parts where they are placed, and the sheets beside each other.
struct NestDrawing {
  std::vector<Outline> outlines;
  Outline sheet;
  double step = 0;  ///< from a sheet to the next
};
NestDrawing draw_layout(const NestProblem& problem, const NestLayout& layout);

/// Reads a drawing of a layout and proves that no two parts overlap or are nearer than the gap, and that all are inside
/// the sheet, the edge kept; the least clearance between parts. The error says what is wrong with the file.
Result<std::optional<double>> prove_layout(const std::string& path, const NestProblem& problem,
                                           const NestDrawing& drawing, const DrawingUnits& units, int threads);

}  // namespace abut
