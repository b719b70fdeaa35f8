// What impact searches can be asked for.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "base/assert.h"

namespace abut {

/// Times are not told apart any further.
inline constexpr double kLeastTolerance = 1e-14;

inline double find_tolerance(const ImpactSettings& settings) {
  return std::clamp(settings.tolerance, kLeastTolerance, 1.0);
}

inline void check_impact_settings(const ImpactSettings& settings) {
  ABUT_ASSERT(settings.separation >= 0 && std::isfinite(settings.separation));
  ABUT_ASSERT(settings.tolerance >= 0);
  ABUT_ASSERT(0 <= settings.t0 && settings.t0 <= settings.t1 && settings.t1 <= 1);
}

}  // namespace abut
