// Many impacts in one moment: in turn, and at once.
#include <gtest/gtest.h>

#include "abut/impulses.h"
#include "support/rigid_masses.h"

namespace abut {
namespace {

using test::Random;

std::vector<RigidMass> make_cradle(const std::vector<double>& speeds) {
  std::vector<RigidMass> balls;
  for (std::size_t i = 0; i < speeds.size(); ++i) balls.push_back(test::make_ball(static_cast<double>(i), speeds[i]));
  return balls;
}

std::vector<RigidContact> touch_neighbours(std::size_t count, double restitution) {
  std::vector<RigidContact> contacts;
  for (std::uint32_t i = 0; i + 1 < count; ++i) {
    contacts.push_back({i + 1, i, Vec3(i + 0.5, 0, 0), Vec3::UnitX(), restitution, 0});
  }
  return contacts;
}

void expect_speeds(const ImpactsSolution& found, const std::vector<double>& speeds) {
  ASSERT_EQ(found.velocities.size(), speeds.size());
  for (std::size_t i = 0; i < speeds.size(); ++i) {
    EXPECT_NEAR(found.velocities[i].velocity.x(), speeds[i], 1e-12) << "ball " << i;
  }
  EXPECT_LT(found.approach, 1e-9);
}

TEST(SimultaneousImpacts, newtons_cradle_comes_out_in_turn) {
  expect_speeds(solve_impacts_in_turn(make_cradle({1, 0, 0, 0, 0}), touch_neighbours(5, 1)), {0, 0, 0, 0, 1});
  expect_speeds(solve_impacts_in_turn(make_cradle({1, 1, 0, 0, 0}), touch_neighbours(5, 1)), {0, 0, 0, 1, 1});
  expect_speeds(solve_impacts_in_turn(make_cradle({2, 1, 0}), touch_neighbours(3, 1)), {0, 1, 2});
}

TEST(SimultaneousImpacts, at_once_the_first_ball_comes_back) {
  // All contacts leave as they came: 1 for the first, 0 for those that rested.
  expect_speeds(solve_impacts_at_once(make_cradle({1, 0, 0}), touch_neighbours(3, 1)), {-1.0 / 3, 2.0 / 3, 2.0 / 3});
  expect_speeds(solve_impacts_at_once(make_cradle({1, 0, 0, 0, 0}), touch_neighbours(5, 1)),
                {-0.6, 0.4, 0.4, 0.4, 0.4});
}

TEST(SimultaneousImpacts, one_contact_is_one_impact_either_way) {
  Random random(20261119);
  int colliding = 0;
  for (int round = 0; round < 500; ++round) {
    const std::vector<RigidMass> bodies = {test::make_random_mass(random), test::make_random_mass(random)};
    std::vector<RigidContact> contacts = {test::make_random_contact(random, bodies, 0, 1)};
    contacts[0].friction = 0;
    const ImpactSolution alone = solve_impact(bodies, contacts[0]);
    colliding += alone.grip != ImpactGrip::none;
    for (const ImpactsSolution& found :
         {solve_impacts_in_turn(bodies, contacts), solve_impacts_at_once(bodies, contacts)}) {
      ASSERT_LT((found.impulses[0] - alone.impulse).norm(), 1e-10 * (1 + alone.impulse.norm()));
      ASSERT_LT((found.velocities[1].spin - alone.b.spin).norm(), 1e-10 * (1 + alone.impulse.norm()));
    }
  }
  EXPECT_GT(colliding, 100);
  EXPECT_LT(colliding, 400);
}

TEST(SimultaneousImpacts, nothing_approaches_afterwards_momentum_is_kept_and_energy_never_gained) {
  Random random(20261119);
  int struck = 0, unstruck = 0, by_friction = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<RigidMass> bodies;
    for (int i = 0; i < 6; ++i) bodies.push_back(test::make_random_mass(random));
    std::vector<RigidContact> contacts;
    for (int i = 0; i < 8; ++i) {
      const auto a = static_cast<std::uint32_t>(random.integer(0, 5));
      const auto b = (a + static_cast<std::uint32_t>(random.integer(1, 5))) % 6;
      contacts.push_back(test::make_random_contact(random, bodies, a, b));
      contacts.back().restitution = round % 3 == 0 ? 1 : random.uniform(0, 0.9);
      if (round % 2 == 0) contacts.back().friction = 0;
    }
    const Momentum momentum = measure_momentum(bodies);
    const double energy = measure_kinetic_energy(bodies);
    const bool is_smooth = round % 2 == 0;
    std::vector<ImpactsSolution> solutions = {solve_impacts_in_turn(bodies, contacts, {100000, 1e-9})};
    if (is_smooth) solutions.push_back(solve_impacts_at_once(bodies, contacts));
    for (const ImpactsSolution& found : solutions) {
      ASSERT_LE(found.approach, 1e-8);
      std::vector<RigidMass> after = bodies;
      double size = 1;
      for (std::size_t i = 0; i < bodies.size(); ++i) test::set_velocity(after[i], found.velocities[i]);
      for (const Vec3& impulse : found.impulses) size += 10 * impulse.norm();
      ASSERT_LT(test::compare(measure_momentum(after), momentum, size), 1e-12);
      ASSERT_LE(measure_kinetic_energy(after), energy * (1 + 1e-12));
      for (const Vec3& impulse : found.impulses) ++(impulse.norm() > 0 ? struck : unstruck);
    }
    by_friction += !is_smooth;
  }
  EXPECT_GT(struck, 500);
  EXPECT_GT(unstruck, 500);
  EXPECT_GT(by_friction, 100);
}

TEST(SimultaneousImpacts, rounds_are_bounded_and_what_is_left_is_told) {
  // A ball between two walls that close in goes to and fro ever faster.
  std::vector<RigidMass> bodies = {test::make_ground(), test::make_ball(1, 0.3), test::make_ground()};
  bodies[0].velocity = Vec3(1, 0, 0), bodies[2].velocity = Vec3(-1, 0, 0);
  const ImpactsSolution found = solve_impacts_in_turn(bodies, touch_neighbours(3, 1), {50, 1e-9});
  EXPECT_EQ(found.count, 50);
  EXPECT_GT(found.approach, 1);
  EXPECT_EQ(solve_impacts_in_turn(bodies, {}).count, 0);
}

}  // namespace
}  // namespace abut
