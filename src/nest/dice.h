// Chance for searches: the same numbers every time.
#pragma once

#include <cstdint>

#include "base/chance.h"

namespace abut {

class Dice {
 public:
  explicit Dice(std::uint64_t seed) : seed_(seed) {}

  double uniform(double low = 0, double high = 1) { return low + (high - low) * draw(seed_, count_++); }
  /// From 0 to below count.
  std::size_t pick(std::size_t count) { return static_cast<std::size_t>(uniform() * static_cast<double>(count)); }
  /// Bell-shaped around 0, within 3.
  double bell() { return 2 * (uniform() + uniform() + uniform()) - 3; }

 private:
  std::uint64_t seed_, count_ = 0;
};

}  // namespace abut
