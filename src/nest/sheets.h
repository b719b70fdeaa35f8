// As few sheets as can be found: each is filled as far as it goes, then more parts are pressed in.
#pragma once

#include "nest/separation.h"

namespace abut {

struct SheetLayout {
  struct Copy {
    std::uint32_t part = 0, sheet = 0;
    Place place;
  };
  std::vector<Copy> copies;
  std::vector<std::uint32_t> unplaced;  ///< parts for which no place was found on an empty sheet
  std::uint32_t sheets = 0;
  std::uint64_t evaluations = 0;
};

using SheetNews = std::function<void(const SheetLayout&)>;

SheetLayout fill_sheets(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands, const Ground& ground,
                        const NestBudget& budget, std::uint64_t seed, const SheetNews& news);

}  // namespace abut
