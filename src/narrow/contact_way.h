// The shortest way between two solids without their radius, or out of each other.
#pragma once

#include "narrow/gjk.h"

namespace abut {

/// In a's frame.
struct ContactWay {
  double gap = 0;          ///< below 0: how deep
  Plain3 normal{1, 0, 0};  ///< from b to a
  Plain3 on_a{}, on_b{};
  bool is_across_edges = false;  ///< known to be across two edges, so that no face looks along it
};

/// `start` is where a search ended before; is_core_apart says that they may be apart, so that a distance is looked for
/// first.
ContactWay find_contact_way(const ConvexView& view, const Simplex& start, bool is_core_apart);

}  // namespace abut
