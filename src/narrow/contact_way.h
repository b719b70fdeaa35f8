// The shortest way between two solids without their radius, or out of each other.
#pragma once

#include <optional>

#include "narrow/gjk.h"

namespace abut {

/// In a's frame.
struct ContactWay {
  double gap = 0;          ///< below 0: how deep
  Plain3 normal{1, 0, 0};  ///< from b to a
  Plain3 on_a{}, on_b{};
};

/// `start` is where a search ended before; is_core_apart says that they may be apart, so that a distance is looked for
/// first.
ContactWay find_contact_way(const ConvexView& view, const Simplex& start, bool is_core_apart);
/// Nothing if the way is longer than a limit above 0.
std::optional<ContactWay> find_contact_way_within(const ConvexView& view, double limit, ConvexWitness* witness);

}  // namespace abut
