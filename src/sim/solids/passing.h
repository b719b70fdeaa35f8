// What has passed through something else within a step that contacts did not hold.
#pragma once

#include <span>

#include "sim/solids/solid_system.h"

namespace abut {

/// The share of a step after which two parts first came to touch that then went on so far that one may be on the wrong
/// side of the other; or after which contacts have to be looked for again, since what touches has turned that far. 1:
/// there are none. Bodies are where the step has taken them; `start`: where they were.
double find_first_passing(const SolidSystem& system, std::span<const SolidMotion> start);

}  // namespace abut
