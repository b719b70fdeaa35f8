// Moving boxes kept in both ways, beside a list that is compared all with all.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <utility>
#include <vector>

#include "abut/moving_boxes.h"

namespace abut::test {

inline std::vector<BoxPair> find_pairs_by_brute_force(const std::vector<std::pair<BoxId, Box3>>& boxes) {
  std::vector<BoxPair> pairs;
  for (std::size_t i = 0; i < boxes.size(); ++i) {
    for (std::size_t j = i + 1; j < boxes.size(); ++j) {
      if (!test_overlap(boxes[i].second, boxes[j].second)) continue;
      pairs.push_back({std::min(boxes[i].first, boxes[j].first), std::max(boxes[i].first, boxes[j].first)});
    }
  }
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

inline Box3 make_box_around(const Vec3& center, const Vec3& half) { return {center - half, center + half}; }

/// Are always told the same.
struct BoxTwins {
  SweepAndPrune sweep;
  DynamicTree tree;
  std::vector<std::pair<BoxId, Box3>> list;

  void add(const Box3& box) {
    const BoxId id = sweep.add(box);
    ASSERT_EQ(tree.add(box), id);
    list.push_back({id, box});
  }
  void move(std::size_t i, const Box3& box) {
    sweep.move(list[i].first, box);
    tree.move(list[i].first, box);
    list[i].second = box;
  }
  void remove(std::size_t i) {
    sweep.remove(list[i].first);
    tree.remove(list[i].first);
    list[i] = list.back();
    list.pop_back();
  }
  /// Both find what brute force finds, which is returned.
  std::vector<BoxPair> check() {
    const auto expected = find_pairs_by_brute_force(list);
    const auto swept = sweep.find_pairs();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), swept.begin(), swept.end())) << "sweep and prune";
    const auto kept = tree.find_pairs();
    EXPECT_TRUE(std::equal(expected.begin(), expected.end(), kept.begin(), kept.end())) << "dynamic tree";
    EXPECT_EQ(sweep.size(), list.size());
    EXPECT_EQ(tree.size(), list.size());
    return expected;
  }
};

}  // namespace abut::test
