// Four pairs of boxes at a time, in floats, beside one at a time in doubles.
#include "detect/sibling_boxes.h"

#include <gtest/gtest.h>

#include "support/outlines.h"

namespace abut {
namespace {

using test::Random;

// For each pair of siblings, the two nodes they stand for.
std::vector<std::array<std::uint32_t, 2>> list_nodes(const OutlineTree& tree) {
  std::vector<std::array<std::uint32_t, 2>> nodes(tree.siblings().size());
  nodes[0] = {0, 0};
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    for (std::size_t k = 0; k < 2; ++k) {
      const std::uint32_t below = tree.siblings()[i].below[k];
      const OutlineTree::Node& node = tree.nodes()[nodes[i][k]];
      EXPECT_EQ((below & SiblingBoxes2::kLeaf) != 0, node.is_leaf());
      if (node.is_leaf()) {
        EXPECT_EQ(below & ~SiblingBoxes2::kLeaf, node.first);
      } else {
        nodes[below] = {nodes[i][k] + 1, node.right};
      }
    }
  }
  return nodes;
}

// How far apart two boxes are in doubles.
double measure(const OutlineTree& a, std::uint32_t a_node, const OutlineTree& b, std::uint32_t b_node,
               const Pose2& seen) {
  OrientedBox2 box = b.nodes()[b_node].box;
  box.center = seen.apply(box.center);
  box.axis = seen.turn(box.axis);
  return measure_gap(a.nodes()[a_node].box, box);
}

// The way out of a to b, along the side of either that parts them most.
Vec2 find_way(const OrientedBox2& a, OrientedBox2 b, const Pose2& seen) {
  b.center = seen.apply(b.center);
  b.axis = seen.turn(b.axis);
  Vec2 way = Vec2::UnitX();
  double most = -1;
  for (const Vec2& side : {a.axis, a.across(), b.axis, b.across()}) {
    const auto reach = [&](const OrientedBox2& box) {
      return std::abs(side.dot(box.axis)) * box.half.x() + std::abs(side.dot(box.across())) * box.half.y();
    };
    const double along = side.dot(b.center - a.center), gap = std::abs(along) - reach(a) - reach(b);
    if (gap <= most) continue;
    most = gap;
    way = along > 0 ? side : Vec2(-side);
  }
  return way;
}

// Moves b until two of the smallest boxes just touch.
void compare_touching(const OutlineTree& a, const OutlineTree& b, Pose2 seen, Random& random, std::size_t& touching) {
  const auto a_nodes = list_nodes(a), b_nodes = list_nodes(b);
  for (int n = 0; n < 40; ++n) {
    const BoxPlace on_a{static_cast<std::uint32_t>(random.integer(1, static_cast<int>(a_nodes.size()) - 1)), 1};
    const BoxPlace on_b{static_cast<std::uint32_t>(random.integer(1, static_cast<int>(b_nodes.size()) - 1)), 0};
    const std::uint32_t a_node = a_nodes[on_a.siblings][1], b_node = b_nodes[on_b.siblings][0];
    const double gap = measure(a, a_node, b, b_node, seen);
    seen.shift -= gap * find_way(a.nodes()[a_node].box, b.nodes()[b_node].box, seen);
    const SiblingPairs pairs(a, b, seen, 0);
    if (measure(a, a_node, b, b_node, seen) > 0 || !pairs.test_roots()) continue;
    ASSERT_TRUE(pairs.find_overlaps(on_a, false, on_b, false));
    touching += gap > 0;
  }
}

struct Seen {
  std::size_t near = 0, apart = 0;
};

// All pairs of siblings, opened in all ways.
void compare(const OutlineTree& a, const OutlineTree& b, const Pose2& seen, double tolerance, Seen& counts) {
  const SiblingPairs pairs(a, b, seen, tolerance);
  if (!pairs.test_roots()) return;
  const auto a_nodes = list_nodes(a), b_nodes = list_nodes(b);
  const double size = std::max(a.frame().scale, b.frame().scale);
  for (std::uint32_t i = 1; i < a_nodes.size(); ++i) {
    for (std::uint32_t j = 1; j < b_nodes.size(); ++j) {
      for (std::uint32_t k = 0; k < 4; ++k) {
        const double gap = measure(a, a_nodes[i][k >> 1], b, b_nodes[j][k & 1], seen);
        const BoxPlace own_a{i, k >> 1}, own_b{j, k & 1};
        const bool is_found = pairs.find_overlaps(own_a, false, own_b, false) & 1;
        if (gap <= tolerance) {
          ASSERT_TRUE(is_found) << gap;
        }
        if (gap > tolerance + 1e-4 * size) {
          ASSERT_FALSE(is_found) << gap;
        }
        (is_found ? counts.near : counts.apart) += 1;
        // The same pair as children of what is above.
        if (!(pairs.a_below(own_a) & SiblingBoxes2::kLeaf)) {
          const unsigned lanes = pairs.find_overlaps(own_a, true, own_b, false);
          const std::uint32_t below = pairs.a_below(own_a);
          ASSERT_EQ(lanes & 1, pairs.find_overlaps({below, 0}, false, own_b, false));
          ASSERT_EQ(lanes >> 2 & 1, pairs.find_overlaps({below, 1}, false, own_b, false));
          ASSERT_EQ(lanes & 0b1010, 0u);
        }
      }
    }
  }
}

OutlineTree make_tree(Random& random, double size, const Vec2& at) {
  std::vector<Vec2> points = test::make_star(random, 9 + random.integer(0, 8));
  for (Vec2& p : points) p = at + size * p;
  return OutlineTree({"star", {make_spline(points)}});
}

TEST(SiblingBoxes, lose_no_pair_that_doubles_find) {
  Random random(5);
  Seen counts;
  for (int round = 0; round < 300; ++round) {
    const double size = std::pow(10.0, random.integer(-6, 6)), other = size * std::pow(10.0, random.integer(-2, 2));
    const Vec2 at = test::random_point2(random, random.coin() ? size : 1e6 * size);
    const OutlineTree a = make_tree(random, size, at), b = make_tree(random, other, Vec2::Zero());
    const Vec2 shift = at + test::random_point2(random, size + other);
    compare(a, b, Pose2::make(random.uniform(0, 6.28), shift), random.coin() ? 0 : 1e-3 * size, counts);
  }
  EXPECT_GT(counts.near, 10'000u);
  EXPECT_GT(counts.apart, 10'000u);
}

TEST(SiblingBoxes, lose_no_pair_that_just_touches) {
  Random random(7);
  std::size_t touching = 0;
  for (int round = 0; round < 400; ++round) {
    const double other = std::pow(10.0, random.integer(-2, 2));
    const Vec2 at = test::random_point2(random, random.coin() ? 1 : 1e3);
    const OutlineTree a = make_tree(random, 1, at), b = make_tree(random, other, Vec2::Zero());
    const Vec2 shift = at + test::random_point2(random, 1 + other);
    compare_touching(a, b, Pose2::make(random.uniform(0, 6.28), shift), random, touching);
  }
  EXPECT_GT(touching, 1'000u);
}

TEST(SiblingBoxes, numbers_beyond_floats_lose_nothing) {
  Random random(6);
  Seen counts;
  for (const double size : {1e-60, 1e60, 1e100}) {
    for (const double other : {1e-60, 1e60, 1e100}) {
      const OutlineTree a = make_tree(random, size, Vec2::Zero()), b = make_tree(random, other, Vec2::Zero());
      compare(a, b, Pose2::make(1, test::random_point2(random, 0.5 * std::max(size, other))), 1e-6 * size, counts);
    }
  }
  EXPECT_GT(counts.near, 100u);
}

}  // namespace
}  // namespace abut
