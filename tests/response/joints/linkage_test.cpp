// Linkages: the sparse solution beside the dense one, loops, limits, collisions, and how time grows.
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <ctime>

#include "abut/joints.h"
#include "support/linkages.h"

namespace abut {
namespace {

using test::LinkageCase;
using test::Random;

LinkageSolution solve(const LinkageCase& linkage, std::span<const ConstraintRow> rows = {}) {
  Linkage solver;
  const Status status = solver.factorise(linkage.bodies, linkage.joints);
  EXPECT_TRUE(status.has_value());
  return solver.solve(rows);
}

std::vector<RigidMass> move(std::vector<RigidMass> bodies, const LinkageSolution& solution) {
  for (std::size_t i = 0; i < bodies.size(); ++i) test::set_velocity(bodies[i], solution.velocities[i]);
  return bodies;
}

double find_difference(const std::vector<RigidVelocity>& a, const std::vector<RigidVelocity>& b) {
  double largest = 0;
  for (std::size_t i = 0; i < a.size(); ++i) {
    largest = std::max({largest, (a[i].velocity - b[i].velocity).norm(), (a[i].spin - b[i].spin).norm()});
  }
  return largest;
}

double measure_size(const LinkageCase& linkage, const LinkageSolution& solution) {
  double size = 1;
  for (const RigidMass& body : linkage.bodies) size += body.velocity.norm() + body.center.norm();
  for (const Vec3& impulse : solution.joint_impulses) size += 10 * impulse.norm();
  return size;
}

TEST(Linkage, trees_and_loops_agree_with_the_dense_system) {
  Random random(20261119);
  int trees = 0, loops = 0, grounded = 0;
  for (int round = 0; round < 400; ++round) {
    const int bodies = random.integer(2, 10), loop_count = round % 2 ? random.integer(1, 3) : 0;
    const bool has_ground = random.coin();
    const LinkageCase linkage = test::make_random_linkage(random, bodies, loop_count, has_ground);
    const LinkageSolution solution = solve(linkage);
    ASSERT_EQ(solution.status, LcpStatus::solved) << "round " << round;
    ASSERT_LT(solution.residual, 1e-9);
    ASSERT_LT(find_difference(solution.velocities, test::solve_densely(linkage, nullptr)), 1e-8) << "round " << round;
    const auto after = move(linkage.bodies, solution);
    ASSERT_LE(measure_kinetic_energy(after), measure_kinetic_energy(linkage.bodies) * (1 + 1e-12));
    if (!has_ground) {
      ASSERT_LT(
          test::compare(measure_momentum(after), measure_momentum(linkage.bodies), measure_size(linkage, solution)),
          1e-12);
    }
    ++(loop_count ? loops : trees);
    grounded += has_ground;
  }
  EXPECT_GT(trees, 100);
  EXPECT_GT(loops, 100);
  EXPECT_GT(grounded, 100);
}

TEST(Linkage, a_collision_agrees_with_the_9n_equations) {
  Random random(20261119);
  int colliding = 0, separating = 0, in_one = 0, in_two = 0;
  for (int round = 0; round < 300; ++round) {
    LinkageCase linkage = test::make_random_linkage(random, 4, 0, round % 5 == 0);
    const LinkageCase other = test::make_random_linkage(random, 3, 0, false);
    linkage.bodies.insert(linkage.bodies.end(), other.bodies.begin(), other.bodies.end());
    for (PlacedJoint joint : other.joints) {
      joint.a += 4, joint.b += 4;
      linkage.joints.push_back(joint);
    }
    linkage.bodies = move(linkage.bodies, solve(linkage));  // so that joints hold before
    const bool is_one = random.coin();
    RigidContact contact = test::make_random_contact(random, linkage.bodies, is_one ? 1 : 3, is_one ? 3 : 5);
    const auto found = solve_linkage_impact(linkage.bodies, linkage.joints, contact);
    ASSERT_TRUE(found.has_value());
    const bool is_colliding = measure_normal_speed(linkage.bodies, contact) < 0;
    ++(is_colliding ? colliding : separating);
    ++(is_one ? in_one : in_two);
    if (!is_colliding) {
      ASSERT_NEAR(found->row_impulses[0], 0, 1e-9);
      continue;
    }
    // Two bodies that a sliding or fixed joint keeps from answering to the impulse have no speed along it, either.
    ASSERT_EQ(found->status, LcpStatus::solved);
    ASSERT_LT(found->residual, 1e-9);
    ASSERT_LT(find_difference(found->velocities, test::solve_densely(linkage, &contact)), 1e-7) << "round " << round;
    const auto after = move(linkage.bodies, *found);
    ASSERT_LE(measure_kinetic_energy(after), measure_kinetic_energy(linkage.bodies) * (1 + 1e-11));
    ASSERT_NEAR(measure_normal_speed(after, contact),
                -contact.restitution * measure_normal_speed(linkage.bodies, contact), 1e-8);
    if (round % 5 != 0) {
      const double size = measure_size(linkage, *found) + 10 * found->row_impulses[0];
      ASSERT_LT(test::compare(measure_momentum(after), measure_momentum(linkage.bodies), size), 1e-12);
    }
  }
  EXPECT_GT(colliding, 50);
  EXPECT_GT(separating, 50);
  EXPECT_GT(in_one, 50);
  EXPECT_GT(in_two, 50);
}

TEST(Linkage, an_impulse_to_one_body_goes_through_all) {
  LinkageCase chain = test::make_chain(20);
  chain.bodies[0].velocity = Vec3(0, 1, 0.5);
  const LinkageSolution solution = solve(chain);
  EXPECT_LT(solution.residual, 1e-12);
  for (const RigidVelocity& velocity : solution.velocities) EXPECT_GT(velocity.velocity.norm(), 0);
  for (const Vec3& impulse : solution.joint_impulses) EXPECT_GT(impulse.norm(), 0);
  EXPECT_GT(solution.joint_impulses.front().norm(), 10 * solution.joint_impulses.back().norm());
}

TEST(Linkage, a_hinge_transmits_no_torque_about_its_axis_and_a_ball_none_at_all) {
  Random random(20261119);
  const LinkageCase linkage = test::make_random_linkage(random, 40, 0, false);
  const LinkageSolution solution = solve(linkage);
  int hinges = 0, balls = 0;
  for (std::size_t j = 0; j < linkage.joints.size(); ++j) {
    const PlacedJoint& joint = linkage.joints[j];
    const Vec3 axis = joint.axes_b.col(2);
    balls += joint.kind == JointKind::ball;
    hinges += joint.kind == JointKind::hinge;
    const double about = axis.dot(solution.joint_torques[j]), along = axis.dot(solution.joint_impulses[j]);
    if (joint.kind == JointKind::ball) {
      EXPECT_LT(solution.joint_torques[j].norm(), 1e-11);
    } else if (joint.kind == JointKind::hinge) {
      EXPECT_LT(std::abs(about), 1e-11);
    } else if (joint.kind == JointKind::sliding) {
      EXPECT_LT(std::abs(along), 1e-11);
    }
  }
  EXPECT_GT(hinges, 3);
  EXPECT_GT(balls, 3);
}

// Four bars as a parallelogram on the ground: three move, four hinges with parallel axes, three rows too many.
LinkageCase make_four_bars() {
  LinkageCase bars;
  const Eigen::Matrix3d inertia = 0.1 * Eigen::Matrix3d::Identity();
  bars.bodies = {test::make_ground(), make_rigid_mass(1, inertia, Vec3(0, 0.5, 0)),
                 make_rigid_mass(2, inertia, Vec3(1, 1, 0)), make_rigid_mass(1, inertia, Vec3(2, 0.5, 0))};
  for (const auto& [a, b, anchor] : {std::tuple{0u, 1u, Vec3(0, 0, 0)}, std::tuple{1u, 2u, Vec3(0, 1, 0)},
                                     std::tuple{2u, 3u, Vec3(2, 1, 0)}, std::tuple{3u, 0u, Vec3(2, 0, 0)}}) {
    bars.joints.push_back(make_placed_joint(JointKind::hinge, a, b, anchor, Vec3::UnitZ()));
  }
  return bars;
}

TEST(Linkage, four_bars_turn_together_though_rows_say_things_twice) {
  for (const double twist : {0.0, 0.3}) {
    LinkageCase bars = make_four_bars();
    bars.bodies[1].spin = Vec3(twist, 0, 2);
    bars.bodies[3].velocity = Vec3(0, 0, twist);
    Linkage linkage;
    ASSERT_TRUE(linkage.factorise(bars.bodies, bars.joints));
    EXPECT_EQ(linkage.cut_count(), 1u);
    const LinkageSolution solution = linkage.solve();
    EXPECT_EQ(solution.status, LcpStatus::solved);
    EXPECT_LT(solution.residual, 1e-9);
    const double spin = solution.velocities[1].spin.z();
    EXPECT_GT(spin, 0.05);
    EXPECT_NEAR(solution.velocities[3].spin.z(), spin, 1e-9);
    EXPECT_LT(solution.velocities[2].spin.norm(), 1e-9);
    EXPECT_LT((solution.velocities[2].velocity - Vec3(-spin, 0, 0)).norm(), 1e-9);
    // Energy about the one freedom there is: (0.1 + 0.25) spin^2 for each crank, and 2 spin^2 / 2 for the coupler.
    EXPECT_NEAR(spin, 0.1 * 2 / (2 * 0.35 + 2), 1e-9);
  }
}

TEST(Linkage, a_ladder_of_many_loops_in_a_plane_closes) {
  // Two rails of bars, rungs between them, and hinges that are all parallel: each loop says three things twice.
  constexpr std::uint32_t kRungs = 8;
  Random random(20261119);
  LinkageCase ladder;
  const Eigen::Matrix3d inertia = 0.1 * Eigen::Matrix3d::Identity();
  const auto add = [&](const Vec3& center) {
    ladder.bodies.push_back(make_rigid_mass(1, inertia, center, random.point(), random.point()));
    return static_cast<std::uint32_t>(ladder.bodies.size() - 1);
  };
  const auto join = [&](std::uint32_t a, std::uint32_t b, const Vec3& anchor) {
    ladder.joints.push_back(make_placed_joint(JointKind::hinge, a, b, anchor, Vec3::UnitZ()));
  };
  std::array<std::uint32_t, 2> rails = {};
  for (std::uint32_t i = 0; i < kRungs; ++i) {
    const double x = i;
    const std::uint32_t rung = add(Vec3(x, 0, 0));
    const std::array<std::uint32_t, 2> next = {add(Vec3(x + 0.5, -1, 0)), add(Vec3(x + 0.5, 1.2, 0))};
    for (int side = 0; side < 2; ++side) {
      const Vec3 anchor(x, side ? 1.2 : -1, 0);
      join(rung, next[side], anchor);
      if (i > 0) join(rails[side], rung, anchor + Vec3(0, 0.1, 0));
    }
    rails = next;
  }
  join(rails[0], rails[1], Vec3(kRungs, 0, 0));
  const LinkageSolution solution = solve(ladder);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LT(solution.residual, 1e-9);
  const auto after = move(ladder.bodies, solution);
  EXPECT_LT(test::compare(measure_momentum(after), measure_momentum(ladder.bodies), measure_size(ladder, solution)),
            1e-12);
  EXPECT_GT(measure_kinetic_energy(after), 0.1);
}

TEST(Linkage, a_long_chain_that_is_closed_to_a_ring_holds) {
  LinkageCase ring = test::make_chain(500);
  for (std::uint32_t i = 0; i < 500; ++i) ring.bodies[i].velocity = Vec3(0, i % 7, -static_cast<double>(i % 3));
  ring.joints.push_back(make_placed_joint(JointKind::ball, 499, 0, Vec3(250, 100, 0)));
  const LinkageSolution solution = solve(ring);
  EXPECT_EQ(solution.status, LcpStatus::solved);
  EXPECT_LT(solution.residual, 1e-9);
  EXPECT_GT(solution.joint_impulses.back().norm(), 0);
}

TEST(Linkage, a_motor_drives_as_hard_as_it_can) {
  LinkageCase door;
  door.bodies = {make_rigid_mass(1, Eigen::Matrix3d::Identity(), Vec3(1, 0, 0)), test::make_ground()};
  door.joints = {make_placed_joint(JointKind::hinge, 0, 1, Vec3::Zero())};  // 2 kg m² about the hinge
  ConstraintRow motor = make_drive_row(door.bodies, door.joints[0]);
  motor.target = 3;
  for (const double most : {1.0, 100.0}) {
    motor.lower = -most, motor.upper = most;
    const LinkageSolution solution = solve(door, std::vector<ConstraintRow>{motor});
    EXPECT_NEAR(solution.velocities[0].spin.z(), most == 1 ? 0.5 : 3, 1e-12);
    EXPECT_NEAR(solution.row_impulses[0], most == 1 ? 1 : 6, 1e-12);
  }
}

TEST(Linkage, numbers_that_are_none_are_answered) {
  LinkageCase bars = make_four_bars();
  bars.bodies[1].velocity.x() = std::nan("");
  EXPECT_EQ(solve(bars).status, LcpStatus::bad_input);
}

TEST(Linkage, loops_that_contradict_each_other_are_told) {
  LinkageCase bars = make_four_bars();
  bars.bodies.push_back(test::make_ground());
  bars.bodies.back().velocity = Vec3(1, 0, 0);
  bars.joints.push_back(make_placed_joint(JointKind::fixed, 2, 0, Vec3::Zero()));
  EXPECT_EQ(solve(bars).status, LcpStatus::solved);
  bars.joints.push_back(make_placed_joint(JointKind::fixed, 2, 4, Vec3::Zero()));
  EXPECT_EQ(solve(bars).status, LcpStatus::no_solution);
}

TEST(Linkage, ground_that_moves_takes_the_linkage_with_it) {
  LinkageCase chain = test::make_chain(5);
  chain.bodies[0] = test::make_ground();
  chain.bodies[0].velocity = Vec3(1, 2, 3);
  for (PlacedJoint& joint : chain.joints) joint.kind = JointKind::fixed;
  const LinkageSolution solution = solve(chain);
  for (const RigidVelocity& velocity : solution.velocities) {
    EXPECT_LT((velocity.velocity - Vec3(1, 2, 3)).norm(), 1e-12);
    EXPECT_LT(velocity.spin.norm(), 1e-12);
  }
}

TEST(Linkage, a_hinge_stops_at_its_limit_and_not_before) {
  int stopped = 0, free = 0;
  for (const double angle : {-0.5, 0.0, 0.3, 0.5}) {
    for (const double spin : {-1.0, 1.0}) {
      LinkageCase door;
      door.bodies = {test::make_ground(), make_rigid_mass(1, Eigen::Matrix3d::Identity(), Vec3(1, 0, 0))};
      door.bodies[1].spin = Vec3(0, 0, spin);
      door.bodies[1].velocity = Vec3(0, spin, 0);
      PlacedJoint hinge = make_placed_joint(JointKind::hinge, 1, 0, Vec3::Zero());
      hinge.axes_a = Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix() * hinge.axes_a;
      hinge.lower = -0.5, hinge.upper = 0.5;
      door.joints = {hinge};
      std::vector<ConstraintRow> rows;
      append_limit_rows(door.bodies, hinge, 0.01, 0, rows);
      const LinkageSolution solution = solve(door, rows);
      const bool is_stopped = (angle == 0.5 && spin > 0) || (angle == -0.5 && spin < 0);
      EXPECT_NEAR(solution.velocities[1].spin.z(), is_stopped ? 0 : spin, 1e-12) << angle << " " << spin;
      ++(is_stopped ? stopped : free);
    }
  }
  EXPECT_EQ(stopped, 2);
  EXPECT_EQ(free, 6);
}

TEST(Linkage, friction_on_a_linkage_stays_within_its_bounds) {
  Random random(20261119);
  int sticking = 0, sliding = 0;
  for (int round = 0; round < 100; ++round) {
    LinkageCase linkage = test::make_random_linkage(random, 5, 0, false);
    linkage.bodies.push_back(test::make_ground());
    RigidContact contact = test::make_random_contact(random, linkage.bodies, 2, 5);
    contact.friction = random.uniform(0, 1);
    std::vector<ConstraintRow> rows;
    append_contact_rows(linkage.bodies, contact, 0, rows);
    const LinkageSolution solution = solve(linkage, rows);
    if (solution.status != LcpStatus::solved || solution.row_impulses[0] <= 0) continue;
    const double most = contact.friction * solution.row_impulses[0];
    const double used = std::max(std::abs(solution.row_impulses[1]), std::abs(solution.row_impulses[2]));
    ASSERT_LE(used, most + 1e-7);
    ++(used < most - 1e-6 ? sticking : sliding);
  }
  EXPECT_GT(sticking, 5);
  EXPECT_GT(sliding, 5);
}

TEST(Linkage, chains_take_a_time_in_proportion_to_their_length) {
  double last = 0;
  for (const std::uint32_t count : {10u, 100u, 1000u, 10000u}) {
    LinkageCase chain = test::make_chain(count);
    for (std::uint32_t i = 0; i < count; ++i) chain.bodies[i].velocity = Vec3(0, i % 7, -static_cast<double>(i % 3));
    Linkage linkage;
    LinkageSolution solution;
    double best = 1e9;
    for (int repeat = 0; repeat < 3; ++repeat) {
      const std::clock_t start = std::clock();  // the processor's time: the machine may have other work
      int solved = 0;
      for (; solved == 0 || std::clock() - start < CLOCKS_PER_SEC / 100; ++solved) {
        ASSERT_TRUE(linkage.factorise(chain.bodies, chain.joints));
        solution = linkage.solve();
      }
      best = std::min(best, static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC / solved);
    }
    EXPECT_LT(solution.residual, 1e-9) << count;
    const auto after = move(chain.bodies, solution);
    EXPECT_LT(test::compare(measure_momentum(after), measure_momentum(chain.bodies), measure_size(chain, solution)),
              1e-12);
    RecordProperty("microseconds_" + std::to_string(count), static_cast<int>(best * 1e6));
    if (count > 100) {
      EXPECT_LT(best, 60 * last) << "ten times the links, sixty times the time";
    }
    last = best;
  }
}

TEST(Linkage, what_cannot_be_is_told) {
  Linkage linkage;
  const std::vector<RigidMass> two = {test::make_ball(0, 0), test::make_ball(1, 0)};
  const auto join = [](std::uint32_t a, std::uint32_t b) {
    return std::vector<PlacedJoint>{make_placed_joint(JointKind::ball, a, b, Vec3::Zero())};
  };
  EXPECT_EQ(linkage.factorise(two, join(0, 2)).error().message, "Joint 0 names a body that is not there.");
  EXPECT_EQ(linkage.factorise(two, join(1, 1)).error().message, "Joint 0 joins a body with itself.");
  std::vector<RigidMass> half = two;
  half[1].inverse_inertia.setZero();
  EXPECT_FALSE(linkage.factorise(half, join(0, 1)));
  half[1] = two[1];
  half[1].inverse_mass = std::nan("");
  EXPECT_FALSE(linkage.factorise(half, join(0, 1)));
  EXPECT_TRUE(linkage.factorise(two, {}));
  EXPECT_TRUE(linkage.factorise({}, {}));
  EXPECT_TRUE(linkage.solve().velocities.empty());
}

}  // namespace
}  // namespace abut
