// Takes parts that overlap apart by moving one at a time to where it is least in the way. What stays in each other's
// way for long weighs more and more, until something else gives (guided local search).
#pragma once

#include <vector>

#include "nest/dice.h"
#include "nest/table.h"

namespace abut {

/// Counts what may still be done.
struct NestBudget {
  std::uint64_t evaluations = 0;
  std::function<bool(std::uint64_t used)> keeps_going = {};  ///< asked now and then
  bool is_over(std::uint64_t used) const { return used >= evaluations || (keeps_going && !keeps_going(used)); }
};

struct SeparationLimits {
  int patience = 100;  ///< passes without progress until it starts again from the best
  int strikes = 3;     ///< so often
};

/// Whether nothing overlaps in the end. Else the table is as it was when least overlapped.
bool separate(Table& table, const SeparationLimits& limits, const NestBudget& budget, Dice& dice);

std::vector<Place> list_places(const Table& table);
void set_places(Table& table, const std::vector<Place>& places);

}  // namespace abut
