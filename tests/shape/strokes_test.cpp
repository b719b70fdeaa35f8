// Curves in pieces become closed again, whatever their order, direction and small gaps.
#include "shape/strokes.h"

#include <gtest/gtest.h>

#include <cmath>

#include "shape/affine2.h"
#include "shape/loop_groups.h"
#include "support/outlines.h"

namespace abut {
namespace {

using test::Random;

// A loop cut into strokes of random length, in random order, some turned around, with ends that are off by up to `gap`.
std::vector<Stroke> scatter(const Loop& loop, double gap, Random& random) {
  std::vector<Stroke> strokes;
  for (std::size_t i = 0; i < loop.pieces.size();) {
    const std::size_t count =
        std::min<std::size_t>(loop.pieces.size() - i, static_cast<std::size_t>(random.integer(1, 4)));
    Stroke stroke;
    for (std::size_t j = 0; j < count; ++j) stroke.pieces.push_back(loop.pieces[i + j]);
    if (gap > 0) {
      move_begin(stroke, Vec2(stroke.begin() + test::random_point2(random, 0.35 * gap)));
      move_end(stroke, Vec2(stroke.end() + test::random_point2(random, 0.35 * gap)));
    }
    if (random.coin()) reverse(stroke);
    strokes.push_back(std::move(stroke));
    i += count;
  }
  for (std::size_t i = strokes.size(); i > 1; --i)
    std::swap(strokes[i - 1], strokes[static_cast<std::size_t>(random.integer(0, static_cast<int>(i) - 1))]);
  for (std::size_t i = 0; i < strokes.size(); ++i) strokes[i].owner = static_cast<std::uint32_t>(i);
  return strokes;
}

TEST(Strokes, scattered_loops_come_together_again) {
  Random random(5);
  for (int round = 0; round < 200; ++round) {
    const Loop loop = make_spline(test::make_star(random, static_cast<std::size_t>(random.integer(5, 44))));
    const double gap = round % 2 == 0 ? 0 : 1e-5;
    const auto joined = join_strokes(scatter(loop, gap, random), gap);
    ASSERT_EQ(joined.size(), 1u);
    EXPECT_TRUE(joined[0].is_closed());
    EXPECT_EQ(joined[0].owner, 0u);
    const Loop again{joined[0].pieces};
    EXPECT_TRUE(check_outline({"", {again}}));
    EXPECT_NEAR(std::abs(measure_area(again)), std::abs(measure_area(loop)), 1e-3);
  }
}

TEST(Strokes, what_is_farther_than_the_gap_stays_apart) {
  Random random(6);
  const Loop loop = make_spline(test::make_star(random, 20));
  const auto joined = join_strokes(scatter(loop, 1e-3, random), 1e-9);
  EXPECT_GT(joined.size(), 1u);
  for (const Stroke& stroke : joined) EXPECT_FALSE(stroke.is_closed());
}

TEST(Strokes, a_speck_is_not_closed_by_its_own_ends) {
  const Stroke speck{{{make_line(Vec2(0, 0), Vec2(1e-7, 0)), PieceKind::line}}};
  const auto joined = join_strokes({speck}, 1e-6);
  ASSERT_EQ(joined.size(), 1u);
  EXPECT_FALSE(joined[0].is_closed());
}

TEST(Strokes, thousands_of_ends_in_one_place_take_no_time) {
  std::vector<Stroke> strokes;
  for (int i = 0; i < 50000; ++i) {
    strokes.push_back({{{make_line(Vec2(0, 1e-9 * i), Vec2(1, i)), PieceKind::line}}, static_cast<std::uint32_t>(i)});
  }
  EXPECT_FALSE(join_strokes(std::move(strokes), 1e-3).empty());
}

TEST(Strokes, turned_around_twice_an_arc_is_the_same) {
  const EllipseArc arc{.center = Vec2(1, 2), .x = Vec2(3, 1), .y = Vec2(0, 2), .start = 0.3, .sweep = 2};
  Stroke stroke{make_arc(arc, arc.at(0), arc.at(1))};
  const Stroke before = stroke;
  reverse(stroke);
  EXPECT_NEAR((stroke.pieces[0].arc.at(0) - stroke.begin()).norm(), 0, 1e-14);
  reverse(stroke);
  EXPECT_EQ(stroke.begin(), before.begin());
  EXPECT_NEAR(stroke.pieces[0].arc.start, before.pieces[0].arc.start, 1e-15);
}

TEST(Affine2, arcs_and_their_cubics_stay_together) {
  Random random(7);
  const EllipseArc arc{.center = Vec2(1, 2), .x = Vec2(3, 1), .y = Vec2(0, 2), .start = 0.3, .sweep = 2};
  for (int round = 0; round < 100; ++round) {
    const Affine2 map{test::random_point2(random, 3), test::random_point2(random, 3), test::random_point2(random, 9)};
    for (const OutlinePiece& piece : make_arc(arc, arc.at(0), arc.at(1))) {
      const OutlinePiece mapped = map.apply(piece);
      const double radius = std::sqrt(mapped.arc.x.squaredNorm() + mapped.arc.y.squaredNorm());
      for (double t = 0; t <= 1; t += 0.25) {
        // The distance from the ellipse, not from the point of the same share: that may run ahead.
        double least = 1e9;
        for (double s = t - 0.01; s <= t + 0.01; s += 1e-5) {
          least = std::min(least, (mapped.arc.at(s) - mapped.curve.at(t)).norm());
        }
        EXPECT_LE(least, 1e-5 * radius);
      }
    }
  }
}

TEST(Affine2, quarter_turns_are_exact) {
  EXPECT_EQ(make_turn_by_degrees(90).apply(Vec2(3, 4)), Vec2(-4, 3));
  EXPECT_EQ(make_turn_by_degrees(-90).apply(Vec2(3, 4)), Vec2(4, -3));
  EXPECT_EQ(make_turn_by_degrees(540).apply(Vec2(3, 4)), Vec2(-3, -4));
  EXPECT_NEAR((make_turn_by_degrees(30).apply(Vec2(1, 0)) - Vec2(std::sqrt(0.75), 0.5)).norm(), 0, 1e-15);
}

// Squares of these sizes around the origin.
std::vector<Loop> make_squares(std::initializer_list<double> sizes) {
  std::vector<Loop> loops;
  for (const double s : sizes) {
    const std::vector<Vec2> corners = {Vec2(-s, -s), Vec2(s, -s), Vec2(s, s), Vec2(-s, s)};
    loops.push_back(make_polygon(corners));
  }
  return loops;
}

TEST(LoopGroups, regions_alternate_from_outside_in) {
  const auto loops = make_squares({1, 4, 2, 3});
  const auto around = find_loops_around(loops);
  ASSERT_TRUE(around);
  EXPECT_EQ((*around)[0], (std::vector<std::uint32_t>{1, 2, 3}));
  const auto groups = group_regions(*around);
  ASSERT_EQ(groups.size(), 2u);  // 4 with its hole 3, and 2 with its hole 1
  EXPECT_EQ(groups[0], (std::vector<std::uint32_t>{1, 3}));
  EXPECT_EQ(groups[1], (std::vector<std::uint32_t>{2, 0}));
}

TEST(LoopGroups, equal_and_crossing_loops_are_not_around_each_other) {
  auto loops = make_squares({1, 1});
  const std::vector<Vec2> corners = {Vec2(0, -0.5), Vec2(0.9, -0.5), Vec2(1.1, 0), Vec2(0.9, 0.5), Vec2(0, 0.5)};
  loops.push_back(make_polygon(corners));
  const auto around = find_loops_around(loops);
  ASSERT_TRUE(around);
  for (const auto& list : *around) EXPECT_TRUE(list.empty());
}

TEST(LoopGroups, too_many_around_one_are_refused) {
  std::vector<Loop> loops;
  for (int i = 1; i <= 1100; ++i) {
    const double s = i;
    const std::vector<Vec2> corners = {Vec2(-s, -s), Vec2(s, -s), Vec2(s, s), Vec2(-s, s)};
    loops.push_back(make_polygon(corners));
  }
  EXPECT_FALSE(find_loops_around(loops));
}

}  // namespace
}  // namespace abut
