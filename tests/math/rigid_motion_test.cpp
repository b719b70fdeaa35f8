// How a rigid body goes through a step: it starts and ends where it should, and goes evenly in between.
#include "abut/rigid_motion.h"

#include <gtest/gtest.h>

#include "support/rigid_motions.h"

namespace abut {
namespace {

using test::Random;

TEST(RigidMotion, GoesFromPoseToPoseTheShortWay) {
  Random random(1);
  for (int round = 0; round < 1000; ++round) {
    const Pose3 start = {test::make_turn_anyhow(random), random.point()};
    Pose3 end = {test::make_turn_anyhow(random), random.point()};
    if (round % 3 == 0) end.rotation.coeffs() = -start.rotation.coeffs();
    const RigidMotion motion = make_rigid_motion(start, end, random.point());
    EXPECT_LE(motion.rotation.norm(), std::numbers::pi + 1e-12);
    for (int i = 0; i < 5; ++i) {
      const Vec3 p = random.point();
      EXPECT_LE((motion.at(0).apply(p) - start.apply(p)).norm(), 1e-14);
      EXPECT_LE((motion.at(1).apply(p) - end.apply(p)).norm(), 1e-14);
    }
  }
}

TEST(RigidMotion, PivotGoesStraightAndTheRestAroundIt) {
  Random random(2);
  for (int round = 0; round < 1000; ++round) {
    const Pose3 start = {test::make_turn_anyhow(random), random.point()};
    const Vec3 velocity = random.point(), spin = 10 * random.point(), pivot = random.point(), p = random.point();
    const RigidMotion motion = make_rigid_motion(start, velocity, spin, 0.5, pivot);
    const double t = random.uniform(0, 1), h = 1e-5;
    EXPECT_LE((motion.at(t).apply(pivot) - start.apply(pivot) - 0.5 * t * velocity).norm(), 1e-14);
    const Vec3 change = (motion.at(t + h).apply(p) - motion.at(t - h).apply(p)) / (2 * h);
    const Vec3 arm = motion.at(t).apply(p) - motion.at(t).apply(pivot);
    EXPECT_LE((change - 0.5 * (velocity + spin.cross(arm))).norm(), 1e-7);
  }
}

}  // namespace
}  // namespace abut
