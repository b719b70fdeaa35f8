// Which loops go around which, and what that makes of them: regions with holes.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "abut/outline.h"

namespace abut {

/// Of each loop, those that go around it. Loops that cross are not around each other, as far as some of their points
/// tell; equal ones are not. Nothing if more than 1,000 go around one.
std::optional<std::vector<std::vector<std::uint32_t>>> find_loops_around(std::span<const Loop> loops);

/// Of loops that are filled where they go around more often to the left than to the right, or the other way around
/// ("nonzero"), those that are the border of what is filled.
std::vector<Loop> keep_borders(std::vector<Loop> loops, std::span<const std::vector<std::uint32_t>> around);

/// Loops that go together to one region: each outer one with the holes right inside of it. What lies in a hole is a
/// region of its own. The outer one comes first.
std::vector<std::vector<std::uint32_t>> group_regions(std::span<const std::vector<std::uint32_t>> around);

}  // namespace abut
