// Small systems: what is solved is solved, and what is singular is said to be.
#include "math/small_solve.h"

#include <gtest/gtest.h>

#include "support/random.h"

namespace abut {
namespace {

MatN<4> random_matrix(test::Random& random) {
  MatN<4> m;
  for (int i = 0; i < 16; ++i) m(i / 4, i % 4) = random.integer(-3, 3);
  return m;
}

TEST(SmallSolve, SolvesWhatIsRegular) {
  test::Random random(1);
  int regular = 0, singular = 0, positive = 0, other = 0;
  for (int round = 0; round < 3000; ++round) {
    const MatN<4> m = random_matrix(random);
    const VecN<4> x(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1));
    const auto solved = solve_any<4>(m, m * x);
    const bool is_regular = std::abs(m.determinant()) > 0.5;  // it is a whole number
    ASSERT_EQ(solved.has_value(), is_regular) << m;
    EXPECT_TRUE(!solved || (*solved - x).norm() < 1e-10);
    ++(is_regular ? regular : singular);

    const MatN<4> square = m.transpose() * m, indefinite = m + m.transpose();
    if (is_regular) {
      const auto by_roots = solve_positive<4>(square, square * x);
      ASSERT_TRUE(by_roots);
      EXPECT_LT((*by_roots - x).norm(), 1e-8);
      ++positive;
    }
    if (indefinite.diagonal().minCoeff() <= 0) {
      EXPECT_FALSE(solve_positive<4>(indefinite, x));
      ++other;
    }
  }
  EXPECT_GT(regular, 1000);
  EXPECT_GT(singular, 20);
  EXPECT_GT(positive, 1000);
  EXPECT_GT(other, 1000);
}

}  // namespace
}  // namespace abut
