// Particles that meet a plane or each other, and springs between them.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/impulses.h"
#include "support/rigid_masses.h"

namespace abut {
namespace {

using test::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

double measure_energy(const MassPoint& a, const MassPoint& b, const PointVelocities& v) {
  return 0.5 * v[0].squaredNorm() / a.inverse_mass + 0.5 * v[1].squaredNorm() / b.inverse_mass;
}

TEST(Particles, a_plane_turns_the_normal_part_round_and_brakes_the_rest) {
  const Vec3 v(3, 0, -4), up = Vec3::UnitZ();
  EXPECT_EQ(reflect_velocity(v, up, 1, 0), Vec3(3, 0, 4));
  EXPECT_EQ(reflect_velocity(v, up, 0.5, 0.25), Vec3(2.25, 0, 2));
  EXPECT_EQ(reflect_velocity(v, up, 0, 1), Vec3(0, 0, 0));
  EXPECT_EQ(reflect_velocity(-v, up, 0.5, 0.5), Vec3(-3, 0, 4)) << "it moves away";
}

TEST(Particles, a_contact_frame_is_right_handed) {
  Random random(20261119);
  for (int round = 0; round < 1000; ++round) {
    const Vec3 normal = round < 27 ? Vec3(round % 3 - 1, round / 3 % 3 - 1, round / 9 - 1) : random.point();
    if (normal.isZero()) continue;
    const Eigen::Matrix3d frame = make_contact_frame(normal.normalized());
    ASSERT_LT((frame.transpose() * frame - Eigen::Matrix3d::Identity()).norm(), 1e-14);
    ASSERT_GT(frame.determinant(), 0.999);
    ASSERT_EQ(frame.col(2), normal.normalized());
  }
}

TEST(Particles, the_six_equations_say_what_one_impulse_does) {
  Random random(20261119);
  int immovable = 0;
  for (int round = 0; round < 2000; ++round) {
    MassPoint a{random.uniform(0.1, 5), random.point()}, b{random.uniform(0.1, 5), random.point()};
    if (round % 5 == 0) (random.coin() ? a : b).inverse_mass = 0, ++immovable;
    const Eigen::Matrix3d frame = make_contact_frame(random.point().normalized());
    const PointBehaviour behaviour{random.uniform(0, 1), random.uniform(-1, 1), random.uniform(-1, 1)};
    const PointVelocities full = solve_point_impact_in_full(a, b, frame, behaviour);
    const PointVelocities single = solve_point_impact(a, b, frame, behaviour);
    for (int i = 0; i < 2; ++i) ASSERT_LT((full[i] - single[i]).norm(), 1e-13);
    const Vec3 k = frame.col(2);
    ASSERT_NEAR(k.dot(single[0] - single[1]), -behaviour.restitution * k.dot(a.velocity - b.velocity), 1e-13);
  }
  EXPECT_GT(immovable, 100);
}

TEST(Particles, equal_ones_exchange_their_speeds) {
  const MassPoint a{1, Vec3(0, 0, -2)}, b{1, Vec3::Zero()};
  const PointVelocities after = solve_point_impact(a, b, make_contact_frame(Vec3::UnitZ()), {1, 0, 0});
  EXPECT_EQ(after[0], Vec3(0, 0, 0));
  EXPECT_EQ(after[1], Vec3(0, 0, -2));
}

TEST(Particles, friction_keeps_momentum_never_gains_energy_and_never_turns_the_sliding_round) {
  Random random(20261119);
  int sticking = 0, sliding = 0;
  for (int round = 0; round < 10000; ++round) {
    const MassPoint a{random.uniform(0.1, 5), random.point()}, b{random.uniform(0.1, 5), random.point()};
    Vec3 k = random.point().normalized();
    if (k.dot(a.velocity - b.velocity) > 0) k = -k;
    const Eigen::Matrix3d frame = make_contact_frame(k);
    const double restitution = round % 3 == 0 ? 1 : random.uniform(0, 1);
    const PointBehaviour behaviour = make_point_behaviour(a, b, frame, restitution, random.uniform(0, 1));
    const PointVelocities after = solve_point_impact(a, b, frame, behaviour);
    const Vec3 before_sum = a.velocity / a.inverse_mass + b.velocity / b.inverse_mass;
    ASSERT_LT((after[0] / a.inverse_mass + after[1] / b.inverse_mass - before_sum).norm(), 1e-13);
    ASSERT_LE(measure_energy(a, b, after), measure_energy(a, b, {a.velocity, b.velocity}) * (1 + 1e-14));
    const Vec3 slid = frame.transpose() * (a.velocity - b.velocity), slides = frame.transpose() * (after[0] - after[1]);
    ASSERT_GE(slid.head<2>().dot(slides.head<2>()), -1e-14);
    ++(slides.head<2>().norm() < 1e-12 ? sticking : sliding);
  }
  EXPECT_GT(sticking, 500);
  EXPECT_GT(sliding, 500);
}

TEST(Penalty, force_is_what_the_energy_falls_by) {
  for (const PenaltySpring& spring :
       {PenaltySpring{PenaltyLaw::inverse, 3, 0.7}, PenaltySpring{PenaltyLaw::thin, 30, 0.7},
        PenaltySpring{PenaltyLaw::inverse, 3, kInfinity}}) {
    for (double d = 0.05; d < 0.69; d += 0.01) {
      constexpr double kStep = 1e-5;
      const PenaltyForce at = measure_penalty(spring, d);
      const PenaltyForce nearer = measure_penalty(spring, d - kStep), farther = measure_penalty(spring, d + kStep);
      ASSERT_NEAR((nearer.energy - farther.energy) / (2 * kStep), at.force, 1e-5 * at.stiffness);
      ASSERT_NEAR((nearer.force - farther.force) / (2 * kStep), at.stiffness, 1e-5 * at.stiffness / d);
    }
  }
}

TEST(Penalty, it_begins_at_the_reach_and_only_pushes) {
  const PenaltySpring inverse{PenaltyLaw::inverse, 2, 0.5, 0.1}, thin{PenaltyLaw::thin, 2, 0.5, 0.1};
  for (const PenaltySpring& spring : {inverse, thin}) {
    EXPECT_EQ(measure_penalty(spring, 0.5).force, 0);
    EXPECT_NEAR(measure_penalty(spring, 0.5 - 1e-12).energy, 0, 1e-15);
    EXPECT_EQ(measure_penalty(spring, 0.4, 1e6).force, 0) << "damping does not pull";
    EXPECT_GT(measure_penalty(spring, 0.4, -1).force, measure_penalty(spring, 0.4).force);
  }
  EXPECT_EQ(measure_penalty(inverse, 0).force, kInfinity);
  EXPECT_EQ(measure_penalty(thin, -0.5).force, 2);
}

TEST(Penalty, a_particle_thrown_at_a_field_comes_back_as_fast) {
  for (const PenaltyLaw law : {PenaltyLaw::inverse, PenaltyLaw::thin}) {
    const PenaltySpring spring{law, law == PenaltyLaw::inverse ? 0.5 : 100, 0.2};
    constexpr double kStep = 1e-6;
    double d = 0.3, speed = -1, nearest = d;
    for (int i = 0; i < 2000000 && (speed < 0 || d < 0.3); ++i) {  // leapfrog
      speed += 0.5 * kStep * measure_penalty(spring, d).force;
      d += kStep * speed;
      speed += 0.5 * kStep * measure_penalty(spring, d).force;
      nearest = std::min(nearest, d);
    }
    EXPECT_NEAR(speed, 1, 1e-8);
    EXPECT_LT(nearest, 0.2);
    EXPECT_GT(nearest, 0);
  }
}

}  // namespace
}  // namespace abut
