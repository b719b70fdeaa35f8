#include "narrow/nearest_weights.h"

#include <gtest/gtest.h>

#include "support/exact_distances.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Big3;
using test::Random;

// Sides of any direction and length; nearly parallel ones, equal ones and zeros among them.
Vec3 make_side(Random& random, const Vec3& other) {
  const double small = std::pow(10.0, random.integer(-18, 0));
  switch (random.integer(0, 5)) {
    case 0:
      return random.grid_point(1);
    case 1:
      return random.integer(-2, 2) * other;
    case 2:
      return random.uniform(-1, 1) * other + small * random.point();
    case 3:
      return small * random.point();
    default:
      return 2 * random.point();
  }
}

// The point found is as near as the nearest up to rounding.
void check_nearest(const Vec3& q, const Vec3& e1, const Vec3& e2, const PlaneWeights& w, const test::Big& squared) {
  const double size = std::max({1.0, q.norm(), e1.norm(), e2.norm()});
  ASSERT_NEAR((q - w.u * e1 - w.v * e2).norm(), static_cast<double>(sqrt(squared)), 2e-15 * size);
  ASSERT_TRUE(w.u >= 0 && w.u <= 1 && w.v >= 0 && w.v <= 1);
}

TEST(FindNearestInTriangle, is_nearest_for_any_sides) {
  Random random(31);
  int parts[8] = {};
  for (int i = 0; i < 10000; ++i) {
    const Vec3 q = random.coin() ? random.grid_point(2) : random.point(), e1 = make_side(random, q),
               e2 = make_side(random, e1);
    const PlaneWeights w = find_nearest_in_triangle(q, e1, e2);
    check_nearest(q, e1, e2, w, test::squared_distance(Big3(q), {Vec3(0, 0, 0), e1, e2}));
    ASSERT_GE(1 - w.u - w.v, 0);
    ASSERT_FALSE(HasFailure()) << i;
    ++parts[(w.u > 0) + 2 * (w.v > 0) + 4 * (1 - w.u - w.v > 0)];
  }
  for (int part = 1; part < 8; ++part) EXPECT_GT(parts[part], 100) << part;
}

TEST(FindNearestInParallelogram, is_nearest_for_any_sides) {
  Random random(32);
  int parts[3][3] = {};
  for (int i = 0; i < 10000; ++i) {
    const Vec3 q = random.coin() ? random.grid_point(2) : random.point(), e1 = make_side(random, q),
               e2 = make_side(random, e1);
    const PlaneWeights w = find_nearest_in_parallelogram(q, e1, e2);
    check_nearest(q, e1, e2, w, test::squared_distance(Vec3(0, 0, 0), e1, q, Big3(q) - Big3(e2)));
    ASSERT_FALSE(HasFailure()) << i;
    const auto part = [](double x) { return x == 0 ? 0 : x == 1 ? 2 : 1; };
    ++parts[part(w.u)][part(w.v)];
  }
  for (const auto& row : parts) {
    for (const int seen : row) EXPECT_GT(seen, 100);
  }
}

}  // namespace
}  // namespace abut
