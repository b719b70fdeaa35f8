// The tests of the literature agree with the exact one where nothing merely touches; and where the clipping test is
// known to fail, it does.
#include <gtest/gtest.h>

#include "abut/convex_pair.h"
#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

TEST(ConvexReferences, ClippingAndPartitionSayTheSame) {
  Random random(1);
  int yes = 0, no = 0;
  for (int round = 0; round < 600; ++round) {
    const Convex a = test::make_random_hull(random, random.integer(4, 20), Vec3(1, 1, 1));
    const Convex b =
        random.coin() ? Convex::make_box(Vec3(0.5, 0.7, 0.2)) : test::make_random_hull(random, 8, Vec3(1, 1, 1));
    const PlacedConvex first{&a, {test::make_turn_anyhow(random), random.point()}};
    const PlacedConvex second{&b, {test::make_turn_anyhow(random), random.point(-1.5, 1.5)}};
    const bool answer = test_touching(first, second);
    EXPECT_EQ(test_by_clipping(first, second), answer);
    EXPECT_EQ(test_by_partition(first, second), answer);
    (answer ? yes : no) += 1;
  }
  EXPECT_GT(yes, 100);
  EXPECT_GT(no, 100);
}

// The case the third step is for: equal solids, moved along a face, so that no vertex and no edge is strictly inside.
TEST(ConvexReferences, EqualBoxesMovedAlongAFace) {
  const Convex box = Convex::make_box(Vec3(1, 1, 1));
  for (const double shift : {0.0, 0.5, 1.0, 1.5}) {
    EXPECT_TRUE(test_by_clipping({&box, {}}, {&box, {test::kUpright, Vec3(shift, 0, 0)}}));
    EXPECT_TRUE(test_by_partition({&box, {}}, {&box, {test::kUpright, Vec3(shift, 0, 0)}}));
  }
}

TEST(ConvexReferences, OneInsideTheOther) {
  const Convex large = Convex::make_box(Vec3(1, 1, 1)), small = Convex::make_box(Vec3(0.1, 0.1, 0.1));
  const PlacedConvex a{&large, {}}, b{&small, {}};
  EXPECT_TRUE(test_by_clipping(a, b) && test_by_clipping(b, a));
  EXPECT_TRUE(test_by_partition(a, b) && test_by_partition(b, a));
}

// Solids that share nothing but a corner: whether it is inside is a matter of the last digit, and of the faces that
// meet there one may say no. The partition test, whose predicates are exact, is not deceived.
TEST(ConvexReferences, TouchingIsWhereClippingFails) {
  Random random(2);
  int missed = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 8; ++i) points.push_back(random.point(0.1, 1));
    points.push_back(Vec3::Zero());
    const Convex hull = *Convex::make_hull(points);
    for (Vec3& p : points) p = -p;
    const Convex opposite = *Convex::make_hull(points);
    const Pose3 pose{test::make_turn_anyhow(random), random.point()};
    EXPECT_TRUE(test_touching({&hull, pose}, {&opposite, pose}));
    EXPECT_TRUE(test_by_partition({&hull, pose}, {&opposite, pose}));
    missed += !test_by_clipping({&hull, pose}, {&opposite, pose});
  }
  EXPECT_GT(missed, 0);
}

}  // namespace
}  // namespace abut
