// Where a function of one number changes its sign.
#pragma once

#include <algorithm>
#include <array>

namespace abut {

/// A stretch no wider than asked for, at whose lower end the function is not above 0 while it is at the other, as it
/// has to be at the ends given. By chords (the Illinois way), with halves in between so that it never takes long.
template <class Function>
std::array<double, 2> bracket_root(const Function& f, double low, double high, double width) {
  double at_low = f(low), at_high = f(high);
  int last = 0;
  for (int i = 1; high - low > width; ++i) {
    double x = 0.5 * (low + high);
    // Half the width from the ends: so near a root, the next step is beyond it.
    if (i % 4 != 0) {
      x = std::clamp(low - at_low * ((high - low) / (at_high - at_low)), low + 0.5 * width, high - 0.5 * width);
    }
    if (!(x > low && x < high)) break;  // doubles do not tell less apart
    const double value = f(x);
    const int side = value > 0 ? 1 : -1;
    if (side > 0) {
      high = x;
      at_high = value;
      if (last == side) at_low *= 0.5;
    } else {
      low = x;
      at_low = value;
      if (last == side) at_high *= 0.5;
    }
    last = side;
  }
  return {low, high};
}

}  // namespace abut
