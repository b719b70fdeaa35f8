// First touches against what looking often says: nothing is missed, nothing is late, nothing is too early.
#include <gtest/gtest.h>

#include "support/rigid_motions.h"

namespace abut {
namespace {

using test::Random;

struct Tally {
  int none = 0, impacts = 0, at_start = 0;
  std::uint64_t iterations = 0;
  int most_iterations = 0;
};

template <class A, class B>
void compare(const A& a, const B& b, const RigidImpactSettings& settings, int looks, Tally& tally) {
  const RigidImpact impact = find_rigid_impact(a, b, settings);
  tally.iterations += static_cast<std::uint64_t>(impact.iterations);
  tally.most_iterations = std::max(tally.most_iterations, impact.iterations);
  ASSERT_NE(impact.status, RigidImpactStatus::unknown);
  if (impact.status == RigidImpactStatus::touching_at_start) {
    ++tally.at_start;
    EXPECT_LE(test::measure_gap(a, b, 0), settings.separation);
    return;
  }
  EXPECT_GT(test::sample_least_gap(a, b, impact.time, looks), settings.separation);
  if (impact.status == RigidImpactStatus::none) {
    ++tally.none;
    return;
  }
  ++tally.impacts;
  EXPECT_LE(test::measure_gap(a, b, impact.time), settings.separation + settings.tolerance);
  EXPECT_NEAR((impact.on_a - impact.on_b).dot(impact.normal), impact.distance, 1e-12);
  EXPECT_NEAR(impact.normal.norm(), 1, 1e-12);
}

std::vector<Convex> make_shapes() {
  Random random(7);
  std::vector<Convex> shapes;
  shapes.push_back(Convex::make_box(Vec3(0.5, 0.4, 0.3)));
  shapes.push_back(Convex::make_box(Vec3(1, 0.8, 0.002)));      // a plate
  shapes.push_back(Convex::make_box(Vec3(0.002, 0.003, 1.2)));  // a needle
  shapes.push_back(Convex::make_box(Vec3(0.4, 0.3, 0.2), 0.1));
  shapes.push_back(test::make_fibonacci_hull(32, Vec3(0.6, 0.5, 0.4)));
  shapes.push_back(test::make_random_hull(random, 8, Vec3(0.7, 0.5, 0.6)));
  shapes.push_back(Convex::make_capsule(0.7, 0.05));
  shapes.push_back(Convex::make_sphere(0.3));
  return shapes;
}

void expect_both(const Tally& tally, int least) {
  EXPECT_GT(tally.none, least);
  EXPECT_GT(tally.impacts, least);
}

TEST(RigidImpactTruth, NothingIsMissedOrLate) {
  const std::vector<Convex> shapes = make_shapes();
  Random random(1);
  Tally tally;
  for (int round = 0; round < 12000; ++round) {
    const double turns = std::pow(10.0, random.uniform(-2, 0.7));
    const MovingConvex a = {&random.pick(shapes), test::make_motion_anyhow(random, 2, turns)};
    const MovingConvex b = {&random.pick(shapes), test::make_motion_anyhow(random, 2, turns)};
    const RigidImpactSettings settings = {.separation = random.coin() ? 0 : 0.01, .tolerance = 1e-7};
    compare(a, b, settings, 60, tally);
    if (HasFatalFailure()) return;
  }
  expect_both(tally, 1000);
  EXPECT_GT(tally.at_start, 500);
  EXPECT_LT(static_cast<double>(tally.iterations) / 12000, 12);
  EXPECT_LT(tally.most_iterations, 500);
}

// Only the short way from pose to pose.
TEST(RigidImpactTruth, FromPoseToPose) {
  const std::vector<Convex> shapes = make_shapes();
  Random random(2);
  Tally tally;
  for (int round = 0; round < 4000; ++round) {
    const auto move = [&] {
      const Pose3 start = {test::make_turn_anyhow(random), random.point(-2, 2)};
      return make_rigid_motion(start, {test::make_turn_anyhow(random), random.point(-2, 2)}, 0.3 * random.point());
    };
    compare(MovingConvex{&random.pick(shapes), move()}, MovingConvex{&random.pick(shapes), move()}, {.tolerance = 1e-8},
            150, tally);
    if (HasFatalFailure()) return;
  }
  expect_both(tally, 500);
}

TEST(RigidImpactTruth, PlanesToo) {
  const std::vector<Convex> shapes = make_shapes();
  Random random(3);
  Tally tally;
  for (int round = 0; round < 6000; ++round) {
    const HalfSpace ground = {test::make_direction(random), random.uniform(-2, 0)};
    const MovingConvex a = {&random.pick(shapes), test::make_motion_anyhow(random, 2, random.uniform(0, 3))};
    compare(a, ground, {.separation = random.coin() ? 0 : 0.01, .tolerance = 1e-8}, 100, tally);
    if (HasFatalFailure()) return;
  }
  expect_both(tally, 500);
}

}  // namespace
}  // namespace abut
