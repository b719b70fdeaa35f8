#include <gtest/gtest.h>

#include <set>

#include "abut/tree.h"
#include "support/random.h"
#include "tree/bvh_pairs.h"

namespace abut {
namespace {

using test::Random;
using PairSet = std::set<std::pair<std::uint32_t, std::uint32_t>>;

std::vector<FloatBox> random_boxes(Random& random, int count, double size) {
  std::vector<FloatBox> boxes;
  for (int i = 0; i < count; ++i) {
    const Vec3 p = random.point(), q = p + size * random.point(0, 1);
    boxes.push_back(make_float_box(std::array{p, q}));
  }
  return boxes;
}

PairSet walk(const Bvh& a, const Bvh& b, std::size_t tasks) {
  PairSet pairs;
  for (const NodePair start : split_overlap_work(a, b, tasks)) {
    visit_overlaps(a, b, start, [&](std::uint32_t i, std::uint32_t j) {
      const bool is_new = pairs.insert(&a == &b ? PairSet::value_type(std::minmax(i, j)) : std::pair(i, j)).second;
      EXPECT_TRUE(is_new) << "pair visited twice";
    });
  }
  return pairs;
}

TEST(Bvh, finds_each_overlap_of_one_list_once) {
  Random random(1);
  for (const int count : {1, 2, 5, 100, 3000}) {
    const auto boxes = random_boxes(random, count, 0.1);
    const Bvh tree(boxes);
    PairSet expected;
    for (std::uint32_t i = 0; i < boxes.size(); ++i) {
      for (std::uint32_t j = i + 1; j < boxes.size(); ++j) {
        if (test_overlap(boxes[i], boxes[j])) expected.insert({i, j});
      }
    }
    if (count >= 3000) {
      EXPECT_GT(expected.size(), 300u);
    }
    EXPECT_EQ(walk(tree, tree, 1), expected);
    EXPECT_EQ(walk(tree, tree, 500), expected);
  }
}

TEST(Bvh, finds_each_overlap_between_two_lists_once) {
  Random random(2);
  const auto a = random_boxes(random, 2000, 0.05), b = random_boxes(random, 50, 0.5);
  PairSet expected;
  for (std::uint32_t i = 0; i < a.size(); ++i) {
    for (std::uint32_t j = 0; j < b.size(); ++j) {
      if (test_overlap(a[i], b[j])) expected.insert({i, j});
    }
  }
  EXPECT_GT(expected.size(), 100u);
  EXPECT_EQ(walk(Bvh(a), Bvh(b), 1), expected);
  EXPECT_EQ(walk(Bvh(a), Bvh(b), 300), expected);
}

TEST(Bvh, every_node_holds_what_is_below_it) {
  Random random(3);
  const auto boxes = random_boxes(random, 5000, 0.02);
  const Bvh tree(boxes);
  std::size_t items = 0;
  for (const Bvh::Node& node : tree.nodes()) {
    const auto holds = [&](const FloatBox& box) {
      bool is_inside = true;
      for (int k = 0; k < 3; ++k) is_inside &= node.box.lower[k] <= box.lower[k] && box.upper[k] <= node.box.upper[k];
      return is_inside;
    };
    if (node.is_leaf()) {
      items += node.count;
      EXPECT_LE(node.count, Bvh::kLeafSize);
      for (const Bvh::Item& item : tree.items(node)) EXPECT_TRUE(holds(item.box));
    } else {
      EXPECT_TRUE(holds(tree.node(node.first).box) && holds(tree.node(node.first + 1).box));
    }
  }
  EXPECT_EQ(items, boxes.size());
}

TEST(Bvh, is_the_same_at_any_thread_count) {
  Random random(4);
  const auto boxes = random_boxes(random, 20000, 0.02);
  const Bvh one(boxes, {1, {}}), seven(boxes, {7, {}});
  ASSERT_EQ(one.nodes().size(), seven.nodes().size());
  for (std::size_t i = 0; i < one.nodes().size(); ++i) {
    ASSERT_EQ(one.nodes()[i].first, seven.nodes()[i].first);
    ASSERT_EQ(one.nodes()[i].box.lower, seven.nodes()[i].box.lower);
  }
}

TEST(Bvh, copes_with_equal_empty_and_huge_boxes) {
  EXPECT_TRUE(Bvh(std::vector<FloatBox>{}).is_empty());
  const auto same = std::vector<FloatBox>(1000, make_float_box(std::array{Vec3(1, 1, 1)}));
  EXPECT_EQ(walk(Bvh(same), Bvh(same), 1).size(), 1000u * 1000u);
  std::vector<FloatBox> huge;
  for (int i = 0; i < 100; ++i)
    huge.push_back(make_float_box(std::array{Vec3(1e100, -1e100, i), Vec3(-1e90, 1e99, 1e60)}));
  const Bvh tree(huge);
  EXPECT_EQ(walk(tree, tree, 1).size(), 100u * 99u / 2);
}

TEST(FloatBox, contains_what_it_was_made_for) {
  Random random(5);
  int rounded = 0;
  for (int i = 0; i < 10000; ++i) {
    const Vec3 p = random.point(-1e3, 1e3);
    const FloatBox box = make_float_box(std::array{p});
    for (int k = 0; k < 3; ++k) {
      ASSERT_LE(double(box.lower[k]), p[k]);
      ASSERT_GE(double(box.upper[k]), p[k]);
      rounded += box.lower[k] != box.upper[k];
    }
  }
  EXPECT_GT(rounded, 10000);
}

}  // namespace
}  // namespace abut
