// The directions a patch may look to: the 26 from the middle of a cube to its corners, edges and faces. With components
// -1, 0 and 1, products with them are sums, and projecting along them is a subtraction.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

namespace abut {

/// Thirteen axes; bit k of Node::directions stands for axis k, bit 16 + k for its opposite.
inline constexpr std::array<std::array<int, 3>, 13> kAxes = {{{1, 0, 0},
                                                              {0, 1, 0},
                                                              {0, 0, 1},
                                                              {1, 1, 0},
                                                              {1, -1, 0},
                                                              {1, 0, 1},
                                                              {1, 0, -1},
                                                              {0, 1, 1},
                                                              {0, 1, -1},
                                                              {1, 1, 1},
                                                              {1, 1, -1},
                                                              {1, -1, 1},
                                                              {1, -1, -1}}};
inline constexpr std::uint32_t kAllDirections = 0x1fff1fff;

using Direction = std::array<int, 3>;

inline Direction direction(int bit) {
  const auto& axis = kAxes[bit % 16];
  return bit < 16 ? axis : Direction{-axis[0], -axis[1], -axis[2]};
}

/// Of several directions the one nearest to their mean; `bits` is not 0.
int choose_direction(std::uint32_t bits);

}  // namespace abut
