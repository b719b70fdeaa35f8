// Distances of convex solids against those of all pairs of their triangles, and against formulas for round ones.
#include <gtest/gtest.h>

#include "abut/convex_pair.h"
#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

double largest_coordinate(const PlacedConvex& a, const PlacedConvex& b) {
  return a.pose.translation.cwiseAbs().maxCoeff() + b.pose.translation.cwiseAbs().maxCoeff() + a.shape->reach() +
         b.shape->reach();
}

// Returns whether they are apart.
bool check_distance(const PlacedConvex& a, const PlacedConvex& b, double bend = 0) {
  const ConvexDistance d = measure_distance(a, b);
  const double rounding = 4 * kConvexSlack * largest_coordinate(a, b) + bend;
  const bool is_touching = test_touching(a, b);
  EXPECT_EQ(d.distance == 0, is_touching);
  if (is_touching) return false;
  const double slow = test::measure_distance_slowly(a, b);
  EXPECT_NEAR(d.distance, slow, 1e-12 * slow + rounding);
  EXPECT_NEAR(d.normal.norm(), 1, 1e-14);
  EXPECT_LE((d.on_a - d.on_b - d.distance * d.normal).norm(), 1e-12 * slow + rounding);
  return true;
}

TEST(ConvexDistance, RandomSolidsAsByTriangles) {
  Random random(1);
  int apart = 0;
  for (int round = 0; round < 300; ++round) {
    const Convex a = test::make_random_hull(random, random.integer(4, 30), Vec3(1, 1, 1));
    const Convex b =
        random.coin() ? Convex::make_box(Vec3(1, 0.1, 0.5)) : test::make_random_hull(random, 12, Vec3(1, 1, 1));
    apart += check_distance({&a, {test::make_turn_anyhow(random), random.point()}},
                            {&b, {test::make_turn_anyhow(random), random.point(-3, 3)}});
  }
  EXPECT_GT(apart, 100);
  EXPECT_LT(apart, 280);
}

TEST(ConvexDistance, ParallelFacesAndEdges) {
  Random random(2);
  int apart = 0;
  const Convex box = Convex::make_box(Vec3(0.5, 1, 0.25)), hull = test::make_fibonacci_hull(20, Vec3(1, 1, 1));
  for (int round = 0; round < 300; ++round) {
    const Convex& b = round % 3 == 0 ? hull : box;
    Pose3 first{test::make_turn_anyhow(random), random.point()}, second{first.rotation, random.point(-3, 3)};
    if (round % 2 == 0) {  // nearly
      second.rotation =
          Eigen::Quaterniond(Eigen::AngleAxisd(std::pow(10.0, -random.integer(3, 15)), random.point().normalized())) *
          second.rotation;
    }
    apart += check_distance({&box, first}, {&b, second});
  }
  EXPECT_GT(apart, 100);
  EXPECT_LT(apart, 295);
}

TEST(ConvexDistance, NearlyTouching) {
  Random random(3);
  int apart = 0;
  const Convex box = Convex::make_box(Vec3(0.5, 1, 0.25)), hull = test::make_fibonacci_hull(32, Vec3(1, 1, 1));
  for (int round = 0; round < 200; ++round) {
    PlacedConvex a{&box, {test::make_turn_anyhow(random), Vec3::Zero()}};
    const PlacedConvex b{round % 2 ? &hull : &box, {test::make_turn_anyhow(random), random.point(-4, 4)}};
    const ConvexDistance d = measure_distance(a, b);
    if (d.distance == 0) continue;
    a.pose.translation -= (d.distance - std::pow(10.0, -random.integer(3, 17))) * d.normal;
    apart += check_distance(a, b);
  }
  EXPECT_GT(apart, 100);
}

TEST(ConvexDistance, FarAwayAtEveryScaleAndNeedles) {
  Random random(4);
  int apart = 0;
  for (int round = 0; round < 200; ++round) {
    const double scale = std::pow(10.0, random.integer(-9, 9));
    const Vec3 far = round % 2 == 0 ? Vec3(Vec3::Zero()) : Vec3(1e8 * scale * random.point());
    const Convex a = round % 3 ? test::make_random_hull(random, 8, Vec3(scale, scale, scale))
                               : Convex::make_box(Vec3(1, 1e-6, 1e-6) * scale);
    const Convex b = Convex::make_box(Vec3(0.5, 1e-6, 0.7) * scale);
    // What rounding far away does to a face's plane, triangles show more of than the hull does.
    const double bend = round % 2 == 0 ? 0 : 1e-6 * scale;
    apart += check_distance({&a, {test::make_turn_anyhow(random), far}},
                            {&b, {test::make_turn_anyhow(random), far + 2 * scale * random.point()}}, bend);
  }
  EXPECT_GT(apart, 60);
  EXPECT_LT(apart, 195);
}

TEST(ConvexDistance, SpheresAndCapsulesByFormula) {
  Random random(5);
  int apart = 0, touching = 0;
  const Convex sphere = Convex::make_sphere(0.5), capsule = Convex::make_capsule(0.7, 0.2);
  for (int round = 0; round < 300; ++round) {
    const PlacedConvex s{&sphere, {test::make_turn_anyhow(random), random.point()}};
    const PlacedConvex c{&capsule, {test::make_turn_anyhow(random), random.point()}};
    const PlacedConvex k{&capsule, {test::make_turn_anyhow(random), random.point()}};
    const auto end = [](const PlacedConvex& p, int i) { return p.pose.apply(Vec3(0, 0, i ? 0.7 : -0.7)); };
    const double point_edge = measure_point_edge(s.pose.translation, end(c, 0), end(c, 1)).distance - 0.7;
    const double edge_edge = measure_edge_edge(end(c, 0), end(c, 1), end(k, 0), end(k, 1)).distance - 0.4;
    EXPECT_NEAR(measure_distance(s, c).distance, std::max(0.0, point_edge), 1e-13);
    EXPECT_NEAR(measure_distance(c, k).distance, std::max(0.0, edge_edge), 1e-13);
    EXPECT_EQ(test_touching(s, c), point_edge <= 0);
    EXPECT_EQ(test_touching(c, k), edge_edge <= 0);
    (edge_edge > 0 ? apart : touching) += 1;
  }
  EXPECT_GT(apart, 50);
  EXPECT_GT(touching, 20);
}

TEST(ConvexDistance, RoundedSolidsAreNearerByTheirRadius) {
  Random random(6);
  int apart = 0;
  const Convex box = Convex::make_box(Vec3(0.4, 0.5, 0.6)), rounded = Convex::make_box(Vec3(0.4, 0.5, 0.6), 0.125);
  for (int round = 0; round < 200; ++round) {
    const Pose3 p{test::make_turn_anyhow(random), random.point()},
        q{test::make_turn_anyhow(random), random.point(-3, 3)};
    const double sharp = measure_distance({&box, p}, {&box, q}).distance;
    const ConvexDistance d = measure_distance({&rounded, p}, {&rounded, q});
    EXPECT_NEAR(d.distance, std::max(0.0, sharp - 0.25), 1e-13);
    EXPECT_EQ(test_touching({&rounded, p}, {&rounded, q}), sharp <= 0.25);
    if (d.distance > 0) {
      EXPECT_NEAR((d.on_a - d.on_b).norm(), d.distance, 1e-13);
    }
    apart += d.distance > 0;
  }
  EXPECT_GT(apart, 50);
  EXPECT_LT(apart, 195);
}

}  // namespace
}  // namespace abut
