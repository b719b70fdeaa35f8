// Pieces that reports and records of untangling have in common.
#pragma once

#include <string>

#include "abut/untangle.h"

namespace abut {

/// All members of a step, in brackets.
std::string step_object(const UntangleStep& step);

}  // namespace abut
