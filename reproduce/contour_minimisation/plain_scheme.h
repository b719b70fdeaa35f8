// The paper's equations and nothing else: each iteration adds the corrections to the positions. No shape is kept, and
// nothing is carried into the surface or held back.
#pragma once

#include "reproduce/contour_minimisation/ready_tangle.h"

namespace abut::reproduce {

struct PlainResult {
  Positions positions;
  std::size_t pairs_left = 0;
  int iterations = 0;

  bool is_clean() const { return pairs_left == 0; }
};

/// The global scheme, with corrections of up to half an edge; everything may move.
PlainResult minimise_plainly(const ReadyTangle& tangle, int max_iterations);

}  // namespace abut::reproduce
