// What the chapter on oriented boxes of contours is computed from.
#include <gtest/gtest.h>

#include <numbers>

#include "reproduce/outline_boxes/envelopes.h"
#include "reproduce/outline_boxes/figure_scenes.h"
#include "reproduce/outline_boxes/level.h"
#include "reproduce/outline_boxes/smallest_box.h"
#include "reproduce/outline_boxes/wavy_outline.h"
#include "support/outlines.h"

namespace abut::reproduce {
namespace {

using test::Random;
using test::random_point2;

std::vector<Vec2> make_points(Random& random, int count) {
  std::vector<Vec2> points;
  for (int i = 0; i < count; ++i) points.push_back(random_point2(random));
  return points;
}

TEST(SmallestBox, no_direction_gives_a_smaller_one) {
  Random random(1);
  for (int round = 0; round < 50; ++round) {
    const std::vector<Vec2> points = make_points(random, 3 + round % 20);
    const OrientedBox2 smallest = find_smallest_box(points);
    for (const Vec2& p : points) {
      EXPECT_LE(std::abs((p - smallest.center).dot(smallest.axis)), smallest.half.x() + 1e-12);
      EXPECT_LE(std::abs((p - smallest.center).dot(smallest.across())), smallest.half.y() + 1e-12);
    }
    for (int i = 0; i < 180; ++i) {
      const double angle = i * std::numbers::pi / 180;
      EXPECT_GE(make_box_along(Vec2(std::cos(angle), std::sin(angle)), points).area(), smallest.area() - 1e-12);
    }
  }
}

TEST(Envelopes, of_a_turned_and_stretched_square_are_known) {
  const double c = std::cos(0.3), s = std::sin(0.3);
  const auto place = [&](double x, double y) { return Vec2(c * x - s * y + 5, s * x + c * y - 2); };
  const std::vector<Vec2> corners = {place(3, 1), place(-3, 1), place(0.5, 0.2), place(-3, -1), place(3, -1)};
  EXPECT_NEAR(measure_area(find_smallest_circle(corners)), 10 * std::numbers::pi, 1e-9);
  EXPECT_NEAR(measure_area(find_smallest_ellipse(corners)), 6 * std::numbers::pi, 0.002 * 6 * std::numbers::pi);
  EXPECT_NEAR(find_smallest_box(corners).area(), 12, 1e-12);
}

TEST(TestedBoxes, lead_to_the_pieces_that_the_library_comes_to) {
  std::uint64_t all_tests = 0, all_piece_pairs = 0;
  for (const OutlineScene& scene :
       {make_ring_scenes(24, 1).interfering, make_moving_scenes(4, 1).later, make_rough_scene(24, 2)}) {
    for (const Adaptation adaptation : {Adaptation::elementary, Adaptation::multiresolution}) {
      const PlantedScene planted(scene, adaptation);
      const auto placed = planted.placed();
      for (std::size_t b = 1; b < placed.size(); ++b) {
        const TestedBoxes boxes = find_tested_boxes(placed[0], placed[b], kContactTolerance);
        const OutlinePair pair = find_relation(placed[0].outline(), placed[b].outline(), {kContactTolerance});
        EXPECT_LE(boxes.piece_pairs, pair.curve_tests);  // rounded boxes are a little larger
        EXPECT_LE(pair.curve_tests, boxes.piece_pairs + 1);
        EXPECT_LE(pair.box_tests, 1.1 * static_cast<double>(boxes.tests));
        EXPECT_TRUE(boxes.a_tested[0]);
        all_tests += boxes.tests;
        all_piece_pairs += boxes.piece_pairs;
      }
    }
  }
  EXPECT_GT(all_piece_pairs, 0u);
  EXPECT_GT(all_tests, 5 * all_piece_pairs);
}

TEST(FigureScenes, have_the_numbers_of_the_paper_and_are_what_they_are_called) {
  for (const ContourKind& kind : kContourKinds) {
    const RingScenes ring = make_ring_scenes(kind.waves, 3);
    const PlantedScene apart(ring.separate, Adaptation::elementary), touch(ring.contact, Adaptation::elementary),
        meet(ring.interfering, Adaptation::elementary);
    EXPECT_EQ(ring.contact.piece_count(), 1536u);
    EXPECT_EQ(touch.box_count(), 3069u);
    EXPECT_EQ(count_relations(apart).contacts + count_relations(apart).interferences, 0u);
    EXPECT_EQ(count_relations(touch).contacts, 1u);
    EXPECT_EQ(count_relations(touch).interferences, 0u);
    EXPECT_EQ(count_relations(meet).interferences, 3u);
    EXPECT_LT(count(apart).tests, count(touch).tests);
    EXPECT_LT(count(touch).tests, count(meet).tests);

    const OutlineScene moving = make_moving_scenes(kind.waves, 3).first, rough = make_rough_scene(kind.waves, 3);
    EXPECT_EQ(moving.piece_count(), 615u);
    EXPECT_GT(count_relations(PlantedScene(moving, Adaptation::elementary)).interferences, 0u);
    EXPECT_EQ(rough.piece_count(), 1536u);
    EXPECT_GE(count_relations(PlantedScene(rough, Adaptation::elementary)).contacts, 2u);
  }
}

TEST(BoxedTree, boxes_of_any_adaptation_enclose_those_of_single_pieces) {
  const Outline outline = make_wavy_outline({.pieces = 96, .waves = 8}, 5);
  for (const NamedAdaptation& named : kAdaptations) {
    const BoxedTree boxed = make_boxed_tree(outline, named.adaptation);
    const std::vector<Vec2> corners = list_corners(boxed.tree);
    ASSERT_EQ(boxed.boxes.size(), boxed.tree.nodes().size());
    for (std::size_t n = 0; n < boxed.boxes.size(); ++n) {
      const OutlineTree::Node& node = boxed.tree.nodes()[n];
      const OrientedBox2& box = boxed.boxes[n];
      for (std::size_t i = 4 * node.first; i < 4 * (node.first + node.count); ++i) {
        const Vec2 way = corners[i] - box.center;
        EXPECT_LE(std::abs(way.dot(box.axis)), box.half.x() + 1e-10) << named.name;
        EXPECT_LE(std::abs(way.dot(box.across())), box.half.y() + 1e-10) << named.name;
      }
    }
  }
}

// What a coarse curve can have stays as it is.
TEST(BoxedTree, short_filters_keep_a_curve_without_detail) {
  Random random(7);
  const WaveletLevel plain{make_points(random, 8), std::vector<Vec2>(8, Vec2::Zero())};
  const std::vector<Vec2> halved = halve_shortly(synthesise(plain));
  ASSERT_EQ(halved.size(), 8u);
  for (std::size_t i = 0; i < 8; ++i) EXPECT_LT((halved[i] - plain.coarse[i]).norm(), 1e-13);
}

TEST(Level, nothing_is_smaller_than_the_smallest) {
  const Outline outline = make_wavy_outline({.pieces = 128, .waves = 8}, 5);
  const auto smallest = make_level(outline, 3, Adaptation::smallest);
  ASSERT_EQ(smallest.size(), 8u);
  for (const NamedAdaptation& named : kAdaptations) {
    const auto boxes = make_level(outline, 3, named.adaptation);
    for (std::size_t i = 0; i < boxes.size(); ++i) {
      EXPECT_GE(boxes[i].area(), smallest[i].area() * (1 - 1e-12));
      EXPECT_LE(measure_turn(boxes[i], smallest[i]), 45);
    }
  }
  const OrientedBox2 flat, turned{Vec2::Zero(), Vec2(std::cos(1.7), std::sin(1.7))};
  EXPECT_NEAR(measure_turn(flat, turned), 1.7 * 180 / std::numbers::pi - 90, 1e-12);
}

}  // namespace
}  // namespace abut::reproduce
