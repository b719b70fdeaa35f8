// First touches of rigid things that have a formula, and those that samples of time would miss.
#include "abut/rigid_impact.h"

#include <gtest/gtest.h>

#include "support/rigid_motions.h"

namespace abut {
namespace {

using test::kUpright;
using test::Random;
constexpr double kPi = std::numbers::pi;

MovingConvex at_rest(const Convex& shape, const Vec3& place) { return {&shape, {.start = {kUpright, place}}}; }

TEST(RigidImpact, SpheresMeetByTheirFormulaHoweverTheySpin) {
  const Convex a = Convex::make_sphere(0.5), b = Convex::make_sphere(0.25);
  Random random(1);
  for (int round = 0; round < 100; ++round) {
    const Vec3 way = test::make_direction(random);
    const Vec3 beside = random.uniform(0, 0.7) * way.cross(test::make_direction(random)).normalized();
    const Pose3 start = {test::make_turn_anyhow(random), 3 * way + beside};
    const MovingConvex moving = {&a, make_rigid_motion(start, -5 * way, 20 * random.point(), 1)};
    const RigidImpact impact = find_rigid_impact(moving, at_rest(b, Vec3::Zero()), {.tolerance = 1e-9});
    ASSERT_EQ(impact.status, RigidImpactStatus::impact);
    const double expected = (3 - std::sqrt(0.75 * 0.75 - beside.squaredNorm())) / 5;
    EXPECT_LE(impact.time, expected + 1e-13);
    EXPECT_NEAR(impact.time, expected, 1e-8);
    EXPECT_LE(impact.distance, 1e-9);
    EXPECT_LE((impact.on_b - 0.25 * impact.normal).norm(), 1e-8);
  }
}

TEST(RigidImpact, CornerOfABoxTurnsIntoAPlane) {
  const Convex box = Convex::make_box(Vec3(1, 3, 1));
  for (const double height : {1.01, 1.2, 1.4}) {
    for (const double angle : {0.8, 3.0, 200.0}) {
      const Pose3 start = {kUpright, Vec3(5, 6, height)};
      const MovingConvex moving = {&box, make_rigid_motion(start, Vec3::Zero(), Vec3(0, angle, 0), 1)};
      const RigidImpact impact = find_rigid_impact(moving, HalfSpace{}, {.tolerance = 1e-10});
      ASSERT_EQ(impact.status, RigidImpactStatus::impact);
      const double expected = (kPi / 4 - std::acos(height / std::sqrt(2))) / angle;
      EXPECT_LE(impact.time, expected + 1e-14);
      EXPECT_NEAR(impact.time * angle, expected * angle, 1e-8);
      EXPECT_NEAR(impact.on_a.z(), 0, 1e-9);
      EXPECT_EQ(impact.on_b.z(), 0);
    }
  }
}

TEST(RigidImpact, BulletDoesNotPassThroughFoil) {
  const Convex bullet = Convex::make_box(Vec3(1e-3, 1e-3, 1e-3)), foil = Convex::make_box(Vec3(1, 1, 1e-7));
  for (const double speed : {10.0, 1e4, 1e7}) {
    const Pose3 start = {kUpright, Vec3(0.3, -0.2, 0.31 * speed)};
    const MovingConvex moving = {&bullet, make_rigid_motion(start, Vec3(0, 0, -speed), Vec3(1, 2, 3), 1)};
    const RigidImpact impact = find_rigid_impact(moving, at_rest(foil, Vec3::Zero()));
    ASSERT_EQ(impact.status, RigidImpactStatus::impact);
    EXPECT_NEAR(impact.time, 0.31, 1.8e-3 / speed + 1e-12);
    EXPECT_LT(impact.iterations, 20);
  }
}

// At the end each blade is where it was at the start: vertices that went straight would not have moved at all.
TEST(RigidImpact, BladeSweepsThroughWhatStandsInItsWay) {
  const Convex blade = Convex::make_box(Vec3(2, 0.05, 0.01)), post = Convex::make_box(Vec3(0.05, 0.05, 1));
  for (const double turns : {1.0, 20.0}) {
    const Pose3 start = {kUpright, Vec3::Zero()};
    const MovingConvex moving = {&blade, make_rigid_motion(start, Vec3::Zero(), Vec3(0, 0, 2 * kPi * turns), 1)};
    const MovingConvex still = at_rest(post, Vec3(0, 1, 0));
    EXPECT_GT(test::measure_gap(moving, still, 1), 0.5);
    EXPECT_LE((moving.motion.at(1).apply(Vec3(2, 0, 0)) - Vec3(2, 0, 0)).norm(), 1e-12);
    const RigidImpact impact = find_rigid_impact(moving, still, {.tolerance = 1e-9});
    ASSERT_EQ(impact.status, RigidImpactStatus::impact);
    // The blade's face meets the corner (0.05, 0.95) of the post.
    const double expected = (std::atan2(0.95, 0.05) - std::asin(0.05 / std::hypot(0.95, 0.05))) / (2 * kPi * turns);
    EXPECT_NEAR(impact.time, expected, 1e-8);
    EXPECT_LE(impact.time, expected + 1e-14);
    // Out of reach, it turns as it likes.
    const RigidImpact free = find_rigid_impact(moving, at_rest(post, Vec3(0, 2.1, 0)));
    EXPECT_EQ(free.status, RigidImpactStatus::none);
  }
}

TEST(RigidImpact, GrazesAreToldApart) {
  const Convex sphere = Convex::make_sphere(1), box = Convex::make_box(Vec3(1, 1, 1));
  for (const double beside : {1e-6, 1e-9, -1e-6, -1e-9}) {
    const RigidImpactStatus expected = beside < 0 ? RigidImpactStatus::impact : RigidImpactStatus::none;
    const RigidImpactSettings settings = {.tolerance = 1e-11};
    const MovingConvex passing = {
        &sphere, make_rigid_motion({kUpright, Vec3(-4, 2 + beside, 0)}, Vec3(8, 0, 0), Vec3::Zero(), 1)};
    const RigidImpact spheres = find_rigid_impact(passing, at_rest(sphere, Vec3::Zero()), settings);
    EXPECT_EQ(spheres.status, expected) << beside;
    EXPECT_LT(spheres.iterations, 100);
    const MovingConvex turning = {
        &box, make_rigid_motion({kUpright, Vec3(0, 0, std::sqrt(2.0) + beside)}, Vec3::Zero(), Vec3(0, 2, 0), 1)};
    const RigidImpact corner = find_rigid_impact(turning, HalfSpace{}, settings);
    EXPECT_EQ(corner.status, expected) << beside;
    EXPECT_LT(corner.iterations, 100);
  }
}

TEST(RigidImpact, SaysWhatTouchesAtTheStart) {
  const Convex box = Convex::make_box(Vec3(1, 1, 1));
  const auto move_up = [&](double height, double speed) {
    return MovingConvex{&box, make_rigid_motion({kUpright, Vec3(0, 0, height)}, Vec3(0, 0, speed), Vec3::Zero(), 1)};
  };
  const MovingConvex table = at_rest(box, Vec3::Zero());
  EXPECT_EQ(find_rigid_impact(move_up(2, 1), table).status, RigidImpactStatus::touching_at_start);
  EXPECT_EQ(find_rigid_impact(move_up(1.5, 1), table).status, RigidImpactStatus::touching_at_start);
  EXPECT_EQ(find_rigid_impact(move_up(2.01, 1), table, {.separation = 0.02}).status,
            RigidImpactStatus::touching_at_start);
  EXPECT_EQ(find_rigid_impact(move_up(1, 1), HalfSpace{}).status, RigidImpactStatus::touching_at_start);
  // Within the tolerance: what parts or rests does not touch, what approaches does.
  EXPECT_EQ(find_rigid_impact(move_up(2 + 1e-8, 1), table).status, RigidImpactStatus::none);
  EXPECT_EQ(find_rigid_impact(move_up(2 + 1e-8, 0), table).status, RigidImpactStatus::none);
  EXPECT_EQ(find_rigid_impact(move_up(1 + 1e-8, 0), HalfSpace{}).status, RigidImpactStatus::none);
  const RigidImpact approach = find_rigid_impact(move_up(2 + 1e-8, -1), table);
  EXPECT_EQ(approach.status, RigidImpactStatus::impact);
  EXPECT_LE(approach.time, 1e-8);
  // With a separation, that is where they touch.
  const RigidImpact apart = find_rigid_impact(move_up(3, -1), table, {.separation = 0.25});
  EXPECT_EQ(apart.status, RigidImpactStatus::impact);
  EXPECT_NEAR(apart.time, 0.75, 1e-6);
  EXPECT_NEAR(apart.distance, 0.25, 1e-6);
}

TEST(RigidImpact, WhatSlidesDoesNotTouch) {
  const Convex box = Convex::make_box(Vec3(1, 1, 1));
  const Pose3 start = {kUpright, Vec3(-5, 0.1, 2 + 1e-6)};
  for (const Vec3& spin : {Vec3(0, 0, 0), Vec3(0, 0, 50)}) {
    const MovingConvex sliding = {&box, make_rigid_motion(start, Vec3(10, 0, 0), spin, 1)};
    const RigidImpact slide = find_rigid_impact(sliding, at_rest(box, Vec3::Zero()));
    EXPECT_EQ(slide.status, RigidImpactStatus::none);
    EXPECT_LE(slide.iterations, 12);
    const RigidImpact ground = find_rigid_impact(sliding, HalfSpace{Vec3::UnitZ(), 1});
    EXPECT_EQ(ground.status, RigidImpactStatus::none);
    EXPECT_EQ(ground.iterations, 1);
  }
}

TEST(RigidImpact, WhatMovesAsOneCostsNothing) {
  Random random(3);
  const Convex a = test::make_random_hull(random, 20, Vec3(1, 1, 1)),
               b = test::make_random_hull(random, 20, Vec3(1, 2, 1));
  int apart = 0;
  for (int round = 0; round < 200; ++round) {
    const Pose3 place_a = {test::make_turn_anyhow(random), random.point(-2, 2)};
    const Pose3 place_b = {test::make_turn_anyhow(random), random.point(-2, 2)};
    if (test_touching({&a, place_a}, {&b, place_b})) continue;
    ++apart;
    const Vec3 common = random.point(), velocity = 100 * random.point(), spin = 100 * random.point();
    const auto move = [&](const Convex& shape, const Pose3& place) {
      const Vec3 pivot = place.rotation.conjugate() * (common - place.translation);
      return MovingConvex{&shape, make_rigid_motion(place, velocity, spin, 1, pivot)};
    };
    const RigidImpact impact = find_rigid_impact(move(a, place_a), move(b, place_b));
    EXPECT_EQ(impact.status, RigidImpactStatus::none);
    EXPECT_LE(impact.iterations, 2);
  }
  EXPECT_GT(apart, 20);
  EXPECT_LT(apart, 200);
}

TEST(RigidImpact, IsTheSameFarFromTheOrigin) {
  Random random(4);
  const Convex box = Convex::make_box(Vec3(0.5, 0.3, 0.2)), hull = test::make_fibonacci_hull(32, Vec3(0.5, 0.4, 0.3));
  int impacts = 0;
  for (int round = 0; round < 1000; ++round) {
    MovingConvex a = {&box, test::make_motion_anyhow(random, 1.5, 1)},
                 b = {&hull, test::make_motion_anyhow(random, 1.5, 1)};
    const RigidImpact near = find_rigid_impact(a, b);
    for (MovingConvex* moving : {&a, &b}) moving->motion.start.translation += Vec3(0x1p24, -0x1p25, 0x1p24);
    const RigidImpact there = find_rigid_impact(a, b);
    ASSERT_EQ(there.status, near.status);
    if (near.status != RigidImpactStatus::impact) continue;
    ++impacts;
    EXPECT_LE(there.distance, 1e-6);
    EXPECT_NEAR(test::measure_gap(a, b, there.time), there.distance, 1e-7);
  }
  EXPECT_GT(impacts, 30);
  EXPECT_LT(impacts, 900);
}

TEST(RigidImpact, GivesUpWhereItIsTold) {
  const Convex box = Convex::make_box(Vec3(1, 1, 1));
  const MovingConvex moving = {&box, make_rigid_motion({kUpright, Vec3(0, 5, 3)}, Vec3(0, 0, -4), Vec3(30, 7, -9), 1)};
  const RigidImpact impact = find_rigid_impact(moving, at_rest(box, Vec3(0, 5, -1)), {.max_iterations = 2});
  ASSERT_EQ(impact.status, RigidImpactStatus::unknown);
  EXPECT_GT(impact.time, 0);
  EXPECT_EQ(impact.iterations, 2);
  EXPECT_GT(test::sample_least_gap(moving, at_rest(box, Vec3(0, 5, -1)), impact.time, 1000), 0);
  const RigidImpact whole = find_rigid_impact(moving, at_rest(box, Vec3(0, 5, -1)));
  EXPECT_EQ(whole.status, RigidImpactStatus::impact);
  EXPECT_GE(whole.time, impact.time);
}

}  // namespace
}  // namespace abut
