// Outlines that have been moved, beside slow looks at many of their points.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/outlines.h"
#include "support/outlines.h"

namespace abut {
namespace {

using Relation = OutlineRelation;
using Containment = OutlineContainment;
constexpr double kTolerance = 1e-6;

Outline make_star_outline(test::Random& random, std::size_t count, double scale = 1) {
  std::vector<Vec2> points = test::make_star(random, count);
  for (Vec2& p : points) p *= scale;
  return {"star", {make_spline(points)}};
}

Pose2 make_pose(test::Random& random, double distance) {
  const double angle = random.uniform(0, 2 * std::numbers::pi);
  const Vec2 shift = distance * Vec2(std::cos(angle), std::sin(angle));
  return Pose2::make(random.uniform(0, 2 * std::numbers::pi), shift);
}

Outline place(const PlacedOutline& placed) {
  Outline outline = placed.tree->outline();
  for (Loop& loop : outline.loops) {
    for (OutlinePiece& piece : loop.pieces) piece.curve = placed.pose.apply(piece.curve);
  }
  return outline;
}

Loop make_square_loop(double size, const Vec2& center = Vec2::Zero()) {
  std::vector<Vec2> corners = {Vec2(-size, -size), Vec2(size, -size), Vec2(size, size), Vec2(-size, size)};
  for (Vec2& corner : corners) corner += center;
  return make_polygon(corners);
}

// Whether a point of a's border is inside b, by more than the tolerance.
bool has_point_inside(const Outline& a, const Outline& b) {
  const Box2 box = find_box(b);
  for (const Loop& loop : a.loops) {
    for (const Vec2& point : test::sample(loop, 6)) {
      const bool is_in_box = (point.array() > box.lower.array()).all() && (point.array() < box.upper.array()).all();
      if (is_in_box && locate(b, point, kTolerance) == Side::inside) return true;
    }
  }
  return false;
}

TEST(OutlinePair, MissesNothingThatSamplesFindInManyPlacements) {
  test::Random random(1);
  std::vector<OutlineTree> trees;
  for (std::size_t i = 0; i < 12; ++i) trees.emplace_back(make_star_outline(random, 8 + 2 * i, i % 3 == 0 ? 0.3 : 1));
  std::array<int, 3> seen = {};
  int contained = 0;
  for (int round = 0; round < 100'000; ++round) {
    const PlacedOutline a{&random.pick(trees), make_pose(random, 1)};
    const PlacedOutline b{&random.pick(trees), make_pose(random, random.uniform(0.5, 4))};
    const OutlinePair pair = find_relation(a, b, {kTolerance});
    ++seen[static_cast<std::size_t>(pair.relation)];
    contained += pair.containment != Containment::none;
    const Outline a_placed = place(a), b_placed = place(b);
    if (pair.relation != Relation::interfering) {
      ASSERT_FALSE(has_point_inside(a_placed, b_placed) || has_point_inside(b_placed, a_placed)) << round;
    }
    for (const OutlineMeeting& m : pair.meetings) {
      if (m.meeting.kind != CurveMeeting::Kind::crossing) continue;
      ASSERT_EQ(locate(a_placed, m.meeting.position, 1e-12), Side::border) << round;
      ASSERT_EQ(locate(b_placed, m.meeting.position, 1e-12), Side::border) << round;
    }
    if (pair.relation == Relation::interfering && pair.meetings.empty()) {
      ASSERT_TRUE(has_point_inside(a_placed, b_placed) || has_point_inside(b_placed, a_placed)) << round;
    }
    ASSERT_EQ(find_relation(b, a, {kTolerance}).relation, pair.relation) << round;
    ASSERT_EQ(find_relation(a, b, {kTolerance, true}).relation, pair.relation) << round;
  }
  EXPECT_GT(seen[static_cast<std::size_t>(Relation::separate)], 10'000);
  EXPECT_GT(seen[static_cast<std::size_t>(Relation::interfering)], 10'000);
  EXPECT_GT(contained, 1'000);
}

// The distance of two outlines, piece by piece.
double measure_clearance(const Outline& a, const Outline& b) {
  double least = INFINITY;
  for (const OutlinePiece& p : a.loops[0].pieces) {
    for (const OutlinePiece& q : b.loops[0].pieces) {
      const auto found = find_distance(p.curve, q.curve, 1e-12, least);
      if (found) least = std::min(least, found->distance);
    }
  }
  return least;
}

TEST(OutlinePair, IsInContactFromTheToleranceOn) {
  test::Random random(2);
  for (int round = 0; round < 60; ++round) {
    const OutlineTree a(make_star_outline(random, 14)), b(make_star_outline(random, 12));
    PlacedOutline moving{&b, make_pose(random, 4)};
    const Vec2 way = -moving.pose.shift;
    const Pose2 from = moving.pose;
    const auto find_at = [&](double share) {
      moving.pose = from;
      moving.pose.shift += share * way;
      return find_relation({&a, {}}, moving, {kTolerance}).relation;
    };
    double far = 0, near = 1;
    ASSERT_EQ(find_at(far), Relation::separate);
    ASSERT_EQ(find_at(near), Relation::interfering);
    while (near - far > 1e-12) (find_at(0.5 * (near + far)) == Relation::separate ? far : near) = 0.5 * (near + far);
    ASSERT_EQ(find_at(near), Relation::contact);
    const double gap = measure_clearance(a.outline(), place(moving));
    EXPECT_LE(gap, kTolerance);
    EXPECT_GE(gap, 0.5 * kTolerance - 1e-11);
    // A little deeper than the tolerance they overlap.
    double deep = 1;
    while (deep - near > 1e-12)
      (find_at(0.5 * (near + deep)) == Relation::interfering ? deep : near) = 0.5 * (near + deep);
    ASSERT_EQ(find_at(deep), Relation::interfering);
  }
}

TEST(OutlinePair, TellsWhatIsInsideWhatAndWhatIsInAHole) {
  const OutlineTree ring({"ring", {make_square_loop(3), make_square_loop(2)}}),
      small({"small", {make_square_loop(0.4)}});
  const auto relate = [&](const Vec2& shift) {
    const OutlinePair there = find_relation({&ring, {}}, {&small, Pose2::make(0.3, shift)});
    const OutlinePair back = find_relation({&small, Pose2::make(0.3, shift)}, {&ring, {}});
    EXPECT_EQ(there.relation, back.relation);
    EXPECT_EQ(there.containment == Containment::b_in_a, back.containment == Containment::a_in_b);
    return there;
  };
  EXPECT_EQ(relate(Vec2(0, 0)).relation, Relation::separate);    // in the hole
  EXPECT_EQ(relate(Vec2(4, 0)).relation, Relation::separate);    // outside
  const OutlinePair within = relate(Vec2(2.5, 1) + Vec2(0, 0));  // half a unit of material around it
  EXPECT_EQ(within.relation, Relation::interfering);
  const OutlineTree tiny({"tiny", {make_square_loop(0.1)}});
  const OutlinePair inside = find_relation({&ring, {}}, {&tiny, Pose2::make(0.3, Vec2(2.5, 1))});
  EXPECT_EQ(inside.relation, Relation::interfering);
  EXPECT_EQ(inside.containment, Containment::b_in_a);
  EXPECT_TRUE(inside.meetings.empty());
}

TEST(OutlinePair, OfOutlinesThatFitIsContact) {
  const OutlineTree square({"square", {make_square_loop(1)}});
  const auto relate = [&](const Vec2& shift) {
    return find_relation({&square, {}}, {&square, {1, 0, shift}}).relation;
  };
  EXPECT_EQ(relate(Vec2(2, 0)), Relation::contact);    // side by side
  EXPECT_EQ(relate(Vec2(2, 2)), Relation::contact);    // corner to corner
  EXPECT_EQ(relate(Vec2(2, 0.5)), Relation::contact);  // along half a side
  EXPECT_EQ(relate(Vec2(2.00001, 0)), Relation::separate);
  EXPECT_EQ(relate(Vec2(1.99999, 0)), Relation::interfering);
  EXPECT_EQ(relate(Vec2(2 - 1e-8, 0.3)), Relation::contact);  // overlap by less than the tolerance
  EXPECT_EQ(relate(Vec2(2 - 1e-8, 0)), Relation::contact);
  EXPECT_EQ(relate(Vec2(2 - 1e-8, 2 - 1e-8)), Relation::contact);
  EXPECT_EQ(relate(Vec2(0, 0)), Relation::interfering);  // the same
  EXPECT_EQ(relate(Vec2(1e-8, -1e-8)), Relation::interfering);
  EXPECT_EQ(relate(Vec2(1, 0)), Relation::interfering);  // sides along sides, and overlap
  // A plug in a hole of its size.
  const OutlineTree ring({"ring", {make_square_loop(3), make_square_loop(1)}});
  EXPECT_EQ(find_relation({&ring, {}}, {&square, {}}).relation, Relation::contact);
  // Through corners exactly: crossings that no single pair of pieces shows.
  const OutlineTree diamond(
      {"diamond", {make_polygon(std::vector<Vec2>{Vec2(0, -2), Vec2(2, 0), Vec2(0, 2), Vec2(-2, 0)})}});
  EXPECT_EQ(find_relation({&square, {}}, {&diamond, {}}).relation, Relation::interfering);
}

TEST(OutlinePair, OfTurnedSquaresIsContactWithinTheTolerance) {
  test::Random random(17);
  const OutlineTree square({"square", {make_square_loop(1)}});
  for (int round = 0; round < 500; ++round) {
    const Pose2 pose = make_pose(random, random.uniform(0, 100));
    const double along = random.uniform(-1.9, 1.9), depth = random.uniform(-2e-7, 2e-7);
    Pose2 beside = pose;
    beside.shift = pose.apply(Vec2(2 - depth, along));
    ASSERT_EQ(find_relation({&square, pose}, {&square, beside}).relation, Relation::contact) << round;
    beside.shift = pose.apply(Vec2(2 - 1e-5, along));
    ASSERT_EQ(find_relation({&square, pose}, {&square, beside}).relation, Relation::interfering) << round;
    beside.shift = pose.apply(Vec2(2 + 1e-5, along));
    ASSERT_EQ(find_relation({&square, pose}, {&square, beside}).relation, Relation::separate) << round;
  }
}

TEST(OutlinePair, OfAnOutlineWithItselfIsInterfering) {
  const std::vector<std::vector<Vec2>> polygons = {
      {Vec2(0, 0), Vec2(0, 0), Vec2(1, 0), Vec2(1, 1), Vec2(0, 1)},  // begins with a point
      {Vec2(1e-6, 0), Vec2(1e-6, 1e-7), Vec2(1, 0.1), Vec2(1, 0)},   // and with a very short piece
      {Vec2(1, 0.5), Vec2(2, 0.5), Vec2(2, 0.500001), Vec2(1, 0.500001), Vec2(1, 1), Vec2(0, 1), Vec2(0, 0),
       Vec2(1, 0)}};  // with a thin spike
  for (const auto& corners : polygons) {
    const OutlineTree tree({"polygon", {make_polygon(corners)}});
    EXPECT_EQ(find_relation({&tree, {}}, {&tree, {}}).relation, Relation::interfering);
  }
}

TEST(OutlinePair, OfCirclesThatOverlapByLessThanHalfTheToleranceIsContact) {
  const EllipseArc circle{Vec2::Zero(), Vec2::UnitX(), Vec2::UnitY(), 0, 2 * std::numbers::pi};
  const OutlineTree tree({"circle", {{make_arc(circle, Vec2(1, 0), Vec2(1, 0), 1e-12)}}});
  for (const double share : {-0.4, 0.1, 0.25, 0.45}) {
    for (int i = 0; i < 100; ++i) {
      const double angle = 0.0628 * i;
      const Vec2 shift = (2 - share * kTolerance) * Vec2(std::cos(angle), std::sin(angle));
      EXPECT_EQ(find_relation({&tree, {}}, {&tree, {1, 0, shift}}, {kTolerance}).relation, Relation::contact)
          << share << " " << i;
    }
  }
}

TEST(OutlinePair, IsContactWhereATouchGoesOnBesideACrossing) {
  const double tolerance = 1e-3, low = -0.3 * tolerance;
  const OutlineTree below(
      {"below", {make_polygon(std::vector<Vec2>{Vec2(2, 0), Vec2(-1, 0), Vec2(-1, -1), Vec2(2, -1)})}});
  Loop loop{{{.curve = {{Vec2(0, low), Vec2(1, low), Vec2(1, low), Vec2(1, tolerance)}}}}};
  for (const auto& [from, to] :
       {std::pair{Vec2(1, tolerance), Vec2(1, 1)}, {Vec2(1, 1), Vec2(0, 1)}, {Vec2(0, 1), Vec2(0, low)}}) {
    loop.pieces.push_back({make_line(from, to), PieceKind::line});
  }
  const OutlineTree above({"above", {loop}});
  EXPECT_EQ(find_relation({&below, {}}, {&above, {}}, {tolerance}).relation, Relation::contact);
}

TEST(OutlinePair, CountsRoughnessIn) {
  std::vector<Vec2> points;
  for (int i = 0; i < 16; ++i)
    points.push_back(Vec2(std::cos(i * std::numbers::pi / 8), std::sin(i * std::numbers::pi / 8)));
  const std::vector<double> roughness(points.size(), 0.01);
  const OutlineTree smooth({"smooth", {make_spline(points)}}), rough({"rough", {make_spline(points, roughness)}});
  const double radius = find_box(smooth.outline()).upper.x();
  const auto relate = [&](const OutlineTree& a, const OutlineTree& b, double gap) {
    return find_relation({&a, {}}, {&b, {1, 0, Vec2(2 * radius + gap, 0)}}, {1e-9}).relation;
  };
  EXPECT_EQ(relate(smooth, smooth, 0.004), Relation::separate);
  EXPECT_EQ(relate(smooth, rough, 0.004), Relation::contact);
  EXPECT_EQ(relate(smooth, rough, 0.011), Relation::separate);
  EXPECT_EQ(relate(rough, rough, 0.009), Relation::contact);
  EXPECT_EQ(relate(rough, rough, 0.021), Relation::separate);
  EXPECT_EQ(relate(rough, rough, -0.2), Relation::interfering);
}

TEST(OutlineRelations, OfManyAreThoseOfEachTwo) {
  test::Random random(5);
  std::vector<OutlineTree> trees;
  for (std::size_t i = 0; i < 6; ++i) trees.emplace_back(make_star_outline(random, 9 + i, i % 2 == 0 ? 0.3 : 1));
  std::vector<PlacedOutline> outlines;
  for (int i = 0; i < 120; ++i) {
    const Vec2 place = test::random_point2(random, 12);
    outlines.push_back({&random.pick(trees), Pose2::make(random.uniform(0, 6), place)});
  }
  const OutlineRelations found = find_relations(outlines, {}, {1, {}});
  std::size_t next = 0, separate = 0;
  for (std::uint32_t a = 0; a < outlines.size(); ++a) {
    for (std::uint32_t b = a + 1; b < outlines.size(); ++b) {
      const OutlinePair expected = find_relation(outlines[a], outlines[b]);
      if (expected.relation == Relation::separate) {
        ++separate;
        continue;
      }
      ASSERT_LT(next, found.pairs.size());
      EXPECT_EQ(found.pairs[next].a, a);
      EXPECT_EQ(found.pairs[next].b, b);
      EXPECT_EQ(found.pairs[next].pair.relation, expected.relation);
      EXPECT_EQ(found.pairs[next].pair.meetings.size(), expected.meetings.size());
      ++next;
    }
  }
  EXPECT_EQ(next, found.pairs.size());
  EXPECT_GT(next, 30u);
  EXPECT_GT(separate, 1000u);
  EXPECT_LT(found.candidates, 1000u);
  const OutlineRelations threaded = find_relations(outlines, {}, {2, {}});
  EXPECT_EQ(threaded.pairs.size(), found.pairs.size());
  EXPECT_EQ(threaded.box_tests, found.box_tests);
}

TEST(OutlineClearance, IsThatOfTheNearestPieces) {
  test::Random random(6);
  int apart = 0, meeting = 0;
  for (int round = 0; round < 100; ++round) {
    const OutlineTree a(make_star_outline(random, 10)), b(make_star_outline(random, 13));
    const PlacedOutline a_placed{&a, make_pose(random, 1)}, b_placed{&b, make_pose(random, random.uniform(1, 4.5))};
    const double expected = measure_clearance(place(a_placed), place(b_placed));
    const auto found = find_clearance(a_placed, b_placed);
    ASSERT_TRUE(found);
    EXPECT_NEAR(found->nearest.distance, expected, 2e-9);
    EXPECT_NEAR((found->nearest.points[0] - found->nearest.points[1]).norm(), found->nearest.distance, 1e-12);
    EXPECT_EQ(locate(a_placed, found->nearest.points[0], 1e-9), Side::border);
    EXPECT_EQ(locate(b_placed, found->nearest.points[1], 1e-9), Side::border);
    const bool is_apart = expected > 1e-6;
    if (is_apart) {
      EXPECT_FALSE(find_clearance(a_placed, b_placed, 1e-9, 0.99 * expected));
    }
    ++(is_apart ? apart : meeting);
  }
  EXPECT_GT(apart, 20);
  EXPECT_GT(meeting, 20);
}

TEST(OutlineSelf, FindsWhereABorderCrossesItself) {
  test::Random random(8);
  EXPECT_TRUE(find_self_meetings(OutlineTree(make_star_outline(random, 30))).empty());
  EXPECT_TRUE(find_self_meetings(OutlineTree({"ring", {make_square_loop(3), make_square_loop(2)}})).empty());
  // A bow tie, its two lines crossing in the middle.
  const std::vector<Vec2> tie = {Vec2(-1, -1), Vec2(1, 1), Vec2(1, -1), Vec2(-1, 1)};
  const auto crossing = find_self_meetings(OutlineTree({"tie", {make_polygon(tie)}}));
  ASSERT_EQ(crossing.size(), 1u);
  EXPECT_EQ(crossing[0].meeting.kind, CurveMeeting::Kind::crossing);
  EXPECT_LT(crossing[0].meeting.position.norm(), 1e-15);
  // Loops that cross each other count, too.
  EXPECT_EQ(find_self_meetings(OutlineTree({"two", {make_square_loop(1), make_square_loop(1, Vec2(1.5, 0.1))}})).size(),
            2u);
  // Random polygons beside all pairs of lines.
  int crossed = 0, simple = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec2> corners;
    for (int i = 0; i < 5; ++i) corners.push_back(test::random_point2(random));
    std::size_t expected = 0;
    for (std::size_t i = 0; i < 5; ++i) {
      for (std::size_t j = i + 2; j < 5 - (i == 0); ++j) {
        const Vec2 &p = corners[i], &q = corners[i + 1], &r = corners[j], &s = corners[(j + 1) % 5];
        expected += orient2d(p, q, r) != orient2d(p, q, s) && orient2d(r, s, p) != orient2d(r, s, q);
      }
    }
    EXPECT_EQ(find_self_meetings(OutlineTree({"random", {make_polygon(corners)}})).size(), expected) << round;
    ++(expected > 0 ? crossed : simple);
  }
  EXPECT_GT(crossed, 20);
  EXPECT_GT(simple, 20);
}

TEST(OutlineSelf, TakesLoopsOfOneAndTwoPieces) {
  const Loop drop{{{.curve = {{Vec2(0, 0), Vec2(3, 1), Vec2(-1, 3), Vec2(0, 0)}}}}};
  EXPECT_TRUE(find_self_meetings(OutlineTree({"drop", {drop}})).empty());
  const Cubic2 over = {{Vec2(0, 0), Vec2(0, 2), Vec2(3, 2), Vec2(3, 0)}},
               under = {{Vec2(3, 0), Vec2(3, -2), Vec2(0, -2), Vec2(0, 0)}};
  EXPECT_TRUE(find_self_meetings(OutlineTree({"lens", {{{{.curve = over}, {.curve = under}}}}})).empty());
  const Cubic2 back = {{Vec2(3, 0), Vec2(4, -2), Vec2(-2, 6), Vec2(0, 0)}};
  const auto meetings = find_self_meetings(OutlineTree({"eight", {{{{.curve = over}, {.curve = back}}}}}));
  ASSERT_FALSE(meetings.empty());
  for (const OutlineMeeting& m : meetings) {
    EXPECT_EQ(m.meeting.kind, CurveMeeting::Kind::crossing);
    EXPECT_LT((over.at(m.meeting.a[0]) - back.at(m.meeting.b[0])).norm(), 1e-12);
  }
}

TEST(OutlineRegion, HasTheAreaThatAnOddNumberOfTurnsGoAround) {
  const auto measure = [](const Outline& outline) { return measure_region(OutlineTree(outline)); };
  const std::vector<Vec2> tie = {Vec2(5, 5), Vec2(7, 7), Vec2(7, 5), Vec2(5, 7)};
  EXPECT_NEAR(measure({"tie", {make_polygon(tie)}}), 2, 1e-12);
  EXPECT_NEAR(measure({"ring", {make_square_loop(3), make_square_loop(2)}}), 20, 1e-12);
  EXPECT_NEAR(measure({"two", {make_square_loop(1), make_square_loop(1, Vec2(1, 1))}}), 6, 1e-12);
  // Beside points of a grid.
  test::Random random(23);
  for (int round = 0; round < 5; ++round) {
    std::vector<Vec2> corners;
    for (int i = 0; i < 7; ++i) corners.push_back(test::random_point2(random));
    const Outline outline{"random", {make_spline(corners)}};
    const OutlineTree tree(outline);
    int inside = 0;
    for (int i = 0; i < 200; ++i) {
      for (int j = 0; j < 200; ++j) {
        inside += locate(tree, Vec2(-1 + (i + 0.5) / 100, -1 + (j + 0.5) / 100)) == Side::inside;
      }
    }
    EXPECT_NEAR(measure(outline), inside * 1e-4, 0.005) << round;
  }
}

TEST(OutlineTreeLocate, SeesABorderThroughTheOrigin) {
  const std::vector<Cubic2> curves = {{{Vec2(1, 2), Vec2(1, 1), Vec2(0, -1), Vec2(0, 0)}},
                                      {{Vec2(-1, -0.125), Vec2(0, -0.125), Vec2(0, -0.125), Vec2(1, 0.875)}},
                                      {{Vec2(-2281, 2373), Vec2(-2050, -666), Vec2(2484, -1705), Vec2(27944, -762)}}};
  for (const Cubic2& curve : curves) {
    const Outline outline{"curve",
                          {{{{.curve = curve}, {make_line(curve.points[3], curve.points[0]), PieceKind::line}}}}};
    EXPECT_EQ(locate(outline, Vec2(0, 0)), Side::border);
    EXPECT_EQ(locate(OutlineTree(outline), Vec2(0, 0)), Side::border);
  }
}

TEST(OutlineTreeLocate, SaysWhatAllPiecesSay) {
  test::Random random(4);
  std::array<int, 2> seen = {};
  for (int round = 0; round < 30; ++round) {
    Outline outline = make_star_outline(random, 5 + round);
    outline.loops.push_back(make_square_loop(0.3, Vec2(0.1, 0)));
    if (round % 2 == 0) outline.loops.push_back(make_square_loop(0.2, Vec2(5, 0)));
    const OutlineTree tree(outline);
    for (int i = 0; i < 300; ++i) {
      const Vec2 point = test::random_point2(random, i % 2 == 0 ? 2 : 6);
      const Side side = locate(outline, point, 1e-3);
      ASSERT_EQ(locate(tree, point, 1e-3), side);
      if (side != Side::border) ++seen[side == Side::inside];
    }
  }
  EXPECT_GT(seen[0], 100);
  EXPECT_GT(seen[1], 100);
}

TEST(OutlineApart, agrees_with_relation_and_clearance) {
  test::Random random(21);
  std::size_t apart = 0, near = 0, overlapping = 0;
  for (int round = 0; round < 3000; ++round) {
    // Splines, or polygons of the same points; now and then a hole for the other to be in.
    const bool are_lines = round % 2 == 0;
    const auto make = [&](double size) {
      auto points = test::make_star(random, 9, 0.9);
      for (Vec2& p : points) p *= size;
      return are_lines ? make_polygon(points) : make_spline(points);
    };
    Outline first{"", {make(2)}};
    if (round % 3 == 0) first.loops.push_back(make(0.9));
    const OutlineTree a(first), b({"", {make(0.3)}});
    const PlacedOutline placed_a{&a, Pose2::make(random.uniform(0, 6), test::random_point2(random, 1))};
    const PlacedOutline placed_b{&b, Pose2::make(random.uniform(0, 6), test::random_point2(random, 5))};
    const double distance = random.uniform(0.01, 0.5);
    const bool is_overlapping = find_relation(placed_a, placed_b).relation == OutlineRelation::interfering;
    const double clearance = find_clearance(placed_a, placed_b)->nearest.distance;
    if (!is_overlapping && std::abs(clearance / distance - 1) < 2e-3) continue;  // either answer will do
    const bool expected = !is_overlapping && clearance > distance;
    EXPECT_EQ(test_apart(placed_a, placed_b, distance), expected) << round;
    (expected ? apart : is_overlapping ? overlapping : near) += 1;
  }
  EXPECT_GT(apart, 100u);
  EXPECT_GT(near, 100u);
  EXPECT_GT(overlapping, 100u);
}

TEST(OutlineClearances, are_those_of_all_pairs) {
  test::Random random(22);
  std::vector<OutlineTree> trees;
  for (int i = 0; i < 60; ++i) trees.emplace_back(Outline{"", {make_spline(test::make_star(random, 7, 0.9))}});
  std::vector<PlacedOutline> placed;
  for (const OutlineTree& tree : trees) {
    placed.push_back({&tree, Pose2::make(random.uniform(0, 6), test::random_point2(random, 12))});
  }
  const auto found = find_clearances(placed, 1.5);
  std::size_t next = 0;
  for (std::uint32_t i = 0; i < placed.size(); ++i) {
    for (std::uint32_t j = i + 1; j < placed.size(); ++j) {
      const auto expected = find_clearance(placed[i], placed[j], 1e-9, 1.5);
      if (!expected) continue;
      ASSERT_LT(next, found.pairs.size());
      EXPECT_EQ(found.pairs[next].a, i);
      EXPECT_EQ(found.pairs[next].b, j);
      EXPECT_EQ(found.pairs[next].clearance.nearest.distance, expected->nearest.distance);
      ++next;
    }
  }
  EXPECT_EQ(next, found.pairs.size());
  EXPECT_GT(next, 20u);
  const auto stopped = find_clearances(placed, 1.5, 1e-9, {.threads = 1, .progress = [](auto, auto) { return false; }});
  EXPECT_FALSE(stopped.is_complete);
}

}  // namespace
}  // namespace abut
