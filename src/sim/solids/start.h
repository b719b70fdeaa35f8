// Before the first step: joints that are open are closed, and what overlaps is refused or pushed apart.
#pragma once

#include "sim/solids/solid_system.h"

namespace abut {

Status start_solids(SolidSystem& system);

}  // namespace abut
