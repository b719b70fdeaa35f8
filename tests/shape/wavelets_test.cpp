// Outlines with less detail, and back.
#include <gtest/gtest.h>

#include "support/outlines.h"

namespace abut {
namespace {

using test::Random;

std::vector<Vec2> make_random_points(Random& random, std::size_t count) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) points.push_back(test::random_point2(random, 10));
  return points;
}

Vec2 find_mean(const std::vector<Vec2>& points) {
  Vec2 sum = Vec2::Zero();
  for (const Vec2& p : points) sum += p;
  return sum / static_cast<double>(points.size());
}

double measure_difference(const std::vector<Vec2>& a, const std::vector<Vec2>& b) {
  double largest = a.size() == b.size() ? 0 : std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < a.size() && i < b.size(); ++i) largest = std::max(largest, (a[i] - b[i]).norm());
  return largest;
}

TEST(Wavelets, nothing_is_lost) {
  Random random(1);
  for (const std::size_t count : {4u, 6u, 10u, 64u, 130u, 1024u}) {
    const auto points = make_random_points(random, count);
    const WaveletLevel level = analyse(points);
    EXPECT_EQ(level.coarse.size(), count / 2);
    EXPECT_EQ(level.details.size(), count / 2);
    EXPECT_LT(measure_difference(synthesise(level), points), 1e-13) << count;
  }
}

TEST(Wavelets, what_has_no_detail_is_the_same_curve_in_halves) {
  Random random(2);
  for (const std::size_t count : {2u, 3u, 5u, 8u, 51u}) {
    const auto points = make_random_points(random, count);
    const auto fine = synthesise({points, std::vector<Vec2>(count, Vec2::Zero())});
    const Loop curve = make_spline(points), refined = make_spline(fine);
    for (std::size_t i = 0; i < count; ++i) {
      for (const double t : {0.0, 0.3, 1.0}) {
        const Cubic2& whole = curve.pieces[i].curve;
        EXPECT_LT((refined.pieces[2 * i].curve.at(t) - whole.at(0.5 * t)).norm(), 1e-13);
        EXPECT_LT((refined.pieces[2 * i + 1].curve.at(t) - whole.at(0.5 + 0.5 * t)).norm(), 1e-13);
      }
    }
    if (count < 2) continue;
    const WaveletLevel again = analyse(fine);
    EXPECT_LT(measure_difference(again.coarse, points), 1e-13);
    for (const Vec2& detail : again.details) EXPECT_LT(detail.norm(), 1e-13);
  }
}

TEST(Wavelets, the_mean_stays) {
  Random random(3);
  for (int n = 0; n < 20; ++n) {
    const auto points = make_random_points(random, 64);
    EXPECT_LT((find_mean(analyse(points).coarse) - find_mean(points)).norm(), 1e-13);
  }
}

// No other curve with as many points is nearer, by the square of the distance at equal parameters.
TEST(Wavelets, the_coarse_curve_is_the_nearest_one) {
  Random random(6);
  for (const std::size_t count : {8u, 20u, 64u}) {
    const auto points = make_random_points(random, count);
    const Loop fine = make_spline(points);
    const auto measure = [&](const std::vector<Vec2>& coarse) {
      const Loop loop = make_spline(coarse);
      double sum = 0;
      for (std::size_t i = 0; i < count; ++i) {
        for (int k = 0; k < 16; ++k) {
          const double t = (k + 0.5) / 16;
          sum += (fine.pieces[i].curve.at(t) - loop.pieces[i / 2].curve.at(0.5 * (double(i % 2) + t))).squaredNorm();
        }
      }
      return sum;
    };
    const auto best = analyse(points).coarse;
    const double least = measure(best);
    for (int n = 0; n < 20; ++n) {
      auto other = best;
      for (Vec2& p : other) p += test::random_point2(random, 0.3);
      EXPECT_GT(measure(other), least);
    }
  }
}

// Theorem 3.1 of Rivera et al.: segments 2i and 2i + 1 lie along segment i of the coarser curve, nearer than along any
// other.
TEST(Wavelets, segments_become_those_of_half_their_number) {
  Random random(4);
  const auto fine = test::make_star(random, 256, 0.02);
  const auto coarse = make_spline(analyse(fine).coarse);
  const Loop curve = make_spline(fine);
  for (std::size_t i = 0; i < 128; ++i) {
    const Vec2 middle = curve.pieces[2 * i].curve.points[3];
    std::size_t nearest = 0;
    for (std::size_t k = 1; k < 128; ++k) {
      const auto distance = [&](std::size_t s) { return (coarse.pieces[s].curve.at(0.5) - middle).norm(); };
      if (distance(k) < distance(nearest)) nearest = k;
    }
    EXPECT_EQ(nearest, i);
  }
}

TEST(Wavelets, levels_go_on_while_halves_are_whole) {
  Random random(5);
  const auto count_levels = [&](std::size_t points) { return make_levels(make_random_points(random, points)).size(); };
  EXPECT_EQ(count_levels(512), 8u);  // 512 down to 4
  EXPECT_EQ(count_levels(48), 4u);   // 48, 24, 12, 6: 3 would be too few
  EXPECT_EQ(count_levels(51), 1u);
  EXPECT_EQ(count_levels(2), 1u);
  EXPECT_EQ(make_levels(make_random_points(random, 48), 3).size(), 5u);
}

}  // namespace
}  // namespace abut
