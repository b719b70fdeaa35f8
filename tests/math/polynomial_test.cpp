#include "math/polynomial.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "support/random.h"

namespace abut {
namespace {

using test::Random;

Polynomial make_polynomial(std::initializer_list<int> coefficients) {
  return Polynomial(std::vector<Integer>(coefficients.begin(), coefficients.end()));
}

// (denominator x - numerator), which is zero at the quotient.
Polynomial make_factor(int numerator, int denominator) { return make_polynomial({-numerator, denominator}); }

double to_double(const Dyadic& x) { return std::ldexp(x.n.convert_to<double>(), -static_cast<int>(x.k)); }

// By evaluating with integers: denominator^degree times the value at the quotient.
int sign_at_quotient(const Polynomial& g, int numerator, int denominator) {
  Integer value = 0, power = 1;
  for (int i = g.degree(); i >= 0; --i) {
    value = value * numerator + g.coefficient(i) * power;
    power *= denominator;
  }
  return value.sign();
}

TEST(Polynomial, adds_multiplies_and_derives) {
  const Polynomial f = make_polynomial({1, -3, 2}), g = make_polynomial({-1, 3, -2});
  EXPECT_TRUE((f + g).is_zero());
  EXPECT_TRUE((f - f).is_zero());
  EXPECT_EQ((f * make_polynomial({0, 1})).degree(), 3);
  EXPECT_TRUE((f * Polynomial()).is_zero());
  EXPECT_EQ(f.derivative().coefficient(0), -3);
  EXPECT_EQ(f.derivative().coefficient(1), 4);
  EXPECT_TRUE(make_polynomial({7}).derivative().is_zero());
}

// Cubics put together from roots that are known, so that the number of roots between 0 and 1, and the signs of any
// other polynomial there, can be counted by hand.
TEST(Polynomial, finds_roots_and_the_signs_of_others_there) {
  Random random(1);
  std::array<int, 4> seen = {};
  std::array<int, 3> signs = {};
  int multiple = 0;
  for (int round = 0; round < 3000; ++round) {
    std::vector<std::array<int, 2>> roots;
    Polynomial f = make_polynomial({random.coin() ? 3 : -5});
    for (int i = random.integer(0, 3); i > 0; --i) {
      const int denominator = random.integer(1, 6);
      roots.push_back({random.integer(-1, denominator + 1), denominator});
      f = f * make_factor(roots.back()[0], roots.back()[1]);
    }
    // A factor without real roots.
    if (roots.size() <= 1 && random.coin()) f = f * make_polynomial({random.integer(2, 9), 1, 1});
    Polynomial g = make_polynomial({random.integer(-4, 4), random.integer(-4, 4), random.integer(-4, 4)});
    if (random.coin() && !roots.empty()) g = g * make_factor(roots[0][0], roots[0][1]);

    const auto is_same = [](const auto& a, const auto& b) { return a[0] * b[1] == b[0] * a[1]; };
    int expected_count = 0, expected_sum = 0;
    for (std::size_t i = 0; i < roots.size(); ++i) {
      const bool is_again = std::any_of(roots.begin(), roots.begin() + static_cast<std::ptrdiff_t>(i),
                                        [&](const auto& root) { return is_same(root, roots[i]); });
      multiple += is_again;
      if (is_again || roots[i][0] < 0 || roots[i][0] > roots[i][1]) continue;
      ++expected_count;
      expected_sum += sign_at_quotient(g, roots[i][0], roots[i][1]);
    }
    int sum = 0;
    const std::vector<Root> found = find_roots(f);
    std::vector<double> values;
    for (const Root& root : found) {
      values.push_back(to_double(root.find_lower_bound(40)));
      EXPECT_EQ(root.sign_of(f), 0);
      const int sign = root.sign_of(g);
      ++signs[static_cast<std::size_t>(sign + 1)];
      sum += sign;
    }
    ASSERT_EQ(found.size(), static_cast<std::size_t>(expected_count)) << round;
    ASSERT_EQ(sum, expected_sum) << round;
    // In order, and bounded from below.
    std::vector<double> expected;
    for (const auto& root : roots) {
      if (root[0] >= 0 && root[0] <= root[1]) expected.push_back(double(root[0]) / root[1]);
    }
    std::sort(expected.begin(), expected.end());
    expected.erase(std::unique(expected.begin(), expected.end()), expected.end());
    for (std::size_t i = 0; i < values.size(); ++i) {
      EXPECT_LE(values[i], expected[i]);
      EXPECT_TRUE(values[i] < expected[i] || expected[i] == 0);
      EXPECT_GE(values[i], expected[i] - 0x1p-39);
    }
    ++seen[found.size()];
  }
  for (const int count : seen) EXPECT_GT(count, 50);
  for (const int count : signs) EXPECT_GT(count, 100);
  EXPECT_GT(multiple, 100);
}

// Roots that are no fractions, and very close to each other.
TEST(Polynomial, tells_close_irrational_roots_apart) {
  // 2 x^2 = 1, and the same a little shifted: 2 x^2 = 1 + 1e-30.
  const Integer big = pow(Integer(10), 30);
  const Polynomial f({-big, 0, 2 * big}), g({-(big + 1), 0, 2 * big});
  const std::vector<Root> roots = find_roots(f), others = find_roots(g);
  ASSERT_EQ(roots.size(), 1u);
  ASSERT_EQ(others.size(), 1u);
  EXPECT_EQ(roots[0].sign_of(g), -1);
  EXPECT_EQ(others[0].sign_of(f), 1);
  const Polynomial line({-1, 3});
  const std::vector<Root> product_roots = find_roots(f * line);
  EXPECT_EQ(product_roots.size(), 2u);
}

}  // namespace
}  // namespace abut
