// Joints: what they measure, and that their rows are how it changes.
#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/joints.h"
#include "support/linkages.h"

namespace abut {
namespace {

using test::Random;

constexpr JointKind kKinds[] = {JointKind::ball, JointKind::hinge, JointKind::sliding, JointKind::fixed};

struct Posed {
  Pose3 pose;
  RigidMass mass;
};

Posed make_posed(Random& random) {
  Posed posed;
  posed.pose = {Eigen::Quaterniond(test::make_random_rotation(random)), random.point()};
  posed.mass = test::make_random_mass(random);
  posed.mass.center = posed.pose.apply(Vec3(0.1, 0.2, 0.3));  // the origin of the pose is not the center
  return posed;
}

Pose3 advance(const Posed& posed, double time) {
  const Vec3 turn = posed.mass.spin * time;
  const Eigen::Quaterniond q(Eigen::AngleAxisd(turn.norm(), turn.normalized()));
  const Vec3 arm = posed.pose.translation - posed.mass.center;
  return {q * posed.pose.rotation, posed.mass.center + posed.mass.velocity * time + q * arm};
}

TEST(Joints, a_joint_between_bodies_can_be_placed_again) {
  Random random(20261119);
  for (const JointKind kind : kKinds) {
    const Posed a = make_posed(random), b = make_posed(random);
    PlacedJoint placed = make_placed_joint(kind, 0, 1, random.point(), random.point());
    placed.lower = -1, placed.upper = 2;
    const PlacedJoint again = place_joint(make_joint(placed, a.pose, b.pose), a.pose, b.pose);
    EXPECT_LT((again.anchor_a - placed.anchor_a).norm() + (again.axes_b - placed.axes_b).norm(), 1e-14);
    EXPECT_EQ(again.upper, 2);
    EXPECT_EQ(measure_joint_gaps(again).size(), static_cast<std::size_t>(count_joint_rows(kind)));
    for (const double gap : measure_joint_gaps(again)) EXPECT_NEAR(gap, 0, 1e-14);
    EXPECT_NEAR(measure_joint(again), 0, 1e-7);
  }
}

TEST(Joints, rows_are_how_fast_gaps_open) {
  Random random(20261119);
  constexpr double kTime = 1e-6;
  for (int round = 0; round < 200; ++round) {
    const JointKind kind = kKinds[round % 4];
    const Posed a = make_posed(random), b = make_posed(random);
    const PlacedJoint placed = make_placed_joint(kind, 0, 1, random.point(), random.point());
    const Joint joint = make_joint(placed, a.pose, b.pose);
    const std::vector<RigidMass> bodies = {a.mass, b.mass};
    std::vector<ConstraintRow> rows;
    append_joint_rows(bodies, placed, 0, rows);
    const auto before = measure_joint_gaps(place_joint(joint, advance(a, -kTime), advance(b, -kTime)));
    const auto after = measure_joint_gaps(place_joint(joint, advance(a, kTime), advance(b, kTime)));
    ASSERT_EQ(rows.size(), after.size());
    for (std::size_t i = 0; i < rows.size(); ++i) {
      ASSERT_NEAR(measure_row_speed(bodies, rows[i]), (after[i] - before[i]) / (2 * kTime), 1e-6)
          << "kind " << round % 4;
    }
  }
}

TEST(Joints, rows_of_limits_are_how_fast_they_come_nearer) {
  Random random(20261119);
  constexpr double kTime = 1e-6;
  int upper = 0, lower = 0, none = 0;
  for (int round = 0; round < 300; ++round) {
    const JointKind kind = kKinds[round % 3];
    const Posed a = make_posed(random);
    Posed b = make_posed(random);
    PlacedJoint placed = make_placed_joint(kind, 0, 1, random.point(), random.point());
    // Open to some angle or way, so that it is measured away from 0.
    const Vec3 axis = placed.axes_b.col(kind == JointKind::ball ? 0 : 2);
    if (kind != JointKind::sliding) {
      placed.axes_a = Eigen::AngleAxisd(random.uniform(0.1, 3), axis).toRotationMatrix() * placed.axes_a;
    } else {
      placed.anchor_a += random.uniform(-2, 2) * axis;
    }
    const double at = measure_joint(placed);
    placed.lower = at - random.uniform(0, 2), placed.upper = at + random.uniform(0, 2);
    const Joint joint = make_joint(placed, a.pose, b.pose);
    // Only what the joint allows is measured exactly.
    LinkageSolution held;
    Linkage linkage;
    const std::vector<RigidMass> given = {a.mass, b.mass};
    ASSERT_TRUE(linkage.factorise(given, std::vector<PlacedJoint>{placed}));
    held = linkage.solve();
    Posed moving_a = a;
    test::set_velocity(moving_a.mass, held.velocities[0]), test::set_velocity(b.mass, held.velocities[1]);
    const std::vector<RigidMass> bodies = {moving_a.mass, b.mass};
    std::vector<ConstraintRow> rows;
    append_limit_rows(bodies, placed, 1, 10, rows);
    const double before = measure_joint(place_joint(joint, advance(moving_a, -kTime), advance(b, -kTime)));
    const double after = measure_joint(place_joint(joint, advance(moving_a, kTime), advance(b, kTime)));
    const double speed = (after - before) / (2 * kTime);
    std::size_t next = 0;
    if (kind != JointKind::ball && at - placed.lower <= 1) {
      ASSERT_NEAR(measure_row_speed(bodies, rows[next]), speed, 1e-5);
      ASSERT_NEAR(rows[next++].target, -10 * (at - placed.lower), 1e-12);
      ++lower;
    }
    if (placed.upper - at <= 1) {
      ASSERT_NEAR(measure_row_speed(bodies, rows[next]), -speed, 1e-5);
      ASSERT_NEAR(rows[next++].target, -10 * (placed.upper - at), 1e-12);
      ++upper;
    }
    ASSERT_EQ(rows.size(), next);
    none += next == 0;
  }
  EXPECT_GT(upper, 50);
  EXPECT_GT(lower, 50);
  EXPECT_GT(none, 20);
}

TEST(Joints, whole_turns_of_hinges_are_counted_from_where_they_were) {
  const double turn = 2 * std::numbers::pi;
  for (const double angle : {-2.9, -0.5, 0.0, 1.0, 3.0}) {
    PlacedJoint hinge = make_placed_joint(JointKind::hinge, 0, 1, Vec3::Zero());
    hinge.axes_a = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() * hinge.axes_a;
    EXPECT_NEAR(measure_joint(hinge), angle, 1e-12);
    for (const int turns : {-3, 0, 1, 700}) {
      hinge.near = angle + turns * turn + 3;
      EXPECT_NEAR(measure_joint(hinge), angle + turns * turn, 1e-10) << angle << " " << turns;
    }
  }
}

}  // namespace
}  // namespace abut
