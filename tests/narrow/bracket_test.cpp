#include "narrow/bracket.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/random.h"

namespace abut {
namespace {

TEST(Bracket, holds_the_root_and_is_narrow) {
  test::Random random(1);
  for (int round = 0; round < 2000; ++round) {
    const double root = random.uniform(0, 1), power = random.integer(0, 4) * 2 + 1;
    int count = 0;
    const auto f = [&](double x) {
      ++count;
      return std::pow(x - root, power) * (1 + x);
    };
    const auto [low, high] = bracket_root(f, 0, 1, 0x1p-40);
    EXPECT_LE(low, root);
    EXPECT_GE(high, root);
    EXPECT_LE(high - low, 0x1p-40);
    EXPECT_LT(count, power == 1 ? 30 : 200) << power;
  }
}

TEST(Bracket, roots_at_ends_jumps_and_flat_stretches_end) {
  const auto step = [](double x) { return x > 0.3 ? 1.0 : -1e-300; };
  EXPECT_NEAR(bracket_root(step, 0, 1, 1e-12)[1], 0.3, 1e-12);
  EXPECT_EQ(bracket_root([](double x) { return x; }, 0, 1, 1e-12)[0], 0);
  EXPECT_LE(bracket_root([](double x) { return std::max(0.0, x - 0.5); }, 0, 1, 1e-9)[0], 0.5 + 1e-9);
  // Doubles end before the width is reached.
  EXPECT_LE(bracket_root([](double x) { return x - 1e6; }, 0, 2e6, 0)[0], 1e6);
}

}  // namespace
}  // namespace abut
