// Oriented boxes of outlines: that they enclose, and how they lie.
#include "abut/outline_tree.h"

#include <gtest/gtest.h>

#include "support/outlines.h"

namespace abut {
namespace {

using test::make_star;
using test::Random;
using test::random_point2;

OrientedBox2 make_random_box(Random& random) {
  const double angle = random.uniform(0, 10);
  return {random_point2(random), Vec2(std::cos(angle), std::sin(angle)),
          Vec2(random.uniform(0, 0.8), random.uniform(0, 0.3))};
}

bool is_within(const OrientedBox2& box, const Vec2& point, double slack = 0) {
  const Vec2 way = point - box.center;
  return std::abs(way.dot(box.axis)) <= box.half.x() + slack && std::abs(way.dot(box.across())) <= box.half.y() + slack;
}

// By their sides, which cross, or a corner of one in the other.
bool meet(const OrientedBox2& a, const OrientedBox2& b) {
  const auto p = a.corners(), q = b.corners();
  for (int i = 0; i < 4; ++i) {
    if (is_within(a, q[i]) || is_within(b, p[i])) return true;
    for (int j = 0; j < 4; ++j) {
      const Vec2 &c = p[i], &d = p[(i + 1) % 4], &e = q[j], &f = q[(j + 1) % 4];
      if (orient2d(c, d, e) * orient2d(c, d, f) < 0 && orient2d(e, f, c) * orient2d(e, f, d) < 0) return true;
    }
  }
  return false;
}

TEST(OrientedBox2, overlap_is_what_sides_and_corners_say) {
  Random random(1);
  std::size_t met = 0, apart = 0;
  for (int n = 0; n < 5000; ++n) {
    const OrientedBox2 a = make_random_box(random), b = make_random_box(random);
    const bool expected = meet(a, b);
    EXPECT_EQ(test_overlap(a, b), expected) << n;
    EXPECT_EQ(test_overlap(b, a), expected) << n;
    (expected ? met : apart) += 1;
  }
  EXPECT_GT(met, 1000u);
  EXPECT_GT(apart, 1000u);
  const OrientedBox2 left{Vec2(0, 0), Vec2(1, 0), Vec2(1, 1)}, right{Vec2(2, 0), Vec2(0, 1), Vec2(1, 1)};
  EXPECT_TRUE(test_overlap(left, right));  // they touch
}

Outline make_rough_star(Random& random, std::size_t count) {
  std::vector<double> roughness;
  for (std::size_t i = 0; i < count; ++i) roughness.push_back(random.coin() ? random.uniform(0, 0.05) : 0);
  return {"star", {make_spline(make_star(random, count), roughness)}};
}

void expect_enclosed(const OutlineTree& tree) {
  for (const OutlineTree::Node& node : tree.nodes()) {
    EXPECT_NEAR(node.box.axis.norm(), 1, 1e-15);
    for (std::uint32_t i = node.first; i < node.first + node.count; ++i) {
      const OutlinePiece& piece = tree.piece(i);
      for (int k = 0; k <= 40; ++k) {
        const Vec2 p = piece.curve.at(k / 40.0);
        // The border may be anywhere within the roughness, a little less for rounding.
        for (const Vec2& way : {Vec2(1, 0), Vec2(0, 1), Vec2(-1, 0), Vec2(0, -1), Vec2(0.6, 0.8), Vec2(-0.8, 0.6)}) {
          EXPECT_TRUE(is_within(node.box, p + (1 - 1e-12) * piece.roughness * way)) << node.first << ' ' << node.count;
        }
      }
    }
  }
}

TEST(OutlineTree, boxes_enclose_the_curve_and_its_roughness) {
  Random random(2);
  for (const SuperBoxes method : {SuperBoxes::elementary, SuperBoxes::multiresolution}) {
    for (const std::size_t count : {1u, 2u, 3u, 7u, 16u, 33u, 64u}) {
      const OutlineTree tree(make_rough_star(random, count), {.super_boxes = method});
      EXPECT_EQ(tree.nodes().size(), 2 * count - 1);
      EXPECT_EQ(tree.nodes()[0].count, count);
      expect_enclosed(tree);
    }
  }
}

TEST(OutlineTree, boxes_of_single_pieces_are_as_small_as_their_direction_allows) {
  Random random(3);
  for (int n = 0; n < 50; ++n) {
    const OutlineTree tree({"", {make_spline(make_star(random, 16))}});
    for (const OutlineTree::Node& node : tree.nodes()) {
      if (!node.is_leaf()) continue;
      const auto along = find_extent(tree.piece(node.first).curve, node.box.axis);
      EXPECT_NEAR(2 * node.box.half.x(), along[1] - along[0], 1e-13);
    }
  }
}

TEST(OutlineTree, children_share_what_their_parent_has) {
  Random random(4);
  Outline outline = make_rough_star(random, 21);
  outline.loops.push_back(make_polygon(std::vector{Vec2(-0.2, -0.2), Vec2(0.2, -0.2), Vec2(0, 0.2)}));
  outline.loops.push_back(make_spline(std::vector{Vec2(0.3, 0), Vec2(0.4, 0.1), Vec2(0.3, 0.2), Vec2(0.2, 0.1)}));
  const OutlineTree tree(outline);
  ASSERT_EQ(tree.piece_count(), 28u);
  ASSERT_EQ(tree.nodes().size(), 55u);
  std::size_t leaves = 0;
  for (std::uint32_t n = 0; n < tree.nodes().size(); ++n) {
    const OutlineTree::Node& node = tree.nodes()[n];
    leaves += node.is_leaf();
    if (node.is_leaf()) continue;
    const OutlineTree::Node &left = tree.nodes()[n + 1], &right = tree.nodes()[node.right];
    EXPECT_EQ(left.first, node.first);
    EXPECT_EQ(right.first, left.first + left.count);
    EXPECT_EQ(left.count + right.count, node.count);
  }
  EXPECT_EQ(leaves, 28u);
  expect_enclosed(tree);
  EXPECT_EQ(tree.piece(22).kind, PieceKind::line);
}

// A circle with a few waves.
Outline make_wavy(Random& random, std::size_t count, int waves) {
  std::vector<double> sizes, phases;
  for (int k = 2; k <= waves; ++k) {
    sizes.push_back(random.uniform(-0.3, 0.3) / k);
    phases.push_back(random.uniform(-4, 4));
  }
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < count; ++i) {
    const double angle = 2 * std::numbers::pi * static_cast<double>(i) / static_cast<double>(count);
    double radius = 1;
    for (int k = 2; k <= waves; ++k) {
      const auto n = static_cast<std::size_t>(k - 2);
      radius += sizes[n] * std::cos(k * angle + phases[n]);
    }
    points.push_back(radius * Vec2(std::cos(angle), std::sin(angle)));
  }
  return {"", {make_spline(points)}};
}

// Fig. 6 of the paper: directions of the curve with less detail make smaller boxes than those of boxes. So they do
// where a box has less than a wave in it; not where it has one or more.
TEST(OutlineTree, multiresolution_makes_smaller_boxes_of_smooth_curves) {
  Random random(5);
  for (const bool is_smooth : {true, false}) {
    double elementary = 0, multiresolution = 0;
    for (int n = 0; n < 30; ++n) {
      const Outline outline = make_wavy(random, 512, is_smooth ? 3 : 24);
      const auto measure_level = [&](SuperBoxes method) {
        const OutlineTree tree(outline, {.super_boxes = method});
        const auto level = tree.list_level(5);
        EXPECT_EQ(level.size(), 32u);
        double area = 0;
        for (const std::uint32_t node : level) area += tree.nodes()[node].box.area();
        return area;
      };
      elementary += measure_level(SuperBoxes::elementary);
      multiresolution += measure_level(SuperBoxes::multiresolution);
    }
    EXPECT_EQ(multiresolution < elementary, is_smooth) << multiresolution << ' ' << elementary;
  }
}

}  // namespace
}  // namespace abut
