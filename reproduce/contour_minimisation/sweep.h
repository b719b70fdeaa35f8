// The same untangling over several seeds of a kind, and what it comes to.
#pragma once

#include <array>
#include <string_view>

#include "abut/untangle.h"

namespace abut::reproduce {

struct Sweep {
  int runs = 0, solved = 0;
  int median_iterations = 0, most_iterations = 0;  ///< of those that were solved
  std::array<std::size_t, kStrategyCount> resolved_by = {};

  bool is_solved() const { return solved == runs; }
};

/// Seeds from 0 on.
Sweep sweep(std::string_view kind, int seeds, const UntangleSettings& settings, int cells = 0);

}  // namespace abut::reproduce
