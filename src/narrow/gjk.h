// Gilbert, Johnson and Keerthi's walk to the nearest point of all differences of two solids, without their radius.
#pragma once

#include "narrow/simplex.h"

namespace abut {

enum class GjkEnd : std::uint8_t {
  apart,     ///< farther apart than the limit, proven
  touching,  ///< nearer than the limit, proven
  nearest,   ///< the nearest points have been found, as far as rounding allows
  unclear    ///< so near to touching that rounding hides it
};

struct GjkResult {
  GjkEnd end = GjkEnd::unclear;
  Simplex simplex;
  Plain3 nearest{};     ///< of the differences, to the origin; or a direction that separates by the limit
  double at_least = 0;  ///< the distance is not below this, but for the slack
};

/// What is asked: whether the distance is above a limit, or, with is_distance_wanted, the distance as far as the limit.
struct GjkQuestion {
  double limit = 0;
  bool is_distance_wanted = false;
};

GjkResult run_gjk(const ConvexView& view, const GjkQuestion& question, const ConvexWitness* start = nullptr);

}  // namespace abut
