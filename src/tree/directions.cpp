#include "tree/directions.h"

#include <cmath>

namespace abut {

int choose_direction(std::uint32_t bits) {
  constexpr float kInverseLength[4] = {0, 1, 0.70710678f, 0.57735027f};  // by the number of components that are not 0
  const auto inverse_length = [&](const Direction& d) {
    return kInverseLength[std::abs(d[0]) + std::abs(d[1]) + std::abs(d[2])];
  };
  std::array<float, 3> mean = {0, 0, 0};
  for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
    const Direction d = direction(std::countr_zero(rest));
    for (int k = 0; k < 3; ++k) mean[k] += inverse_length(d) * static_cast<float>(d[k]);
  }
  int best = -1;
  float best_product = -INFINITY;
  for (std::uint32_t rest = bits; rest != 0; rest &= rest - 1) {
    const int bit = std::countr_zero(rest);
    const Direction d = direction(bit);
    const float product = inverse_length(d) * (mean[0] * static_cast<float>(d[0]) + mean[1] * static_cast<float>(d[1]) +
                                               mean[2] * static_cast<float>(d[2]));
    if (product <= best_product) continue;
    best = bit;
    best_product = product;
  }
  return best;
}

}  // namespace abut
