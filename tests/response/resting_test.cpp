// Forces of resting contact: three methods, and what statics says.
#include <gtest/gtest.h>

#include <cmath>

#include "abut/impulses.h"
#include "support/rigid_masses.h"

namespace abut {
namespace {

using test::Random;

constexpr RestingMethod kMethods[] = {RestingMethod::dantzig, RestingMethod::lemke, RestingMethod::projected};

// Cubes of mass 1 and edge 1 on each other on the ground, which is the first body; four contacts each.
struct Stack {
  std::vector<RigidMass> bodies = {test::make_ground()};
  std::vector<RigidForce> forces = {{}};
  std::vector<RigidContact> contacts;
};

Stack make_stack(int count, double friction, const Vec3& pull = Vec3::Zero()) {
  Stack stack;
  for (int i = 0; i < count; ++i) {
    stack.bodies.push_back(make_rigid_mass(1, Eigen::Matrix3d::Identity() / 6, Vec3(0, 0, i + 0.5)));
    stack.forces.push_back({Vec3(0, 0, -10) + (i + 1 == count ? pull : Vec3(Vec3::Zero())), Vec3::Zero()});
    for (const double x : {-0.5, 0.5}) {
      for (const double y : {-0.5, 0.5}) {
        const auto top = static_cast<std::uint32_t>(i + 1);
        stack.contacts.push_back({top, top - 1, Vec3(x, y, i), Vec3::UnitZ(), 0, friction});
      }
    }
  }
  return stack;
}

Vec3 sum_forces(const RestingSolution& found, std::size_t first) {
  Vec3 sum = Vec3::Zero();
  for (std::size_t i = first; i < first + 4; ++i) sum += found.forces[i];
  return sum;
}

TEST(Resting, a_stack_carries_its_weight) {
  for (const RestingMethod method : kMethods) {
    for (const double friction : {0.0, 0.5}) {
      const Stack stack = make_stack(4, friction);
      const RestingSolution found = solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {method});
      ASSERT_EQ(found.status, LcpStatus::solved) << static_cast<int>(method);
      for (std::size_t i = 0; i < 4; ++i)
        EXPECT_LT((sum_forces(found, 4 * i) - Vec3(0, 0, 40 - 10.0 * i)).norm(), 1e-5);
      for (const Vec3& acceleration : found.accelerations) EXPECT_LT(acceleration.norm(), 1e-5);
    }
  }
}

TEST(Resting, a_pulled_block_holds_up_to_the_friction_and_then_slides) {
  int held = 0, slid = 0;
  for (const RestingMethod method : kMethods) {
    for (double pull = 1; pull < 10; pull += 1) {
      const Stack stack = make_stack(1, 0.5, Vec3(pull, 0, 0));
      const RestingSolution found = solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {method});
      ASSERT_EQ(found.status, LcpStatus::solved) << static_cast<int>(method) << " " << pull << " " << found.change;
      const double expected = std::max(0.0, pull - 5);
      EXPECT_NEAR(found.accelerations[0].x(), expected, 1e-5) << static_cast<int>(method) << " " << pull;
      ++(expected > 0 ? slid : held);
    }
  }
  EXPECT_GT(held, 5);
  EXPECT_GT(slid, 5);
}

TEST(Resting, what_slides_is_braked_against_its_way) {
  for (const RestingMethod method : kMethods) {
    Stack stack = make_stack(1, 0.25);
    stack.bodies[1].velocity = Vec3(3, 4, 0);
    const RestingSolution found = solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {method});
    ASSERT_EQ(found.status, LcpStatus::solved);
    EXPECT_LT((sum_forces(found, 0) - Vec3(-1.5, -2, 10)).norm(), 1e-6);
  }
}

TEST(Resting, a_block_over_the_edge_tips) {
  // Contacts under one end only: the gaps open at the far one, and nothing is pulled.
  Stack stack = make_stack(1, 0);
  for (RigidContact& contact : stack.contacts) contact.position.x() = contact.position.x() > 0 ? -0.1 : -0.5;
  for (const RestingMethod method : kMethods) {
    const RestingSolution found = solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {method});
    ASSERT_EQ(found.status, LcpStatus::solved);
    for (std::size_t i = 0; i < 4; ++i) {
      const bool is_edge = stack.contacts[i].position.x() > -0.3;
      EXPECT_EQ(found.forces[i].z() > 1e-3, is_edge);
      EXPECT_EQ(found.accelerations[i].z() > 1e-3, !is_edge);
    }
  }
}

TEST(Resting, a_body_that_turns_about_its_contact_needs_centripetal_force) {
  // A ball that rolls over the top of a fixed ball of radius 1: with normal_rate the contact gives v²/R less.
  std::vector<RigidMass> bodies = {
      test::make_ground(), make_rigid_mass(1, Eigen::Matrix3d::Identity(), Vec3(0, 0, 2), Vec3(1, 0, 0), Vec3::Zero())};
  RigidContact contact{1, 0, Vec3(0, 0, 1), Vec3::UnitZ()};
  contact.normal_rate = Vec3(0.5, 0, 0);  // the centers turn about each other, 2 apart
  const std::vector<RigidForce> forces = {{}, {Vec3(0, 0, -10), Vec3::Zero()}};
  const RestingSolution found = solve_resting_contacts(bodies, forces, std::vector<RigidContact>{contact});
  EXPECT_NEAR(found.forces[0].z(), 9, 1e-12);
}

TEST(Resting, methods_agree_without_friction_and_satisfy_complementarity) {
  Random random(20261119);
  int pressing = 0, opening = 0;
  for (int round = 0; round < 200; ++round) {
    std::vector<RigidMass> bodies = {test::make_ground()};
    std::vector<RigidForce> forces = {{}};
    for (int i = 0; i < 4; ++i) {
      bodies.push_back(test::make_random_mass(random));
      forces.push_back({random.point(-10, 10), random.point(-3, 3)});
    }
    std::vector<RigidContact> contacts;
    for (std::uint32_t i = 0; i < 8; ++i) {
      contacts.push_back(
          test::make_random_contact(random, bodies, 1 + i % 4, (i + 1 + i / 4) % 4 == i % 4 ? 0 : i % 4));
      contacts.back().friction = 0;
    }
    std::vector<RestingSolution> solutions;
    for (const RestingMethod method : kMethods) {
      solutions.push_back(solve_resting_contacts(bodies, forces, contacts, {method}));
    }
    ASSERT_EQ(solutions[0].status, solutions[1].status);
    if (solutions[0].status != LcpStatus::solved) continue;
    for (std::size_t i = 0; i < contacts.size(); ++i) {
      const double force = solutions[0].forces[i].dot(contacts[i].normal);
      const double gap = solutions[0].accelerations[i].dot(contacts[i].normal);
      ASSERT_GE(force, 0);
      ASSERT_GE(gap, -1e-7);
      ASSERT_LT(std::min(force, gap), 1e-7);
      for (std::size_t m = 1; m < 3; ++m) {
        if (solutions[m].status != LcpStatus::solved) continue;
        ASSERT_LT((solutions[m].accelerations[i] - solutions[0].accelerations[i]).norm(), 1e-3);
      }
      ++(force > 1e-6 ? pressing : opening);
    }
  }
  EXPECT_GT(pressing, 300);
  EXPECT_GT(opening, 300);
}

TEST(Resting, friction_stays_within_its_pyramid_and_opposes) {
  Random random(20261119);
  int sticking = 0, slipping = 0, solved[3] = {0, 0, 0};
  for (int round = 0; round < 200; ++round) {
    const Vec3 pull = random.point(-8, 8);
    Stack stack = make_stack(2, random.uniform(0.1, 0.9), Vec3(pull.x(), pull.y(), 0));
    for (int m = 0; m < 3; ++m) {
      const RestingSolution found = solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {kMethods[m]});
      if (found.status != LcpStatus::solved) continue;
      ++solved[m];
      for (std::size_t i = 0; i < stack.contacts.size(); ++i) {
        const Vec3 &f = found.forces[i], &a = found.accelerations[i];
        const double most = stack.contacts[i].friction * f.z() + 1e-6;
        ASSERT_LE(std::max(std::abs(f.x()), std::abs(f.y())), most);
        ASSERT_LE(f.head<2>().dot(a.head<2>()), 1e-5 * (1 + f.norm())) << static_cast<int>(kMethods[m]);
        ++(a.head<2>().norm() < 1e-5 ? sticking : slipping);
      }
    }
  }
  for (const int count : solved) EXPECT_GT(count, 150);
  EXPECT_GT(sticking, 500);
  EXPECT_GT(slipping, 300);
}

TEST(Resting, numbers_that_are_none_are_answered) {
  Stack stack = make_stack(2, 0.5);
  stack.forces[1].force.x() = std::nan("");
  for (const RestingMethod method : kMethods) {
    EXPECT_EQ(solve_resting_contacts(stack.bodies, stack.forces, stack.contacts, {method}).status,
              LcpStatus::bad_input);
  }
}

TEST(Resting, nothing_is_solved) { EXPECT_EQ(solve_resting_contacts({}, {}, {}).status, LcpStatus::solved); }

}  // namespace
}  // namespace abut
