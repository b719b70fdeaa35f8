// Cubic curves: their points, parts, boxes and lengths.
#include <gtest/gtest.h>

#include "support/outlines.h"

namespace abut {
namespace {

using test::Random;
using test::random_cubic;

TEST(Cubic, derivatives_are_those_of_its_points) {
  Random random(1);
  for (int n = 0; n < 100; ++n) {
    const Cubic2 curve = random_cubic(random);
    const double t = random.uniform(0.01, 0.99), h = 1e-5;
    const Vec2 slope = (curve.at(t + h) - curve.at(t - h)) / (2 * h);
    const Vec2 bend = (curve.derivative(t + h) - curve.derivative(t - h)) / (2 * h);
    EXPECT_LT((curve.derivative(t) - slope).norm(), 1e-8);
    EXPECT_LT((curve.second_derivative(t) - bend).norm(), 1e-8);
  }
}

TEST(Cubic, parts_are_the_same_curve) {
  Random random(2);
  for (int n = 0; n < 200; ++n) {
    const Cubic2 curve = random_cubic(random);
    const double a = random.uniform(0, 1), b = random.uniform(0, 1), from = std::min(a, b), to = std::max(a, b);
    const auto halves = curve.split(a);
    const Cubic2 part = curve.part(from, to);
    EXPECT_EQ(halves[0].points[3], halves[1].points[0]);
    EXPECT_EQ(halves[0].points[0], curve.points[0]);
    EXPECT_EQ(halves[1].points[3], curve.points[3]);
    for (const double t : {0.0, 0.2, 0.5, 0.9, 1.0}) {
      EXPECT_LT((halves[0].at(t) - curve.at(t * a)).norm(), 1e-14);
      EXPECT_LT((halves[1].at(t) - curve.at(a + t * (1 - a))).norm(), 1e-14);
      EXPECT_LT((part.at(t) - curve.at(from + t * (to - from))).norm(), 1e-13);
      EXPECT_LT((curve.reversed().at(t) - curve.at(1 - t)).norm(), 1e-15);
    }
  }
}

TEST(Cubic, its_box_just_fits) {
  Random random(3);
  std::size_t beyond_ends = 0;
  for (int n = 0; n < 300; ++n) {
    const Cubic2 curve = random_cubic(random);
    const Box2 box = find_box(curve);
    Box2 sampled, ends;
    for (int i = 0; i <= 2000; ++i) sampled.add(curve.at(i / 2000.0));
    ends.add(curve.points[0]);
    ends.add(curve.points[3]);
    beyond_ends += box.size().norm() > 1.01 * ends.size().norm();
    EXPECT_LT((box.lower - sampled.lower).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_LT((box.upper - sampled.upper).cwiseAbs().maxCoeff(), 1e-5);
    EXPECT_TRUE((box.lower.array() <= sampled.lower.array() + 1e-15).all());
    EXPECT_TRUE((box.upper.array() >= sampled.upper.array() - 1e-15).all());
  }
  EXPECT_GT(beyond_ends, 50u);
  EXPECT_LT(beyond_ends, 290u);
}

TEST(Cubic, its_length_is_that_of_many_chords) {
  Random random(4);
  for (int n = 0; n < 10; ++n) {
    const Cubic2 curve = random_cubic(random);
    double chords = 0;
    constexpr int kCount = 200000;
    for (int i = 0; i < kCount; ++i) chords += (curve.at((i + 1.0) / kCount) - curve.at(double(i) / kCount)).norm();
    EXPECT_NEAR(measure_length(curve), chords, 1e-8 * chords);
  }
  EXPECT_NEAR(measure_length(make_line(Vec2(1, 2), Vec2(4, 6))), 5, 1e-14);
  // A cusp in the middle, and one that goes there and back.
  const Cubic2 cusp = {{Vec2(0, 0), Vec2(1, 1), Vec2(0, 1), Vec2(1, 0)}};
  const auto halves = cusp.split();
  EXPECT_NEAR(measure_length(cusp), measure_length(halves[0]) + measure_length(halves[1]), 1e-12);
  const Cubic2 back = {{Vec2(0, 0), Vec2(1, 0), Vec2(1, 0), Vec2(0, 0)}};
  EXPECT_NEAR(measure_length(back), 1.5, 1e-12);
  EXPECT_EQ(measure_length(Cubic2{{Vec2(1, 1), Vec2(1, 1), Vec2(1, 1), Vec2(1, 1)}}), 0);
  const double infinity = std::numeric_limits<double>::infinity();
  EXPECT_FALSE(std::isfinite(measure_length(make_line(Vec2(infinity, 0), Vec2(-infinity, 1)))));
}

TEST(Cubic, normals_are_to_the_right_even_where_it_begins_at_rest) {
  const Cubic2 curve = {{Vec2(0, 0), Vec2(0, 0), Vec2(1, 0), Vec2(1, 0)}};
  for (const double t : {0.0, 0.3, 1.0}) EXPECT_LT((measure_normal(curve, t) - Vec2(0, -1)).norm(), 1e-15) << t;
  Random random(5);
  for (int n = 0; n < 50; ++n) {
    const Cubic2 any = random_cubic(random);
    const double t = random.uniform(0, 1);
    const Vec2 normal = measure_normal(any, t), along = any.derivative(t);
    EXPECT_NEAR(normal.norm(), 1, 1e-14);
    EXPECT_NEAR(normal.dot(along), 0, 1e-13);
    EXPECT_GT(normal.x() * along.y() - normal.y() * along.x(), 0);  // the way is to the left of it
  }
}

}  // namespace
}  // namespace abut
