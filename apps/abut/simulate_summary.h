// What abut simulate has done, for people.
#pragma once

#include <string>

#include "simulate_run.h"

namespace abut {

std::string summarize(const SimulateResult& result, std::size_t frame_count);

}  // namespace abut
