// Polygons on a small grid, full of corners on corners, corners on lines and lines along lines, beside exact looks.
#include <gtest/gtest.h>

#include "abut/outlines.h"
#include "support/polygons.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Rings;

// One ring, or two; nothing if they are no outline.
Rings make_polygon(test::Random& random) {
  Rings rings(random.integer(0, 3) == 0 ? 2 : 1);
  for (test::Ring& ring : rings) {
    for (int i = random.integer(3, 6); i > 0; --i) {
      const int x = random.integer(0, 5);
      ring.push_back(Vec2(x, random.integer(0, 5)));
    }
  }
  rings = test::clean_rings(rings);
  return test::find_border(rings) <= test::Border::touching ? rings : Rings();
}

OutlineRelation find_expected(const Rings& a, const Rings& b) {
  // Corners of what overlaps are rational numbers of small parts, and so is its area.
  if (test::measure_overlap(a, b) > 1e-9) return OutlineRelation::interfering;
  return test::do_borders_meet(a, b) ? OutlineRelation::contact : OutlineRelation::separate;
}

TEST(OutlineGrid, RelatesAsTheExactLookSaysHoweverBothArePlaced) {
  test::Random random(1);
  std::array<int, 3> seen = {};
  int contained = 0;
  for (int round = 0; round < 100'000; ++round) {
    const Rings a = make_polygon(random), b = make_polygon(random);
    if (a.empty() || b.empty()) continue;
    const OutlineRelation expected = find_expected(a, b);
    const OutlineTree a_tree(test::make_outline(a)), b_tree(test::make_outline(b));
    const double x = random.uniform(-10, 10);
    const Pose2 pose = Pose2::make(random.uniform(0, 6.28), Vec2(x, random.uniform(-10, 10)));
    for (const Pose2& place : {Pose2(), pose}) {
      for (const OutlinePairSettings& settings :
           {OutlinePairSettings{1e-6}, OutlinePairSettings{1e-9}, OutlinePairSettings{1e-9, true}}) {
        const OutlinePair pair = find_relation({&a_tree, place}, {&b_tree, place}, settings);
        ASSERT_EQ(pair.relation, expected) << round;
        contained += pair.containment != OutlineContainment::none;
      }
    }
    ++seen[static_cast<std::size_t>(expected)];
  }
  EXPECT_GT(seen[0], 1000);
  EXPECT_GT(seen[1], 1000);
  EXPECT_GT(seen[2], 1000);
  EXPECT_GT(contained, 50);
}

}  // namespace
}  // namespace abut
