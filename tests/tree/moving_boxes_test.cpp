#include "abut/moving_boxes.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <stdexcept>

#include "support/box_twins.h"
#include "support/random.h"

namespace abut {
namespace {

using test::BoxTwins;
using test::make_box_around;
using test::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

// Goes straight on, and turns back at the sides of a room.
struct Mover {
  Vec3 at, way, half;

  Box3 box() const { return make_box_around(at, half); }
  void advance(double room) {
    at += way;
    for (int k = 0; k < 3; ++k) {
      if (std::abs(at[k]) > room) way[k] = at[k] > 0 ? -std::abs(way[k]) : std::abs(way[k]);
    }
  }
};

Mover make_mover(Random& random, double room, double largest, double speed) {
  const double half = largest * std::pow(random.uniform(0.01, 1), 2);
  return {random.point(-room, room), speed * random.point(), Vec3::Constant(half)};
}

// What appeared and what disappeared, over all frames.
struct Changes {
  std::size_t appeared = 0, disappeared = 0, most_pairs = 0;

  void add(const std::vector<BoxPair>& before, const std::vector<BoxPair>& now) {
    const BoxPairChanges changes = find_changes(before, now);
    appeared += changes.appeared.size();
    disappeared += changes.disappeared.size();
    most_pairs = std::max(most_pairs, now.size());
  }
};

// Frames of a crowd in which some leave, others come, and many move, some of them far.
Changes run_crowd(std::uint64_t seed, std::size_t count, int frames, double room, double largest, double speed) {
  Random random(seed);
  BoxTwins twins;
  std::vector<Mover> movers;
  const auto add = [&] {
    movers.push_back(make_mover(random, room, largest, speed));
    twins.add(movers.back().box());
  };
  for (std::size_t i = 0; i < count; ++i) add();
  Changes changes;
  std::vector<BoxPair> before;
  for (int frame = 0; frame < frames; ++frame) {
    for (std::size_t i = 0; i < movers.size(); ++i) {
      if (random.integer(0, 9) == 0) continue;
      movers[i].advance(room);
      if (random.integer(0, 199) == 0) movers[i].at = random.point(-room, room);
      twins.move(i, movers[i].box());
    }
    for (int k = random.integer(0, 4); k > 0 && !movers.empty(); --k) {
      const auto i = static_cast<std::size_t>(random.integer(0, static_cast<int>(movers.size()) - 1));
      twins.remove(i);
      movers[i] = movers.back();
      movers.pop_back();
    }
    for (int k = random.integer(0, 4); k > 0; --k) add();
    const auto now = twins.check();
    changes.add(before, now);
    before = now;
    if (testing::Test::HasFailure()) break;
  }
  return changes;
}

TEST(MovingBoxes, both_ways_find_what_brute_force_finds_in_crowds) {
  std::uint64_t seed = 1;
  for (const std::size_t count : {2u, 30u, 300u, 1500u}) {
    for (const double speed : {0.001, 0.02, 0.5}) {
      const double room = std::cbrt(static_cast<double>(count)) * 0.5;
      const Changes changes = run_crowd(++seed, count, 25, room, 1, speed);
      if (count < 100) continue;
      EXPECT_GT(changes.most_pairs, count / 10);
      EXPECT_GT(changes.appeared, changes.most_pairs + 20);
      EXPECT_GT(changes.disappeared, 20u);
    }
  }
}

TEST(MovingBoxes, both_ways_find_what_brute_force_finds_in_columns_that_are_cut_twice) {
  // Small boxes in a knot within a wide crowd: its column is cut again.
  Random random(30);
  BoxTwins twins;
  for (int i = 0; i < 3000; ++i) twins.add(make_box_around(random.point(-100, 100), Vec3::Constant(1)));
  for (int i = 0; i < 4000; ++i) twins.add(make_box_around(random.point(-3, 3), Vec3::Constant(0.1)));
  EXPECT_GT(twins.check().size(), 1000u);
  for (std::size_t i = 0; i < twins.list.size(); ++i) {
    const Vec3 step = 0.05 * random.point();
    twins.move(i, {twins.list[i].second.lower + step, twins.list[i].second.upper + step});
  }
  EXPECT_GT(twins.check().size(), 1000u);
}

TEST(MovingBoxes, long_runs_stay_right_and_the_tree_stays_good) {
  Random random(7);
  BoxTwins twins;
  std::vector<Mover> movers;
  for (int i = 0; i < 1200; ++i) {
    movers.push_back({random.point(-6, 6), 0.1 * random.point(), Vec3::Constant(random.uniform(0.1, 0.5))});
    twins.add(movers.back().box());
  }
  std::vector<BoxPair> before;
  Changes changes;
  for (int frame = 0; frame < 600; ++frame) {
    for (std::size_t i = 0; i < movers.size(); ++i) {
      movers[i].advance(6);
      twins.move(i, movers[i].box());
    }
    if (frame % 40 != 39) {
      const auto swept = twins.sweep.find_pairs(), kept = twins.tree.find_pairs();
      ASSERT_TRUE(std::equal(swept.begin(), swept.end(), kept.begin(), kept.end())) << frame;
      continue;
    }
    const auto now = twins.check();
    changes.add(before, now);
    before = now;
    EXPECT_LT(twins.tree.measure_wear(), 1.5) << frame;
  }
  EXPECT_GT(changes.appeared, 5000u);
  EXPECT_GT(changes.disappeared, 5000u);
}

TEST(MovingBoxes, a_tree_of_leaves_put_in_one_by_one_becomes_good) {
  Random random(8);
  DynamicTree tree;
  std::vector<BoxId> ids;
  for (int i = 0; i < 2000; ++i) ids.push_back(tree.add(make_box_around(random.point(-10, 10), Vec3::Constant(0.1))));
  tree.find_pairs();
  EXPECT_LT(tree.measure_wear(), 1.0001);
  // A quarter at a time goes elsewhere: never so many that all is made anew.
  double most = 0;
  for (int round = 0; round < 40; ++round) {
    for (std::size_t i = static_cast<std::size_t>(round) % 4; i < ids.size(); i += 4) {
      tree.move(ids[i], make_box_around(random.point(-10, 10), Vec3::Constant(0.1)));
    }
    tree.find_pairs();
    most = std::max(most, tree.measure_wear());
  }
  EXPECT_GT(most, 1.0001) << "nothing was put in one by one";
  EXPECT_LT(most, 1.5);
}

// Everybody at one place; in a line; in a plane; points.
TEST(MovingBoxes, degenerate_crowds) {
  Random random(9);
  BoxTwins same;
  for (int i = 0; i < 300; ++i) same.add({Vec3(1, 2, 3), Vec3(2, 3, 4)});
  EXPECT_EQ(same.check().size(), 300u * 299u / 2);
  for (std::size_t i = 0; i < 300; i += 2) same.move(i, {Vec3(5, 2, 3), Vec3(6, 3, 4)});
  EXPECT_EQ(same.check().size(), 2u * (150u * 149u / 2));

  for (const Vec3& way : {Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(0, 0, 1), Vec3(1, 1, 1)}) {
    BoxTwins line;
    for (int i = 0; i < 2000; ++i) line.add(make_box_around(random.uniform(0, 2000) * way, Vec3::Constant(0.5)));
    EXPECT_GT(line.check().size(), 500u);
    for (std::size_t i = 0; i < line.list.size(); ++i) {
      line.move(i, make_box_around(line.list[i].second.center() + random.uniform(0, 1) * way, Vec3::Constant(0.5)));
    }
    EXPECT_GT(line.check().size(), 500u);
  }

  BoxTwins points;
  for (int i = 0; i < 500; ++i) points.add(make_box_around(random.grid_point(3), Vec3::Zero()));
  EXPECT_GT(points.check().size(), 100u);
}

// On a grid of cubes, everybody touches all neighbours, and nothing more.
TEST(MovingBoxes, boxes_that_touch_exactly_overlap) {
  for (const double cell : {1.0, 0.1, 1.0 / 3}) {
    BoxTwins twins;
    for (int i = 0; i < 10 * 10 * 10; ++i) {
      const Vec3 at(i % 10, i / 10 % 10, i / 100);
      twins.add({cell * at, cell * (at + Vec3::Ones())});
    }
    // Of 27 neighbours and itself, those that are there: (10 + 2 * 9)^3 ordered pairs.
    EXPECT_EQ(twins.check().size(), (28u * 28u * 28u - 1000u) / 2);
    // By one unit in the last place more, half of them leave.
    for (std::size_t i = 0; i < twins.list.size(); ++i) {
      Box3 box = twins.list[i].second;
      if (i % 10 % 2 == 0) box.upper.x() = std::nextafter(box.upper.x(), -kInfinity);
      twins.move(i, box);
    }
    // Along x, five of the nine touches between neighbours are gone.
    EXPECT_EQ(twins.check().size(), ((10u + 2 * 4u) * 28u * 28u - 1000u) / 2);
  }
}

// Sides that only doubles tell apart.
TEST(MovingBoxes, the_boxes_as_given_decide) {
  Random random(10);
  std::size_t touching = 0, apart = 0;
  BoxTwins twins;
  for (int i = 0; i < 400; ++i) {
    const Vec3 at = 1e3 * Vec3(i, 0, 0) + random.point();
    const double gap = random.integer(-1, 1) * 1e-9;
    twins.add({at, at + Vec3(1, 1, 1)});
    twins.add({at + Vec3(1 + gap, 0, 0), at + Vec3(2, 1, 1)});
    (gap > 0 ? apart : touching) += 1;
  }
  EXPECT_GT(touching, 50u);
  EXPECT_GT(apart, 50u);
  EXPECT_EQ(twins.check().size(), touching);
}

TEST(MovingBoxes, huge_beside_tiny_and_without_end) {
  Random random(11);
  BoxTwins twins;
  for (int i = 0; i < 800; ++i) twins.add(make_box_around(random.point(-5, 5), Vec3::Constant(0.2)));
  twins.add({Vec3(-kInfinity, -kInfinity, -kInfinity), Vec3(kInfinity, kInfinity, -3)});  // a ground
  twins.add({Vec3::Constant(-kInfinity), Vec3::Constant(kInfinity)});
  twins.add({Vec3(2, -kInfinity, 2), Vec3(2, kInfinity, 2)});  // a line
  twins.add({Vec3(kInfinity, kInfinity, kInfinity), Vec3(kInfinity, kInfinity, kInfinity)});
  twins.add(make_box_around(Vec3(1e30, 0, 0), Vec3::Constant(1e29)));
  twins.add(make_box_around(Vec3(0, 0, 0), Vec3::Constant(1e-30)));
  twins.add(make_box_around(Vec3(0, 1e200, 0), Vec3::Constant(1.1e200)));
  for (int frame = 0; frame < 20; ++frame) {
    for (std::size_t i = 0; i < 800; ++i) {
      twins.move(i, make_box_around(twins.list[i].second.center() + 0.1 * random.point(), Vec3::Constant(0.2)));
    }
    EXPECT_GT(twins.check().size(), 1600u);
  }
  // The ground becomes a small box, and a small box a ground.
  twins.move(800, make_box_around(Vec3::Zero(), Vec3::Constant(0.1)));
  twins.move(3, {Vec3(-kInfinity, -kInfinity, -kInfinity), Vec3(kInfinity, kInfinity, -3)});
  EXPECT_GT(twins.check().size(), 800u);
  EXPECT_LT(twins.tree.measure_wear(), 2);
}

TEST(MovingBoxes, any_unit_and_any_place) {
  for (const double unit : {1e-60, 1e-3, 1e60}) {
    for (const double far : {0.0, 1e9}) {
      Random random(12);
      BoxTwins twins;
      const Vec3 origin = Vec3::Constant(far * unit);
      for (int i = 0; i < 500; ++i) {
        twins.add(make_box_around(origin + unit * random.point(-5, 5), Vec3::Constant(0.4 * unit)));
      }
      EXPECT_GT(twins.check().size(), 100u);
      // All go to another place and become others.
      for (std::size_t i = 0; i < twins.list.size(); ++i) {
        twins.move(i, make_box_around(1e6 * (origin + unit * random.point(-5, 5)), Vec3::Constant(4e5 * unit)));
      }
      EXPECT_GT(twins.check().size(), 100u);
    }
  }
}

TEST(MovingBoxes, ids_come_back_only_after_a_search_without_them) {
  BoxTwins twins;
  for (int i = 0; i < 3; ++i) twins.add({Vec3::Zero(), Vec3::Ones()});
  const auto before = twins.check();
  EXPECT_EQ(before.size(), 3u);
  twins.remove(1);
  twins.add({Vec3::Constant(5), Vec3::Constant(6)});
  EXPECT_EQ(twins.list.back().first, BoxId(3));
  const auto without = twins.check();
  EXPECT_EQ(without, (std::vector<BoxPair>{{BoxId(0), BoxId(2)}}));
  EXPECT_EQ(find_changes(before, without).disappeared,
            (std::vector<BoxPair>{{BoxId(0), BoxId(1)}, {BoxId(1), BoxId(2)}}));
  twins.add({Vec3::Zero(), Vec3::Ones()});
  EXPECT_EQ(twins.list.back().first, BoxId(1));
  EXPECT_EQ(find_changes(without, twins.check()).appeared.size(), 2u);
  while (!twins.list.empty()) twins.remove(0);
  EXPECT_TRUE(twins.check().empty());
  twins.add({Vec3::Zero(), Vec3::Ones()});
  EXPECT_TRUE(twins.check().empty());
}

TEST(MovingBoxes, a_box_that_comes_and_goes_between_two_searches_leaves_nothing) {
  BoxTwins twins;
  for (int i = 0; i < 10; ++i) twins.add({Vec3::Zero(), Vec3::Ones()});
  twins.check();
  twins.add({Vec3::Zero(), Vec3::Ones()});
  twins.move(10, {Vec3::Zero(), Vec3::Constant(2)});
  twins.remove(10);
  EXPECT_EQ(twins.check().size(), 45u);
}

TEST(DynamicTree, finds_what_overlaps_a_box_and_another_tree) {
  Random random(13);
  DynamicTree a, b;
  std::vector<Box3> a_boxes, b_boxes;
  for (int i = 0; i < 400; ++i) {
    a_boxes.push_back(make_box_around(random.point(-5, 5), Vec3::Constant(0.4)));
    b_boxes.push_back(make_box_around(random.point(-5, 5), Vec3::Constant(0.3)));
    a.add(a_boxes.back());
    b.add(b_boxes.back());
  }
  for (int round = 0; round < 5; ++round) {
    std::vector<BoxPair> expected;
    for (std::size_t i = 0; i < a_boxes.size(); ++i) {
      for (std::size_t j = 0; j < b_boxes.size(); ++j) {
        if (test_overlap(a_boxes[i], b_boxes[j])) expected.push_back({BoxId(i), BoxId(j)});
      }
    }
    EXPECT_GT(expected.size(), 50u);
    EXPECT_EQ(a.find_overlaps(b), expected);
    std::vector<BoxId> around;
    const Box3 asked = make_box_around(random.point(-4, 4), Vec3::Constant(1.5));
    for (std::size_t i = 0; i < a_boxes.size(); ++i) {
      if (test_overlap(a_boxes[i], asked)) around.push_back(BoxId(i));
    }
    EXPECT_GT(around.size(), 2u);
    EXPECT_LT(around.size(), 200u);
    EXPECT_EQ(a.find_overlaps(asked), around);
    for (std::size_t i = 0; i < a_boxes.size(); ++i) {
      a_boxes[i] = make_box_around(a_boxes[i].center() + 0.3 * random.point(), Vec3::Constant(0.4));
      a.move(BoxId(i), a_boxes[i]);
    }
  }
}

TEST(MovingBoxes, broken_contracts_are_told_and_change_nothing) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  const auto check = [](auto&& boxes) {
    const BoxId id = boxes.add({Vec3::Zero(), Vec3::Ones()});
    boxes.add({Vec3::Zero(), Vec3::Ones()});
    const Box3 nan{Vec3(0, std::nan(""), 0), Vec3::Ones()}, turned{Vec3::Ones(), Vec3(2, 0, 2)};
    for (const Box3& bad : {nan, turned, Box3()}) {
      EXPECT_THROW(boxes.add(bad), std::logic_error);
      EXPECT_THROW(boxes.move(id, bad), std::logic_error);
    }
    EXPECT_THROW(boxes.move(BoxId(7), {Vec3::Zero(), Vec3::Ones()}), std::logic_error);
    EXPECT_THROW(boxes.remove(BoxId()), std::logic_error);
    EXPECT_EQ(boxes.find_pairs().size(), 1u);
    boxes.remove(id);
    EXPECT_THROW(boxes.remove(id), std::logic_error);
    EXPECT_THROW(boxes.box(id), std::logic_error);
    EXPECT_EQ(boxes.find_pairs().size(), 0u);
    EXPECT_EQ(boxes.size(), 1u);
  };
  check(SweepAndPrune());
  check(DynamicTree());
  set_contract_handler(nullptr);
}

}  // namespace
}  // namespace abut
