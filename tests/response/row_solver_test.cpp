// Rows by sweeps, beside the exact solution; what a sweep costs, and what a warm start saves.
#include <gtest/gtest.h>

#include <stdexcept>

#include "abut/impulses.h"
#include "base/timer.h"
#include "response/rows.h"
#include "support/linkages.h"

namespace abut {
namespace {

using test::Random;

// A wall of cubes with a tenth of a second of gravity.
std::vector<RigidMass> make_wall(int columns, int height) {
  std::vector<RigidMass> bodies = {test::make_ground()};
  for (int x = 0; x < columns; ++x) {
    for (int z = 0; z < height; ++z) {
      bodies.push_back(make_rigid_mass(1, Eigen::Matrix3d::Identity() / 6, Vec3(x, 0, z + 0.5), Vec3(0, 0, -1)));
    }
  }
  return bodies;
}

std::vector<RigidContact> touch_wall(int columns, int height, double friction) {
  std::vector<RigidContact> contacts;
  for (int x = 0; x < columns; ++x) {
    for (int z = 0; z < height; ++z) {
      const auto top = static_cast<std::uint32_t>(1 + x * height + z);
      for (int corner = 0; corner < 4; ++corner) {
        const Vec3 at(x + (corner % 2 ? 0.5 : -0.5), corner / 2 ? 0.5 : -0.5, z);
        contacts.push_back({top, z == 0 ? 0 : top - 1, at, Vec3::UnitZ(), 0, friction});
      }
    }
  }
  return contacts;
}

TEST(RowSolver, normal_rows_agree_with_the_exact_solution) {
  Random random(20261119);
  int pressing = 0, opening = 0;
  for (int round = 0; round < 100; ++round) {
    std::vector<RigidMass> bodies = {test::make_ground()};
    for (int i = 0; i < 4; ++i) bodies.push_back(test::make_random_mass(random));
    std::vector<ConstraintRow> rows;
    for (std::uint32_t i = 0; i < 6; ++i) {
      rows.push_back(
          make_point_row(bodies, 1 + i % 4, i % 4 == 3 ? 0 : 2 + i % 3, random.point(), random.point().normalized()));
      if (rows.back().a == rows.back().b) rows.back().b = 0;
      rows.back() = make_point_row(bodies, rows.back().a, rows.back().b, random.point(), random.point().normalized());
      rows.back().target = random.uniform(-1, 1);
      rows.back().softness = 0.1;
      if (i % 3 == 0) rows.back().lower = -2, rows.back().upper = 2;
    }
    Eigen::VectorXd q(6);
    for (int i = 0; i < 6; ++i) q[i] = measure_row_speed(bodies, rows[i]) - rows[i].target;
    const LcpSolution exact = solve_lcp_dantzig(assemble_mobility(bodies, rows), q, find_row_bounds(rows, q));
    ASSERT_EQ(exact.status, LcpStatus::solved);
    RowSolver solver;
    solver.begin(bodies);
    for (const ConstraintRow& row : rows) solver.add(row);
    const RowReport report = solver.solve({.iterations = 5000, .tolerance = 1e-11});
    ASSERT_LE(report.change, 1e-11);
    std::vector<RigidMass> moved = bodies;
    for (std::uint32_t i = 0; i < 6; ++i) {
      ASSERT_NEAR(solver.impulse(i), exact.z[i], 1e-7);
      apply_row(rows[i], exact.z[i], moved);
      ++(exact.z[i] > 0 ? pressing : opening);
    }
    for (std::size_t i = 0; i < bodies.size(); ++i) {
      ASSERT_LT((solver.velocities()[i].velocity - moved[i].velocity).norm(), 1e-7);
      ASSERT_LT((solver.velocities()[i].spin - moved[i].spin).norm(), 1e-7);
    }
  }
  EXPECT_GT(pressing, 100);
  EXPECT_GT(opening, 100);
}

TEST(RowSolver, friction_is_kept_in_its_cone) {
  Random random(20261119);
  int sticking = 0, sliding = 0, open = 0;
  for (int round = 0; round < 300; ++round) {
    std::vector<RigidMass> bodies = {test::make_ground(), test::make_random_mass(random)};
    RowSolver solver;
    solver.begin(bodies);
    std::vector<RigidContact> contacts;
    for (int i = 0; i < 2; ++i) {
      contacts.push_back(test::make_random_contact(random, bodies, 1, 0));
      ASSERT_EQ(solver.add_contact(contacts[i], 0), 3u * i);
    }
    solver.solve({.iterations = 5000, .tolerance = 1e-12});
    for (int i = 0; i < 2; ++i) {
      const Vec3 impulse = solver.contact_impulse(3 * i), normal = contacts[i].normal;
      const double pressed = normal.dot(impulse), sheared = (impulse - pressed * normal).norm();
      ASSERT_GE(pressed, -1e-12);
      ASSERT_LE(sheared, contacts[i].friction * pressed + 1e-9);
      ++(pressed < 1e-9 ? open : sheared > contacts[i].friction * pressed - 1e-9 ? sliding : sticking);
    }
  }
  EXPECT_GT(sticking, 20);
  EXPECT_GT(sliding, 50);
  EXPECT_GT(open, 50);
}

TEST(RowSolver, a_warm_start_from_the_last_answer_is_soon_done) {
  const auto bodies = make_wall(3, 5);
  const auto contacts = touch_wall(3, 5, 0.5);
  RowSolver solver;
  solver.begin(bodies);
  for (const RigidContact& contact : contacts) solver.add_contact(contact, 0);
  const RowReport cold = solver.solve({.iterations = 10000, .tolerance = 1e-6});
  EXPECT_LE(cold.change, 1e-6);
  EXPECT_GT(cold.iterations, 10);
  std::vector<Vec3> impulses;
  for (std::uint32_t i = 0; i < contacts.size(); ++i) impulses.push_back(solver.contact_impulse(3 * i));
  solver.begin(bodies);
  for (std::size_t i = 0; i < contacts.size(); ++i) solver.add_contact(contacts[i], 0, impulses[i]);
  EXPECT_LT(20 * solver.solve({.iterations = 10000, .tolerance = 1e-6}).iterations, cold.iterations);
  for (const RigidVelocity& velocity : solver.velocities()) EXPECT_LT(velocity.velocity.norm(), 1e-3);
}

TEST(RowSolver, joints_by_sweeps_come_to_what_the_linkage_says) {
  test::LinkageCase chain = test::make_chain(6);
  chain.bodies[0] = test::make_ground();
  for (std::size_t i = 1; i < 6; ++i) chain.bodies[i].velocity = Vec3(0, 0, -static_cast<double>(i));
  Linkage linkage;
  ASSERT_TRUE(linkage.factorise(chain.bodies, chain.joints));
  const LinkageSolution exact = linkage.solve();
  std::vector<ConstraintRow> rows;
  for (const PlacedJoint& joint : chain.joints) append_joint_rows(chain.bodies, joint, 0, rows);
  RowSolver solver;
  solver.begin(chain.bodies);
  for (const ConstraintRow& row : rows) solver.add(row);
  const RowReport report = solver.solve({.iterations = 20000, .tolerance = 1e-10});
  EXPECT_LE(report.change, 1e-10);
  for (std::size_t i = 0; i < 6; ++i) {
    EXPECT_LT((solver.velocities()[i].velocity - exact.velocities[i].velocity).norm(), 1e-6);
    EXPECT_LT((solver.velocities()[i].spin - exact.velocities[i].spin).norm(), 1e-6);
  }
}

TEST(RowSolver, a_thousand_bodies_take_about_as_long_per_contact_as_promised) {
  const auto bodies = make_wall(100, 10);
  const auto contacts = touch_wall(100, 10, 0.5);
  RowSolver solver;
  solver.begin(bodies);
  for (const RigidContact& contact : contacts) solver.add_contact(contact, 0);
  const Timer timer;
  const RowReport report = solver.solve({.iterations = 50, .tolerance = 0});
  const double each = timer.seconds() / report.iterations / static_cast<double>(contacts.size());
  RecordProperty("nanoseconds_per_contact_and_sweep", static_cast<int>(each * 1e9));
  EXPECT_EQ(report.iterations, 50);
  EXPECT_LT(each, 2e-5) << "twenty microseconds: loose, for crowded machines and sanitizers";
}

TEST(RowSolver, bodies_that_are_not_there_break_the_contract) {
  set_contract_handler([](const char* condition, const char*, int) { throw std::logic_error(condition); });
  const std::vector<RigidMass> bodies = {test::make_ground(), test::make_ball(0, 0)};
  const std::vector<RigidForce> forces(1);
  RowSolver solver;
  solver.begin(bodies);
  EXPECT_THROW(solver.add_contact({0, 2}, 0), std::logic_error);
  EXPECT_THROW(solver.add_contact({1, 1}, 0), std::logic_error);
  EXPECT_THROW(solve_impact(bodies, {2, 0}), std::logic_error);
  EXPECT_THROW(solve_impact_in_full(bodies, {0, 0}), std::logic_error);
  EXPECT_THROW(solve_resting_contacts(bodies, forces, {}), std::logic_error);
  set_contract_handler(nullptr);
}

TEST(RowSolver, what_cannot_move_is_left_alone) {
  const std::vector<RigidMass> bodies = {test::make_ground(), test::make_ground()};
  RowSolver solver;
  solver.begin(bodies);
  solver.add_contact({0, 1, Vec3::Zero(), Vec3::UnitZ(), 0, 0.5}, 1);
  EXPECT_EQ(solver.solve().iterations, 1);
  EXPECT_EQ(solver.contact_impulse(0), Vec3(0, 0, 0));
}

}  // namespace
}  // namespace abut
