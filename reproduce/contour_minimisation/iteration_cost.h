// What contour minimisation itself takes of an iteration.
#pragma once

#include "reproduce/contour_minimisation/recording.h"

namespace abut::reproduce {

/// Seconds. What the paper adds to an iteration: grouping piercings to contours, and summing up their gradients.
struct IterationCost {
  double iteration = 0, grouping = 0, gradients = 0;
  double share() const { return (grouping + gradients) / iteration; }
};

/// Means over all iterations whose time is known; grouping and gradients are measured once more, on the states of the
/// recording.
IterationCost measure_cost(const ReadyTangle& tangle, const Recording& recording);

}  // namespace abut::reproduce
