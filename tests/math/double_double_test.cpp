#include "math/double_double.h"

#include <gtest/gtest.h>

#include "support/exact_distances.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Big;
using test::Random;

TEST(DoubleDouble, has_about_32_digits) {
  Random random(5);
  int smaller = 0, larger = 0;
  for (int i = 0; i < 20000; ++i) {
    const TwoTerms x{random.uniform(-1, 1), random.uniform(-1, 1) * 0x1p-55},
        y{random.uniform(-1, 1), random.uniform(-1, 1) * 0x1p-55};
    const DoubleDouble a(fast_two_sum(x.head, x.tail)), b(fast_two_sum(y.head, y.tail));
    const Big c = Big(x.head) + x.tail, d = Big(y.head) + y.tail;
    // What is left after its double is taken away twice is all there is.
    const auto value = [](const DoubleDouble& v) { return Big(double(v)) + double(v - DoubleDouble(double(v))); };
    const Big limit = 0x1p-103;
    ASSERT_LE(abs(value(a + b) - (c + d)), limit * (abs(c) + abs(d)));
    ASSERT_LE(abs(value(a - b) - (c - d)), limit * (abs(c) + abs(d)));
    ASSERT_LE(abs(value(a * b) - c * d), limit * abs(c * d));
    ASSERT_LE(abs(value(a / b) - c / d), limit * abs(c / d));
    ASSERT_EQ(a < b, c < d);
    ASSERT_EQ(a > b, c > d);
    ++(a < b ? smaller : larger);
  }
  EXPECT_GT(smaller, 1000);
  EXPECT_GT(larger, 1000);
}

}  // namespace
}  // namespace abut
