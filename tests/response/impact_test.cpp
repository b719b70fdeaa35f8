// Impacts of two rigid bodies: fifteen equations, three and one must agree.
#include <gtest/gtest.h>

#include <array>

#include "abut/impulses.h"
#include "support/rigid_masses.h"

namespace abut {
namespace {

using test::Random;

double find_difference(const ImpactSolution& x, const ImpactSolution& y) {
  return std::max({(x.impulse - y.impulse).norm(), (x.a.velocity - y.a.velocity).norm(), (x.a.spin - y.a.spin).norm(),
                   (x.b.velocity - y.b.velocity).norm(), (x.b.spin - y.b.spin).norm()});
}

std::array<RigidMass, 2> make_pair(Random& random, int round) {
  std::array<RigidMass, 2> bodies = {test::make_random_mass(random), test::make_random_mass(random)};
  if (round % 7 == 0) bodies[random.coin()] = test::make_ground();
  return bodies;
}

TEST(Impact, fifteen_equations_and_one_unknown_agree_without_friction) {
  Random random(20261119);
  int colliding = 0, separating = 0;
  for (int round = 0; round < 5000; ++round) {
    const auto bodies = make_pair(random, round);
    RigidContact contact = test::make_random_contact(random, bodies, 0, 1);
    contact.friction = 0;
    const ImpactSolution full = solve_impact_in_full(bodies, contact), three = solve_impact(bodies, contact);
    const double size = solve_normal_impulse(bodies, contact);
    ASSERT_LT((full.impulse - size * contact.normal).norm(), 1e-11 * (1 + size));
    ASSERT_LT(find_difference(full, three), 1e-11 * (1 + size));
    const double speed = measure_normal_speed(bodies, contact);
    ++(full.grip == ImpactGrip::smooth ? colliding : separating);
    ASSERT_EQ(full.grip == ImpactGrip::smooth, speed < 0);
    if (speed >= 0) continue;
    std::array<RigidMass, 2> after = bodies;
    test::set_velocity(after[0], full.a), test::set_velocity(after[1], full.b);
    ASSERT_NEAR(measure_normal_speed(after, contact), -contact.restitution * speed, 1e-11 * (1 + size));
  }
  EXPECT_GT(colliding, 1000);
  EXPECT_GT(separating, 1000);
}

TEST(Impact, friction_in_two_steps_is_the_same_in_full_and_by_the_impulse) {
  Random random(20261119);
  int sticking = 0, sliding = 0, none = 0;
  for (int round = 0; round < 5000; ++round) {
    const auto bodies = make_pair(random, round);
    const RigidContact contact = test::make_random_contact(random, bodies, 0, 1);
    const ImpactSolution full = solve_impact_in_full(bodies, contact), three = solve_impact(bodies, contact);
    ASSERT_EQ(full.grip, three.grip);
    ASSERT_LT(find_difference(full, three), 1e-10 * (1 + full.impulse.norm()));
    sticking += full.grip == ImpactGrip::sticking;
    sliding += full.grip == ImpactGrip::sliding;
    none += full.grip == ImpactGrip::none;
  }
  EXPECT_GT(sticking, 200);
  EXPECT_GT(sliding, 200);
  EXPECT_GT(none, 1000);
}

TEST(Impact, momentum_is_kept_and_energy_never_gained) {
  Random random(20261119);
  int elastic = 0, sticking = 0, sliding = 0;
  for (int round = 0; round < 20000; ++round) {
    std::array<RigidMass, 2> bodies = {test::make_random_mass(random), test::make_random_mass(random)};
    RigidContact contact = test::make_random_contact(random, bodies, 0, 1);
    if (measure_normal_speed(bodies, contact) > 0) contact.normal = -contact.normal;
    if (round % 4 == 0) contact.restitution = 1;
    if (round % 8 == 0) contact.friction = 0, ++elastic;
    const Momentum momentum = measure_momentum(bodies);
    const double energy = measure_kinetic_energy(bodies);
    const ImpactSolution impact = solve_impact(bodies, contact);
    test::set_velocity(bodies[0], impact.a), test::set_velocity(bodies[1], impact.b);
    const double size = momentum.linear.norm() + momentum.angular.norm() + 10 * impact.impulse.norm();
    ASSERT_LT(test::compare(measure_momentum(bodies), momentum, size), 1e-12);
    const double after = measure_kinetic_energy(bodies);
    ASSERT_LE(after, energy * (1 + 1e-12)) << "round " << round;
    if (round % 8 == 0) {
      ASSERT_NEAR(after, energy, 1e-11 * energy);
    }
    const double pressed = contact.normal.dot(impact.impulse);
    const double sheared = (impact.impulse - pressed * contact.normal).norm();
    ASSERT_LE(sheared, contact.friction * pressed + 1e-11);
    sticking += impact.grip == ImpactGrip::sticking;
    sliding += impact.grip == ImpactGrip::sliding;
  }
  EXPECT_GT(elastic, 1000);
  EXPECT_GT(sticking, 1000);
  EXPECT_GT(sliding, 1000);
}

TEST(Impact, a_ball_that_slides_begins_to_roll) {
  // A solid ball at v along x, down at 1, without spin: sticking takes two sevenths of the sliding away.
  const std::array<RigidMass, 2> bodies = {
      make_rigid_mass(1, 0.4 * Eigen::Matrix3d::Identity(), Vec3(0, 0, 1), Vec3(7, 0, -1)), test::make_ground()};
  RigidContact contact{0, 1, Vec3::Zero(), Vec3::UnitZ(), 0.5, 10};
  const ImpactSolution rough = solve_impact_in_full(bodies, contact);
  EXPECT_EQ(rough.grip, ImpactGrip::sticking);
  EXPECT_LT((rough.a.velocity - Vec3(5, 0, 0.5)).norm(), 1e-14);
  EXPECT_LT((rough.a.spin - Vec3(0, 5, 0)).norm(), 1e-14);
  contact.friction = 0.25;
  const ImpactSolution slippery = solve_impact_in_full(bodies, contact);
  EXPECT_EQ(slippery.grip, ImpactGrip::sliding);
  EXPECT_LT((slippery.a.velocity - Vec3(6.75, 0, 0.5)).norm(), 1e-14);
}

TEST(Impact, two_immovable_bodies_are_left_alone) {
  std::array<RigidMass, 2> bodies = {test::make_ground(), test::make_ground()};
  bodies[0].velocity = Vec3(0, 0, -1);
  const RigidContact contact{0, 1, Vec3::Zero(), Vec3::UnitZ(), 0.5, 0.5};
  EXPECT_EQ(solve_impact_in_full(bodies, contact).grip, ImpactGrip::none);
  EXPECT_EQ(solve_impact(bodies, contact).a.velocity, Vec3(0, 0, -1));
  EXPECT_EQ(solve_normal_impulse(bodies, contact), 0);
}

TEST(Impact, what_only_turns_is_struck_without_friction) {
  RigidMass door = make_rigid_mass(1, Eigen::Matrix3d::Identity(), Vec3::Zero(), Vec3::Zero(), Vec3(0, -1, 0));
  door.inverse_mass = 0;
  const std::array<RigidMass, 2> bodies = {door, test::make_ground()};
  const RigidContact contact{0, 1, Vec3(-1, 0, 0), Vec3::UnitZ(), 1, 0.5};
  for (const ImpactSolution& impact : {solve_impact(bodies, contact), solve_impact_in_full(bodies, contact)}) {
    EXPECT_EQ(impact.grip, ImpactGrip::smooth);
    EXPECT_LT((impact.a.spin - Vec3(0, 1, 0)).norm(), 1e-14);
    EXPECT_EQ(impact.a.velocity, Vec3(0, 0, 0));
  }
}

TEST(Impact, contacts_collide_rest_or_separate) {
  EXPECT_EQ(classify_contact(-0.1, 0.01), ContactPhase::colliding);
  EXPECT_EQ(classify_contact(-0.01, 0.01), ContactPhase::resting);
  EXPECT_EQ(classify_contact(0.01, 0.01), ContactPhase::resting);
  EXPECT_EQ(classify_contact(0.1, 0.01), ContactPhase::separating);
}

}  // namespace
}  // namespace abut
