// The predicates against integers of any size (math/big_integer.h), on input chosen to defeat the filter.
#include "math/predicates.h"

#include <gtest/gtest.h>

#include "math/big_integer.h"
#include "math/expansion.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;

struct Outcomes {
  int counts[3] = {0, 0, 0};
  void add(int sign) { ++counts[sign + 1]; }
  bool saw_all() const { return counts[0] > 0 && counts[1] > 0 && counts[2] > 0; }
};

TEST(Orient3d, sign_is_that_of_the_right_hand_rule) {
  const Vec3 o(0, 0, 0), x(1, 0, 0), y(0, 1, 0), z(0, 0, 1);
  EXPECT_EQ(orient3d(o, x, y, z), 1);
  EXPECT_EQ(orient3d(o, y, x, z), -1);
  EXPECT_EQ(orient3d(o, x, y, x + y), 0);
}

TEST(Orient2d, agrees_with_big_integers_on_nearly_collinear_points) {
  Random random(20261115);
  Outcomes seen;
  for (int i = 0; i < 100000; ++i) {
    const Vec2 a(random.uniform(-1, 1), random.uniform(-1, 1)), d(random.uniform(-1, 1), random.uniform(-1, 1));
    Vec2 b = a + random.uniform(-2, 2) * d, c = a + 0.25 * (b - a);
    c = Vec2(random.nudge(c.x()), random.nudge(c.y()));
    const int sign = orient2d(a, b, c);
    ASSERT_EQ(sign, orient2d_big(a, b, c));
    ASSERT_EQ(sign, -orient2d(b, a, c));
    seen.add(sign);
  }
  EXPECT_TRUE(seen.saw_all());
}

TEST(Orient3d, agrees_with_big_integers_on_nearly_coplanar_points) {
  Random random(20261115);
  Outcomes seen;
  for (int i = 0; i < 100000; ++i) {
    const auto point = [&] { return Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1)); };
    const Vec3 a = point(), b = point(), c = point();
    Vec3 d = a + random.uniform(-1, 1) * (b - a) + random.uniform(-1, 1) * (c - a);
    if (i % 2 == 0) d = 0.5 * (a + b);
    d = Vec3(random.nudge(d.x()), random.nudge(d.y()), random.nudge(d.z()));
    const int sign = orient3d(a, b, c, d);
    ASSERT_EQ(sign, orient3d_big(a, b, c, d));
    ASSERT_EQ(sign, -orient3d(a, c, b, d));
    ASSERT_EQ(sign, -orient3d(a, b, d, c));
    seen.add(sign);
  }
  EXPECT_TRUE(seen.saw_all());
}

TEST(Orient3d, agrees_with_big_integers_on_grids_at_every_scale) {
  Random random(20261115);
  for (const double scale : {1e-300, 1e-150, 1e-80, 1e-6, 1.0, 0.1, 1e6, 1e90}) {
    Outcomes seen;
    for (int i = 0; i < 20000; ++i) {
      const Vec3 shift = i % 3 == 0 ? random.grid_point(1000, scale) : Vec3(Vec3::Zero());
      const auto point = [&] { return Vec3(random.grid_point(3, scale) + shift); };
      const Vec3 a = point(), b = point(), c = point(), d = point();
      const int sign = orient3d(a, b, c, d);
      ASSERT_EQ(sign, orient3d_big(a, b, c, d)) << "scale " << scale;
      seen.add(sign);
    }
    EXPECT_TRUE(seen.saw_all()) << "scale " << scale;
  }
}

TEST(Orient3d, agrees_with_big_integers_when_magnitudes_differ_wildly) {
  Random random(20261115);
  Outcomes seen;
  for (int i = 0; i < 50000; ++i) {
    const auto number = [&] {
      const double x = std::ldexp(random.integer(-4, 4), random.integer(-330, 300));
      return random.integer(0, 2) == 0 ? random.integer(-2, 2) : x;
    };
    const auto point = [&] { return Vec3(number(), number(), number()); };
    const Vec3 a = point(), b = point(), c = point(), d = point();
    const int sign = orient3d(a, b, c, d);
    ASSERT_EQ(sign, orient3d_big(a, b, c, d));
    ASSERT_EQ(orient2d(a.head<2>(), b.head<2>(), c.head<2>()), orient2d_big(a.head<2>(), b.head<2>(), c.head<2>()));
    seen.add(sign);
  }
  EXPECT_TRUE(seen.saw_all());
}

TEST(Orient3d, survives_subnormal_coordinates) {
  const double tiny = std::numeric_limits<double>::denorm_min();
  EXPECT_EQ(orient3d({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {0, 0, tiny}), 1);
  EXPECT_EQ(orient3d({0, 0, 0}, {tiny, 0, 0}, {0, tiny, 0}, {tiny, tiny, 0}), 0);
  EXPECT_EQ(orient3d({1, 1, 1}, {2, 1, 1}, {1, 2, 1}, {1, 1, 1 - kEpsilon}), -1);
}

TEST(PlaneSide, equals_orient3d) {
  Random random(20261115);
  for (int i = 0; i < 20000; ++i) {
    const TrianglePoints t = {random.grid_point(4, 0.1), random.grid_point(4, 0.1), random.grid_point(4, 0.1)};
    const Vec3 p = random.grid_point(4, 0.1);
    ASSERT_EQ(PlaneSide(t).side(p), orient3d(t[0], t[1], t[2], p));
  }
}

TEST(TestCollinear, sees_exactly_the_points_on_one_line) {
  EXPECT_TRUE(test_collinear({0, 0, 0}, {1, 2, 3}, {2, 4, 6}));
  EXPECT_TRUE(test_collinear({1, 1, 1}, {1, 1, 1}, {5, 6, 7}));
  EXPECT_FALSE(test_collinear({0, 0, 0}, {1, 2, 3}, {2, 4, std::nextafter(6.0, 7.0)}));
}

TEST(Expansion, compress_keeps_the_value) {
  const auto sum = make_expansion(two_sum(1.0, 1e-20)) + make_expansion(two_sum(-1.0, 1e-40));
  EXPECT_DOUBLE_EQ(compress(sum).estimate(), 1e-20);
  EXPECT_EQ((sum - sum).sign(), 0);
}

}  // namespace
}  // namespace abut
