// Looks at outlines where they are drawn: used by abut outlines, and by abut nest on what it has placed.
#pragma once

#include <optional>
#include <vector>

#include "abut/drawing.h"

namespace abut {

struct OutlinesCheck {
  double tolerance = 1e-6;
  std::optional<double> within = {};
  bool is_placed = true;  ///< else each is looked at by itself
  RunSettings run = {};
};

/// Relations, containment in the sheet, crossings of each with itself, and clearances within what is asked for.
OutlinesReport check_outlines(std::vector<CheckedOutline> outlines, std::optional<CheckedOutline> sheet,
                              const OutlinesCheck& check);

}  // namespace abut
