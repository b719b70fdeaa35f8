// A strip as short as it can be made: shorter and shorter, each time with what then overlaps taken apart again.
#pragma once

#include "nest/separation.h"

namespace abut {

struct StripLayout {
  std::vector<std::uint32_t> parts;  ///< of each copy
  std::vector<Place> places;
  double length = 0;
  std::uint64_t evaluations = 0;
};

/// Told of every layout that is better than all before.
using StripNews = std::function<void(const StripLayout&)>;

/// `ground` says what is between parts, and how high the strip is; its length is found.
StripLayout fill_strip(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands, const Ground& ground,
                       const NestBudget& budget, std::uint64_t seed, const StripNews& news);

}  // namespace abut
