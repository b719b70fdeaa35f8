// What rests with all it touches sleeps: it is left out of steps until something touches it.
#pragma once

#include "sim/solids/solid_system.h"

namespace abut {

/// After a step: counts how long bodies rest, and lets groups that do for long enough fall asleep.
void update_sleep(SolidSystem& system, double duration);

/// Wakes what will be touched within a time, by what the patches say, with all it sleeps with. True if anything woke:
/// there may be other contacts then.
bool wake_touched(SolidSystem& system, double duration);

void wake(SolidSystem& system, std::uint32_t body);

}  // namespace abut
