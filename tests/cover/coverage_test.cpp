#include <gtest/gtest.h>

#include "abut/sphere_set.h"
#include "cover/enclosing_ball.h"
#include "support/soups.h"
#include "support/sphere_sets.h"

namespace abut {
namespace {

using test::find_farthest_outside;
using test::make_soup;
using test::Random;
using test::Soup;

std::vector<Sphere> make_spheres(Random& random, int count, double radius) {
  std::vector<Sphere> spheres;
  for (int i = 0; i < count; ++i) spheres.push_back({random.point(), radius * random.uniform(0.5, 1.5)});
  return spheres;
}

// What is proved must stand up to points everywhere, and what has a point outside must not be proved.
TEST(Coverage, random_spheres_and_soups_against_many_points) {
  int covered = 0, uncovered = 0;
  for (std::uint64_t seed = 0; seed < 300; ++seed) {
    Random random(seed);
    const Soup soup = make_soup(static_cast<std::uint32_t>(seed), 6, random.uniform(0.02, 0.5));
    const auto spheres = make_spheres(random, 60, random.uniform(0.3, 0.8));
    const double outside = find_farthest_outside(soup.list(), spheres, 200, seed);
    const bool is_covered = test_covered(soup.list(), spheres);
    if (outside > 1e-12) {
      EXPECT_FALSE(is_covered) << seed;
    }
    if (is_covered) {
      EXPECT_LE(outside, 0) << seed;
    }
    ++(is_covered ? covered : uncovered);
  }
  EXPECT_GT(covered, 50);
  EXPECT_GT(uncovered, 50);
}

TEST(Coverage, a_sphere_that_is_missing_or_too_small_is_found) {
  int missed = 0, needed = 0;
  for (std::uint32_t seed = 0; seed < 10; ++seed) {
    const Soup soup = make_soup(seed, 20, 0.6);
    const auto set = make_octree_spheres({soup.list()}, 2);
    ASSERT_TRUE(set);
    ASSERT_TRUE(test_covered(soup.list(), set->spheres));
    for (std::size_t i = 0; i < set->spheres.size(); ++i) {
      std::vector<Sphere> fewer = set->spheres, smaller = set->spheres;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      smaller[i].radius *= 0.5;
      for (const auto& spheres : {fewer, smaller}) {
        const bool is_needed = find_farthest_outside(soup.list(), spheres, 100, seed) > 1e-9;
        const auto pieces = find_uncovered(soup.list(), spheres);
        EXPECT_TRUE(!is_needed || !pieces.empty());
        needed += is_needed;
        if (pieces.empty()) continue;
        double outside = -1;
        for (const Vec3& corner : pieces[0].corners)
          outside = std::max(outside, test::measure_outside(corner, spheres));
        missed += outside < -1e-5;  // the piece is at least at the border of what is covered
      }
    }
  }
  EXPECT_GT(needed, 20);
  EXPECT_EQ(missed, 0);
}

TEST(Coverage, what_only_just_fits_is_not_taken_for_proved) {
  Soup soup;
  soup.add({Vec3(3, 4, 0), Vec3(-5, 0, 0), Vec3(0, 0, 5)});
  EXPECT_FALSE(test_covered(soup.list(), std::vector<Sphere>{{Vec3::Zero(), 5}}));
  EXPECT_TRUE(test_covered(soup.list(), std::vector<Sphere>{{Vec3::Zero(), 5 * (1 + 1e-14)}}));
}

TEST(Coverage, pieces_in_two_spheres_are_found_and_gaps_end) {
  Soup soup;
  soup.add({Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(4, 0.5, 0)});
  const auto apart = [](double radius) {
    return std::vector<Sphere>{{Vec3(1, 0, 0), radius}, {Vec3(3, 0.2, 0), radius}};
  };
  EXPECT_TRUE(test_covered(soup.list(), apart(1.1)));
  const auto pieces = find_uncovered(soup.list(), apart(1.0));
  ASSERT_EQ(pieces.size(), 1u);
  EXPECT_EQ(pieces[0].triangle, 0u);
  EXPECT_GT(find_uncovered(soup.list(), apart(0.9), {.least_piece = 1e-3, .most_pieces = 100}).size(), 50u);
  EXPECT_FALSE(test_covered(soup.list(), {}));
}

TEST(Coverage, triangles_without_area_count) {
  Soup soup;
  soup.add({Vec3(1, 1, 1), Vec3(1, 1, 1), Vec3(1, 1, 1)});
  EXPECT_TRUE(test_covered(soup.list(), std::vector<Sphere>{{Vec3(1, 1, 1), 0}}));
  EXPECT_FALSE(test_covered(soup.list(), std::vector<Sphere>{{Vec3(1, 1, 0.5), 0.4}}));
  soup.add({Vec3(0, 0, 0), Vec3(2, 0, 0), Vec3(1, 0, 0)});
  EXPECT_FALSE(test_covered(soup.list(), std::vector<Sphere>{{Vec3(1, 1, 1), 0}, {Vec3(0, 0, 0), 1}}));
  EXPECT_TRUE(test_covered(soup.list(), std::vector<Sphere>{{Vec3(1, 1, 1), 0}, {Vec3(1, 0, 0), 1.0001}}));
}

TEST(Coverage, at_any_scale_and_far_away) {
  for (const double scale : {1e-150, 1e-9, 1e-3, 1.0, 1e9, 1e90}) {
    for (const double away : {0.0, 1e3}) {
      Soup soup = make_soup(7, 10, 0.3);
      for (Vec3& p : soup.positions) p = scale * (p + Vec3(away, 0, -away));
      const Sphere around = enclose_points(soup.positions);
      Sphere larger = around, smaller = around;
      larger.radius *= 1 + 1e-9;
      smaller.radius *= 1 - 1e-9;
      EXPECT_TRUE(test_covered(soup.list(), std::vector<Sphere>{larger})) << scale << " " << away;
      EXPECT_FALSE(test_covered(soup.list(), std::vector<Sphere>{smaller})) << scale << " " << away;
    }
  }
}

TEST(Coverage, threads_change_nothing) {
  const Soup soup = make_soup(3, 3000, 0.1);
  Random random(3);
  const auto spheres = make_spheres(random, 200, 0.3);
  const auto find = [&](int threads) {
    return find_uncovered(soup.list(), spheres,
                          {.least_piece = 0.01, .most_pieces = 1000, .run = {.threads = threads}});
  };
  const auto one = find(1), four = find(4);
  ASSERT_EQ(one.size(), four.size());
  EXPECT_EQ(one.size(), 1000u);
  for (std::size_t i = 0; i < one.size(); ++i) {
    EXPECT_EQ(one[i].triangle, four[i].triangle);
    EXPECT_EQ(one[i].corners, four[i].corners);
  }
}

TEST(EnclosingBall, holds_its_points_and_is_not_larger_than_others) {
  for (std::uint64_t seed = 0; seed < 500; ++seed) {
    Random random(seed);
    std::vector<Vec3> points;
    const int count = random.integer(1, 40);
    for (int i = 0; i < count; ++i) points.push_back(seed % 2 ? random.point() : random.grid_point(2));
    const Sphere ball = enclose_points(points);
    double need = 0;
    for (const Vec3& p : points) need = std::max(need, (p - ball.center).norm());
    EXPECT_LE(need, ball.radius * (1 + 1e-12)) << seed;
    for (int k = 0; k < 50; ++k) {  // no center nearby does better
      const Vec3 other = ball.center + 0.05 * random.point();
      double larger = 0;
      for (const Vec3& p : points) larger = std::max(larger, (p - other).norm());
      EXPECT_GE(larger, ball.radius * (1 - 1e-6)) << seed;
    }
  }
}

// Edges that are longer than what is not cut any more, with no number between their ends.
TEST(Coverage, ends_where_coordinates_are_too_large_to_be_cut) {
  for (const double far : {5e14, 9e14, 1e15, 2e15, 8e15, 1e16}) {
    Soup soup;
    const Vec3 at(far, far, far);
    soup.add({at, at + Vec3(1, 0, 0), at + Vec3(0, 1, 0)});
    soup.add({at, at + Vec3(0, 0, 1), at + Vec3(1, 0, 0)});
    EXPECT_TRUE(test_covered(soup.list(), std::vector<Sphere>{{at, 3}})) << far;
    // As far out as the last, all corners are rounded to one point, which a small sphere holds.
    const bool is_point = far + 1 == far;
    EXPECT_EQ(is_point, far == 1e16);
    EXPECT_EQ(test_covered(soup.list(), std::vector<Sphere>{{at, 0.7}, {at + Vec3(1, 0, 0), 0.2}}), is_point) << far;
    const auto set = make_sphere_set({soup.list()}, {.max_spheres = 4});
    if (set) {
      EXPECT_TRUE(test_covered(soup.list(), set->spheres)) << far;
    }
  }
}

}  // namespace
}  // namespace abut
