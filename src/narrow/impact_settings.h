// What impact searches can be asked for.
#pragma once

#include <cmath>

#include "abut/narrow.h"
#include "base/assert.h"

namespace abut {

inline void check_impact_settings(const ImpactSettings& settings) {
  ABUT_ASSERT(settings.separation >= 0 && std::isfinite(settings.separation));
  ABUT_ASSERT(settings.tolerance >= 0);
  ABUT_ASSERT(0 <= settings.t0 && settings.t0 <= settings.t1 && settings.t1 <= 1);
}

}  // namespace abut
