// How deep convex solids are in each other, against brute force on their Minkowski difference, on what is known to make
// expanding polytopes fail: touching, deeply nested, concentric, identical, needles, nearly parallel faces.
#include <gtest/gtest.h>

#include "abut/convex_pair.h"
#include "narrow/expanding_polytope.h"
#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

// Returns the depth, or -1 if they are apart.
double check_depth(const PlacedConvex& a, const PlacedConvex& b) {
  const auto p = measure_penetration(a, b);
  const double slow = test::measure_depth_slowly(a, b);
  const double size = a.shape->reach() + b.shape->reach() + a.pose.translation.cwiseAbs().maxCoeff() +
                      b.pose.translation.cwiseAbs().maxCoeff();
  const double rounding = 20 * kConvexSlack * size;
  EXPECT_TRUE(p.has_value() ? slow >= -rounding : slow <= rounding);
  if (!p) return -1;
  EXPECT_GE(p->depth, 0);
  EXPECT_NEAR(p->depth, std::max(0.0, slow), 1e-9 * slow + rounding);
  EXPECT_NEAR(p->normal.norm(), 1, 1e-13);
  EXPECT_LE((p->on_a + p->depth * p->normal - p->on_b).norm(), 1e-6 * size);
  // Moved by so much, they are no longer in each other.
  PlacedConvex moved = a;
  moved.pose.translation += p->depth * p->normal;
  if (const auto again = measure_penetration(moved, b)) {
    EXPECT_LE(again->depth, rounding + 1e-9 * slow);
  }
  return p->depth;
}

TEST(ConvexPenetration, RandomSolidsAsByBruteForce) {
  Random random(1);
  int deep = 0, apart = 0;
  for (int round = 0; round < 300; ++round) {
    const Convex a = test::make_random_hull(random, random.integer(4, 20), Vec3(1, 1, 1));
    const Convex b =
        random.coin() ? Convex::make_box(Vec3(0.5, 0.7, 0.2)) : test::make_random_hull(random, 12, Vec3(1, 1, 1));
    const double depth = check_depth({&a, {test::make_turn_anyhow(random), random.point()}},
                                     {&b, {test::make_turn_anyhow(random), random.point(-1.5, 1.5)}});
    (depth >= 0 ? deep : apart) += 1;
  }
  EXPECT_GT(deep, 50);
  EXPECT_GT(apart, 50);
}

TEST(ConvexPenetration, RoundHulls) {
  Random random(2);
  const Convex a = test::make_fibonacci_hull(32, Vec3(0.6, 0.48, 0.42)),
               b = test::make_fibonacci_hull(60, Vec3(1, 1, 1));
  for (int round = 0; round < 20; ++round) {
    EXPECT_GE(check_depth({&a, {test::make_turn_anyhow(random), Vec3::Zero()}},
                          {&b, {test::make_turn_anyhow(random), 0.8 * random.point()}}),
              0);
  }
}

TEST(ConvexPenetration, ConcentricIdenticalAndNested) {
  Random random(3);
  const Convex box = Convex::make_box(Vec3(1, 1, 1)), hull = test::make_fibonacci_hull(20, Vec3(1, 1, 1));
  const Convex tiny = Convex::make_box(Vec3(1e-3, 1e-4, 1e-3));
  const Convex* shapes[] = {&box, &hull, &tiny};
  for (int round = 0; round < 90; ++round) {
    const Pose3 pose{round % 2 ? test::make_turn_anyhow(random) : Eigen::Quaterniond::Identity(), Vec3::Zero()};
    const Pose3 other{round % 4 < 2 ? pose.rotation : test::make_turn_anyhow(random), pose.translation};
    EXPECT_GT(check_depth({shapes[round % 3], pose}, {shapes[round / 3 % 3], other}), 0);
  }
  EXPECT_DOUBLE_EQ(measure_penetration({&box, {}}, {&box, {}})->depth, 2);
}

TEST(ConvexPenetration, FacesOnFaces) {
  Random random(4);
  int touching = 0, deep = 0;
  const Convex box = Convex::make_box(Vec3(1, 2, 3));
  for (int round = 0; round < 200; ++round) {
    const Pose3 p{round % 2 ? test::make_turn_anyhow(random) : Eigen::Quaterniond::Identity(), random.grid_point(2)};
    const Pose3 q{p.rotation, p.translation + p.rotation * random.grid_point(6)};
    const double depth = check_depth({&box, p}, {&box, q});
    touching += depth >= 0 && depth < 1e-12;
    deep += depth > 0.5;
  }
  EXPECT_GT(touching, 5);
  EXPECT_GT(deep, 20);
}

TEST(ConvexPenetration, NearlyParallelFaces) {
  Random random(5);
  const Convex box = Convex::make_box(Vec3(0.5, 0.5, 0.5));
  for (int round = 0; round < 200; ++round) {
    const Eigen::Quaterniond tilt(
        Eigen::AngleAxisd(std::pow(10.0, -random.integer(2, 16)), random.point().normalized()));
    EXPECT_GE(check_depth({&box, {test::make_turn_anyhow(random), Vec3::Zero()}}, {&box, {tilt, 0.1 * random.point()}}),
              0);
    check_depth({&box, {test::kUpright, Vec3::Zero()}}, {&box, {tilt, Vec3(random.uniform(-0.5, 0.5), 0.2, 1 - 1e-9)}});
  }
}

TEST(ConvexPenetration, NeedlesAndScales) {
  Random random(6);
  int deep = 0;
  for (int round = 0; round < 200; ++round) {
    const double scale = std::pow(10.0, random.integer(-9, 9));
    const Convex a = Convex::make_box(Vec3(1, 1e-6, 1e-6) * scale);
    const Convex b =
        round % 2 ? Convex::make_box(Vec3(1, 1e-6, 1) * scale) : Convex::make_box(Vec3(1e-6, 1, 1e-6) * scale);
    const Eigen::Quaterniond turn = test::make_turn_anyhow(random);
    const Vec3 shift = turn * Vec3(random.uniform(-1, 1), random.uniform(-1e-6, 1e-6), random.uniform(-1e-6, 1e-6));
    deep += check_depth({&a, {turn, Vec3::Zero()}},
                        {&b, {round % 3 ? turn : test::make_turn_anyhow(random), scale * shift}}) > 0;
  }
  EXPECT_GT(deep, 50);
}

TEST(ConvexPenetration, SpheresAndCapsules) {
  const Convex sphere = Convex::make_sphere(1), capsule = Convex::make_capsule(1, 0.25),
               box = Convex::make_box(Vec3(1, 1, 1));
  const auto same = measure_penetration({&sphere, {}}, {&sphere, {}});
  ASSERT_TRUE(same);
  EXPECT_DOUBLE_EQ(same->depth, 2);
  const auto beside = measure_penetration({&sphere, {test::kUpright, Vec3(1.5, 0, 0)}}, {&sphere, {}});
  EXPECT_NEAR(beside->depth, 0.5, 1e-14);
  EXPECT_NEAR(beside->normal.x(), 1, 1e-14);
  const Eigen::Quaterniond across(Eigen::AngleAxisd(std::numbers::pi / 2, Vec3::UnitX()));
  const auto crossed = measure_penetration({&capsule, {}}, {&capsule, {across, Vec3::Zero()}});
  EXPECT_NEAR(crossed->depth, 0.5, 1e-13);
  EXPECT_NEAR(std::abs(crossed->normal.x()), 1, 1e-9);
  EXPECT_NEAR(measure_penetration({&capsule, {}}, {&capsule, {}})->depth, 0.5, 1e-13);
  EXPECT_NEAR(measure_penetration({&sphere, {test::kUpright, Vec3(0.75, 0, 0)}}, {&box, {}})->depth, 1.25, 1e-12);
  EXPECT_NEAR(measure_penetration({&capsule, {test::kUpright, Vec3(0.75, 0, 0)}}, {&box, {}})->depth, 0.5, 1e-12);
  EXPECT_FALSE(measure_penetration({&capsule, {test::kUpright, Vec3(1.3, 0, 0)}}, {&box, {}}));
}

// What lies along a face makes flat simplices, which are not around the origin because rounding says so.
TEST(ConvexPenetration, CapsulesAndSpheresAlongFaces) {
  Random random(11);
  const Convex box = Convex::make_box(Vec3(0.8, 0.25, 0.025)), capsule = Convex::make_capsule(0.06, 0.035);
  const Convex sphere = Convex::make_sphere(0.035);
  for (int i = 0; i < 20000; ++i) {
    const bool is_ball = random.coin();
    const Vec3 along = Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1e-4, 1e-4)).normalized();
    const double height = 0.025 + 0.035 - random.uniform(1e-6, 5e-4);
    const Vec3 at(random.uniform(-0.7, 0.7), random.uniform(-0.18, 0.18), height);
    const Pose3 pose{Eigen::Quaterniond::FromTwoVectors(Vec3::UnitZ(), along), at};
    const Pose3 world{test::make_turn_anyhow(random), random.point()};
    const double expected = 0.025 + 0.035 - height + (is_ball ? 0 : 0.06 * std::abs(along.z()));
    const Pose3 turned = i % 3 == 0 ? Pose3{} : world;
    const PlacedConvex a{is_ball ? &sphere : &capsule, turned * pose}, b{&box, turned};
    for (const auto& found : {measure_penetration(a, b), measure_penetration(b, a)}) {
      ASSERT_TRUE(found) << i;
      ASSERT_NEAR(found->depth, expected, 1e-12) << i << (is_ball ? " ball" : " capsule");
    }
    const ContactPatch patch = find_contact_patch(a, b, 0.01);
    double least = 1;
    for (int k = 0; k < patch.count; ++k) least = std::min(least, patch.points[static_cast<std::size_t>(k)].gap);
    ASSERT_NEAR(least, -expected, 1e-9) << i;
  }
}

// The fast way and the one that looks at everything agree; neither may fail.
TEST(ConvexPenetration, AllSidesSayTheSame) {
  Random random(7);
  int found = 0, total = 0;
  for (int round = 0; round < 200; ++round) {
    const Convex a = test::make_random_hull(random, 15, Vec3(1, 1, 1)),
                 b = test::make_random_hull(random, 15, Vec3(1, 0.01, 1));
    const PlacedConvex first{&a, {test::make_turn_anyhow(random), Vec3::Zero()}};
    const PlacedConvex second{&b, {test::make_turn_anyhow(random), 0.5 * random.point()}};
    if (!test_touching(first, second)) continue;
    const ConvexView view(first, second);
    const DifferenceSide all = find_nearest_side_of_all(view);
    const auto fast = find_nearest_side(view, {});
    ++total;
    found += fast.has_value();
    if (fast) {
      EXPECT_NEAR(fast->distance, all.distance, 1e-9);
    }
    EXPECT_NEAR(all.corners.nearest().norm(), all.distance, 1e-6);
  }
  EXPECT_GT(total, 100);
  EXPECT_EQ(found, total);
}

}  // namespace
}  // namespace abut
