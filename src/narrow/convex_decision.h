// Whether two placed solids touch, and what came out on the way there: the first half of every question about them.
#pragma once

#include "narrow/gjk.h"

namespace abut {

struct ConvexDecision {
  bool is_touching = false;
  Simplex simplex;  ///< where the search ended
};

/// Whether they are within `margin` of each other (with a margin: as far as rounding goes).
ConvexDecision decide_touching(const ConvexView& view, double margin, ConvexWitness* witness);

}  // namespace abut
