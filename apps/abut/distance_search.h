// Least distances where not everything is compared with everything.
#pragma once

#include <optional>
#include <span>

#include "abut/detect.h"

namespace abut {

/// Of bodies before `first_other` from those after it; nothing if there are none on one side.
std::optional<MinimumDistance> find_distance_between(std::span<const Body> bodies, std::size_t first_other,
                                                     const RunSettings& run);

}  // namespace abut
