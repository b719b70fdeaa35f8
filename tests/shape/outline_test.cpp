// Closed curves: how they are made, what they measure, what is inside.
#include <gtest/gtest.h>

#include "support/outlines.h"

namespace abut {
namespace {

using test::count_turns;
using test::make_star;
using test::measure_distance;
using test::Random;
using test::random_point2;
using test::sample;

constexpr double kPi = std::numbers::pi;

Loop make_circle(const Vec2& center, double radius, double tolerance) {
  const EllipseArc arc{center, Vec2(radius, 0), Vec2(0, radius), 0, 2 * kPi};
  const Vec2 start = center + Vec2(radius, 0);
  return {make_arc(arc, start, start, tolerance)};
}

Loop make_square(double size) {
  return make_polygon(std::vector{Vec2(0, 0), Vec2(size, 0), Vec2(size, size), Vec2(0, size)});
}

TEST(Spline, is_smooth_at_its_joints_for_any_number_of_points) {
  Random random(1);
  for (const std::size_t count : {1u, 2u, 3u, 5u, 16u, 513u}) {
    std::vector<Vec2> points;
    for (std::size_t i = 0; i < count; ++i) points.push_back(random_point2(random));
    const Loop loop = make_spline(points);
    ASSERT_EQ(loop.pieces.size(), count);
    ASSERT_TRUE(check_outline({"", {loop}}));
    for (std::size_t i = 0; i < count; ++i) {
      const Cubic2 &before = loop.pieces[i].curve, &after = loop.pieces[(i + 1) % count].curve;
      EXPECT_EQ(before.points[3], after.points[0]);
      EXPECT_LT((before.derivative(1) - after.derivative(0)).norm(), 1e-14);
      EXPECT_LT((before.second_derivative(1) - after.second_derivative(0)).norm(), 1e-13);
    }
  }
}

TEST(Spline, segments_have_their_roughness) {
  const std::vector<Vec2> points = {Vec2(0, 0), Vec2(1, 0), Vec2(0, 1)};
  const Loop loop = make_spline(points, std::vector{0.1, 0.0, 0.3});
  EXPECT_EQ(loop.pieces[0].roughness, 0.1);
  EXPECT_EQ(loop.pieces[2].roughness, 0.3);
}

TEST(Arc, is_as_near_as_the_tolerance_says) {
  std::size_t last = 0;
  for (const double tolerance : {1e-2, 1e-4, 1e-6, 1e-9}) {
    for (const double sweep : {0.1, 1.0, -2.0, 2 * kPi, -2 * kPi}) {
      // An ellipse that is turned; seen as the circle it comes from, distances only grow.
      const EllipseArc arc{Vec2(3, -1), Vec2(1.2, 0.5), Vec2(-0.3, 0.4), 0.7, sweep};
      const auto pieces = make_arc(arc, arc.at(0), arc.at(1), tolerance);
      EXPECT_EQ(pieces.front().curve.points[0], arc.at(0));
      EXPECT_EQ(pieces.back().curve.points[3], arc.at(1));
      Eigen::Matrix2d axes;
      axes << arc.x, arc.y;
      double largest = 0;
      for (const OutlinePiece& piece : pieces) {
        EXPECT_EQ(piece.kind, PieceKind::arc);
        for (int i = 0; i <= 50; ++i) {
          const Vec2 unit = axes.inverse() * (piece.curve.at(i / 50.0) - arc.center);
          largest = std::max(largest, std::abs(unit.norm() - 1) * arc.x.norm());
        }
        EXPECT_LT((piece.curve.at(0.5) - piece.arc.at(0.5)).norm(), tolerance + 1e-15);
      }
      EXPECT_LT(largest, tolerance + 1e-15);
      if (sweep == 2 * kPi) {
        EXPECT_GT(pieces.size(), last);
        last = pieces.size();
      }
    }
  }
}

TEST(Outline, measures_circles_and_polygons) {
  const Loop circle = make_circle(Vec2(1, 2), 3, 1e-9);
  EXPECT_NEAR(measure_area(circle), 9 * kPi, 1e-7);
  EXPECT_NEAR(measure_length(circle), 6 * kPi, 1e-7);
  EXPECT_LT((find_box(circle).lower - Vec2(-2, -1)).norm(), 1e-8);
  EXPECT_LT((find_box(circle).upper - Vec2(4, 5)).norm(), 1e-8);
  const Loop square = make_square(2);
  EXPECT_EQ(measure_area(square), 4);
  EXPECT_EQ(measure_length(square), 8);
  Loop reversed;
  for (auto piece = square.pieces.rbegin(); piece != square.pieces.rend(); ++piece) {
    reversed.pieces.push_back({piece->curve.reversed(), PieceKind::line});
  }
  EXPECT_EQ(measure_area(reversed), -4);
}

TEST(Outline, holes_count_whichever_way_they_go) {
  Outline outline{"", {make_square(10)}};
  const Loop hole = make_circle(Vec2(3, 3), 1, 1e-9), island = make_circle(Vec2(3, 3), 0.5, 1e-9);
  outline.loops.push_back(hole);
  EXPECT_NEAR(measure_area(outline), 100 - kPi, 1e-7);
  outline.loops.push_back(island);
  EXPECT_NEAR(measure_area(outline), 100 - 0.75 * kPi, 1e-7);
  EXPECT_EQ(locate(outline, Vec2(3, 3)), Side::inside);
  EXPECT_EQ(locate(outline, Vec2(3, 3.7)), Side::outside);
  EXPECT_EQ(locate(outline, Vec2(3, 7)), Side::inside);
}

TEST(Outline, its_area_is_that_of_many_chords) {
  Random random(6);
  for (int n = 0; n < 20; ++n) {
    const Loop loop = make_spline(make_star(random, 3 + static_cast<std::size_t>(n)));
    EXPECT_NEAR(measure_area(loop), measure_area(make_polygon(sample(loop, 2000))), 1e-5);
  }
}

TEST(Locate, agrees_with_turns_of_a_fine_polygon) {
  Random random(7);
  std::size_t inside = 0, outside = 0;
  for (int n = 0; n < 40; ++n) {
    const Loop loop = make_spline(make_star(random, 5 + static_cast<std::size_t>(n % 20), 2));
    const auto corners = sample(loop, 60);
    for (int k = 0; k < 100; ++k) {
      Vec2 p = random_point2(random, 2);
      if (k % 4 == 0) p.y() = random.pick(corners).y();  // at the height of a point of the curve
      if (k % 8 == 0) p.y() = random.pick(loop.pieces).curve.points[0].y();
      if (measure_distance(p, corners) < 0.01) continue;
      const bool expected = count_turns(p, corners) % 2 != 0;
      ASSERT_EQ(locate({"", {loop}}, p), expected ? Side::inside : Side::outside);
      (expected ? inside : outside) += 1;
    }
  }
  EXPECT_GT(inside, 500u);
  EXPECT_GT(outside, 500u);
}

TEST(Locate, points_of_the_curve_are_its_border) {
  Random random(8);
  for (int n = 0; n < 50; ++n) {
    const Outline outline{"", {make_spline(make_star(random, 8))}};
    const Cubic2& curve = random.pick(outline.loops[0].pieces).curve;
    const double t = random.uniform(0, 1);
    EXPECT_EQ(locate(outline, curve.points[0]), Side::border);
    EXPECT_EQ(locate(outline, curve.at(t), 1e-12), Side::border);
    const Vec2 normal = measure_normal(curve, t);
    for (const double distance : {1e-9, 1e-6, 1e-3}) {
      EXPECT_EQ(locate(outline, curve.at(t) + distance * normal, 0.5 * distance), Side::outside);
      EXPECT_EQ(locate(outline, curve.at(t) - distance * normal, 0.5 * distance), Side::inside);
      EXPECT_EQ(locate(outline, curve.at(t) + distance * normal, 1.01 * distance), Side::border);
    }
  }
}

TEST(Locate, polygons_are_decided_exactly) {
  const Outline square{"", {make_square(1)}};
  const double below = std::nextafter(1.0, 0.0), above = std::nextafter(1.0, 2.0);
  EXPECT_EQ(locate(square, Vec2(0.3, 1)), Side::border);
  EXPECT_EQ(locate(square, Vec2(0.3, below)), Side::inside);
  EXPECT_EQ(locate(square, Vec2(0.3, above)), Side::outside);
  EXPECT_EQ(locate(square, Vec2(0, 0)), Side::border);
  EXPECT_EQ(locate(square, Vec2(-1e-300, 0)), Side::outside);
  EXPECT_EQ(locate(square, Vec2(0.3, above), 1e-9), Side::border);
  EXPECT_EQ(locate({"", {}}, Vec2(0, 0)), Side::outside);
}

TEST(Outline, what_is_not_one_is_told) {
  const auto find_error = [](const Loop& loop) {
    const Status status = check_outline({"", {make_square(1), loop}});
    return status ? std::string() : status.error().message;
  };
  EXPECT_EQ(find_error(make_square(2)), "");
  EXPECT_EQ(find_error({}), "loop 1: it has no pieces");
  Loop open = make_square(2);
  open.pieces.pop_back();
  EXPECT_EQ(find_error(open), "loop 1, piece 0: it does not begin where the one before ends");
  Loop lost = make_square(2);
  lost.pieces[2].curve.points[1].x() = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(find_error(lost), "loop 1, piece 2: coordinates that are not finite, or too large");
  Loop rough = make_square(2);
  rough.pieces[3].roughness = -1;
  EXPECT_EQ(find_error(rough), "loop 1, piece 3: a roughness of -1 found, expected a number from 0 on");
}

TEST(Outline, areas_of_loops_that_touch_are_right) {
  const auto area = [](const std::vector<Vec2>& outer, const std::vector<Vec2>& hole) {
    return measure_area(Outline{"", {make_polygon(outer), make_polygon(hole)}});
  };
  // The middle of the hole's first side is a corner of the outer loop.
  EXPECT_DOUBLE_EQ(
      area({Vec2(0, 0), Vec2(10, 0), Vec2(10, 10), Vec2(5, 4), Vec2(0, 10)}, {Vec2(6, 4), Vec2(4, 4), Vec2(5, 2)}), 68);
  // A side of the hole lies on one of the outer loop.
  EXPECT_DOUBLE_EQ(area({Vec2(20, 20), Vec2(200, 20), Vec2(200, 200), Vec2(20, 190)},
                        {Vec2(60, 20), Vec2(160, 20), Vec2(160, 100), Vec2(60, 90)}),
                   24000);
}

}  // namespace
}  // namespace abut
