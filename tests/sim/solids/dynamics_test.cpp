// Bodies that spin, and bodies that hang together.
#include <cmath>
#include <functional>
#include <numbers>

#include "support/random.h"
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::join;
using test::make_box_solid;
using test::make_solid;
using test::start;

constexpr double kGravity = 9.81;

TEST(SolidDynamics, free_spin_keeps_momentum_and_energy) {
  test::Random random(3);
  for (int round = 0; round < 5; ++round) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids.push_back(make_box_solid("box", Vec3(0.1, 0.25, 0.6), Vec3::Zero()));
    scene.solids[0].spin = 5 * random.point();
    scene.solids[0].velocity = random.point();
    auto simulation = start(scene);
    const SolidEnergy before = simulation.measure_energy();
    go(simulation, 10);
    const SolidEnergy after = simulation.measure_energy();
    EXPECT_NEAR(after.kinetic / before.kinetic, 1, 1e-12);
    EXPECT_LT((after.momentum.angular - before.momentum.angular).norm() / before.momentum.angular.norm(), 1e-11);
    EXPECT_LT((after.momentum.linear - before.momentum.linear).norm() / before.momentum.linear.norm(), 1e-12);
  }
}

// About the middle axis a spin is not stable: it turns over. About the others it is.
TEST(SolidDynamics, a_box_tumbles_about_its_middle_axis_only) {
  for (int axis = 0; axis < 3; ++axis) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids.push_back(make_box_solid("box", Vec3(0.1, 0.25, 0.6), Vec3::Zero()));
    scene.solids[0].spin = 6 * Vec3::Unit(axis) + Vec3(0.01, 0.01, 0.01);
    auto simulation = start(scene);
    double least = 1;
    for (int i = 1; i <= 200; ++i) {
      go(simulation, 0.05 * i);
      const Vec3 in_body = simulation.motion(0).rotation.conjugate() * simulation.motion(0).spin;
      least = std::min(least, in_body.normalized()[axis]);
    }
    EXPECT_EQ(least < -0.9, axis == 1) << axis << " " << least;
  }
}

// A fast top on a ball joint goes round by m g l / (I3 w).
TEST(SolidDynamics, a_top_precesses) {
  SolidScene scene;
  const double length = 1, spin = 200;
  scene.solids.push_back(make_box_solid("wheel", Vec3(0.05, 0.5, 0.5), Vec3(length, 0, 0)));
  const double inertia = scene.solids[0].mass.inertia(0, 0);
  const double rate = scene.solids[0].mass.mass * kGravity * length / (inertia * spin);
  scene.solids[0].spin = Vec3(spin, 0, 0);
  // Started with the precession, so that it does not nod.
  scene.solids[0].spin.z() = rate;
  scene.solids[0].velocity = Vec3(0, rate * length, 0);
  scene.joints.push_back(join(JointKind::ball, 0, kWorld, Vec3::Zero(), Vec3::UnitZ(), scene));
  SolidSettings settings;
  settings.step = 1.0 / 240;
  auto simulation = start(scene, settings);
  go(simulation, 2);
  const Vec3 at = simulation.motion(0).center;
  EXPECT_NEAR(std::atan2(at.y(), at.x()), 2 * rate, 0.02 * 2 * rate);
  EXPECT_NEAR(at.z(), 0, 0.01);
  EXPECT_NEAR(at.norm(), length, 1e-8);
}

SolidScene make_chain(int count, JointKind kind) {
  SolidScene scene;
  for (int i = 0; i < count; ++i) {
    scene.solids.push_back(make_box_solid("link " + std::to_string(i), Vec3(0.5, 0.05, 0.05), Vec3(i + 0.5, 0, 0)));
    scene.joints.push_back(join(kind, static_cast<std::uint32_t>(i), i == 0 ? kWorld : static_cast<std::uint32_t>(i - 1),
                                Vec3(i, 0, 0), Vec3::UnitY(), scene));
  }
  return scene;
}

TEST(SolidDynamics, a_pendulum_swings_in_its_period) {
  SolidScene scene = make_chain(1, JointKind::hinge);
  const double angle = 0.1;  // from the lowest point
  const Eigen::Quaterniond turn(Eigen::AngleAxisd(std::numbers::pi / 2 - angle, Vec3::UnitY()));
  scene.solids[0].pose = {turn, turn * Vec3(0.5, 0, 0)};
  const double inertia = scene.solids[0].mass.inertia(1, 1) + scene.solids[0].mass.mass * 0.25;
  const double period = 2 * std::numbers::pi * std::sqrt(inertia / (scene.solids[0].mass.mass * kGravity * 0.5)) *
                        (1 + angle * angle / 16 + 11 * std::pow(angle, 4) / 3072);
  SolidSettings settings;
  settings.step = 1.0 / 120;
  auto simulation = start(scene, settings);
  go(simulation, 5 * period);
  EXPECT_NEAR(simulation.motion(0).center.x(), 0.5 * std::sin(angle), 1e-5);
}

TEST(SolidDynamics, linked_pendulums_keep_their_energy) {
  for (const int count : {1, 2, 5}) {
    for (const JointKind kind : {JointKind::ball, JointKind::hinge}) {
      SolidScene scene = make_chain(count, kind);
      for (Solid& solid : scene.solids) solid.parts.clear();
      auto simulation = start(scene);
      const double start_energy = simulation.measure_energy().total();
      double worst = 0, scale = 0;
      SolidReport report;
      for (int i = 1; i <= 100; ++i) {
        report += go(simulation, 0.1 * i);
        const SolidEnergy energy = simulation.measure_energy();
        worst = std::max(worst, std::abs(energy.total() - start_energy));
        scale = std::max(scale, energy.kinetic);
      }
      EXPECT_LT(worst / scale, 0.005) << count;
      EXPECT_LT(report.largest_joint_gap, 1e-8);
    }
  }
}

// A four-bar linkage: three bars and the ground, hinges in parallel, one of them said twice too often.
TEST(SolidDynamics, a_four_bar_linkage_stays_closed) {
  SolidScene scene;
  const auto bar = [&](const char* name, const Vec3& from, const Vec3& to) {
    const double length = (to - from).norm();
    Solid solid = make_box_solid(name, Vec3(0.5 * length, 0.05, 0.05), 0.5 * (from + to));
    solid.pose.rotation = Eigen::Quaterniond::FromTwoVectors(Vec3::UnitX(), to - from);
    scene.solids.push_back(solid);
  };
  const Vec3 a(0, 0, 0), b(0, 0, 1), c(1.5, 0, 1.5), d(2, 0, 0);
  bar("crank", a, b);
  bar("coupler", b, c);
  bar("rocker", c, d);
  scene.joints = {join(JointKind::hinge, 0, kWorld, a, Vec3::UnitY(), scene), join(JointKind::hinge, 1, 0, b, Vec3::UnitY(), scene),
                  join(JointKind::hinge, 2, 1, c, Vec3::UnitY(), scene), join(JointKind::hinge, 2, kWorld, d, Vec3::UnitY(), scene)};
  scene.joints[0].motor_speed = 3;
  scene.joints[0].motor_limit = 1e5;
  auto simulation = start(scene);
  const SolidReport report = go(simulation, 20);
  EXPECT_LT(report.largest_joint_gap, 1e-6);
  EXPECT_NEAR(simulation.motion(0).spin.y(), 3, 0.01);
}

// A chain between two ends, the second of which may be driven.
SolidScene make_taut_chain(int count, JointKind kind, std::function<double(double time)> slack) {
  SolidScene scene = make_chain(count, kind);
  for (Solid& solid : scene.solids) solid.parts.clear();
  const auto last = static_cast<std::uint32_t>(count);
  scene.solids.push_back(make_box_solid("hand", Vec3(0.1, 0.1, 0.1), Vec3(count + 0.1, 0, 0)));
  scene.joints.push_back(join(kind, last - 1, last, Vec3(count, 0, 0), Vec3::UnitY(), scene));
  scene.joints.back().name = "grip";
  scene.solids.back().role = SolidRole::driven;
  scene.solids.back().placement = [=](double time) {
    return Pose3{Eigen::Quaterniond::Identity(), Vec3(count + 0.1 - slack(time), 0, 0)};
  };
  return scene;
}

// Its impulses have no way to act against what pulls it down.
TEST(SolidDynamics, a_chain_that_is_stretched_out_stays_so) {
  for (const JointKind kind : {JointKind::ball, JointKind::hinge}) {
    auto simulation = start(make_taut_chain(5, kind, [](double) { return 0.0; }));
    const double energy = simulation.measure_energy().total();
    for (int i = 1; i <= 100; ++i) {
      EXPECT_LT(go(simulation, 0.1 * i).largest_joint_gap, 1e-5) << i;
      EXPECT_LT(simulation.measure_energy().total(), energy + 0.01) << i;  // of 500 kg
      EXPECT_NEAR(simulation.motion(2).center.z(), 0, 0.01);
    }
  }
}

// Slack first, then pulled farther than it is long.
TEST(SolidDynamics, a_chain_that_is_pulled_too_far_is_told_with_its_joint) {
  auto simulation = start(make_taut_chain(5, JointKind::hinge, [](double t) { return 0.2 * std::sin(2 * t); }));
  EXPECT_LT(go(simulation, 1.5).largest_joint_gap, 1e-6);
  const auto report = simulation.advance(3);
  ASSERT_FALSE(report);
  const std::string& message = report.error().message;
  EXPECT_NE(message.find(" cannot be held at 1."), std::string::npos) << message;
  EXPECT_NE(message.find("pulled farther than it reaches"), std::string::npos) << message;
  EXPECT_LT(simulation.time(), 3);  // as it was before
  EXPECT_GT(simulation.time(), 1.5);
}

TEST(SolidDynamics, limits_and_damping_hold) {
  SolidScene scene = make_chain(1, JointKind::hinge);
  scene.joints[0].joint.lower = -0.3;
  scene.joints[0].joint.upper = 0.7;
  auto simulation = start(scene);
  double lowest = 0, highest = 0;
  for (int i = 1; i <= 100; ++i) {
    go(simulation, 0.05 * i);
    lowest = std::min(lowest, simulation.joint_position(0));
    highest = std::max(highest, simulation.joint_position(0));
  }
  EXPECT_GE(lowest, -0.3 - 1e-6);
  EXPECT_LE(highest, 0.7 + 1e-6);
  EXPECT_TRUE(lowest < -0.29 || highest > 0.69);  // it fell to one of them

  scene = make_chain(1, JointKind::hinge);
  scene.joints[0].damping = 200;
  auto damped = start(scene);
  go(damped, 60);
  EXPECT_NEAR(damped.motion(0).center.x(), 0, 1e-3);
  EXPECT_NEAR(damped.motion(0).center.z(), -0.5, 1e-3);
}

TEST(SolidDynamics, turns_are_counted_and_limits_know_them) {
  const double turn = 2 * std::numbers::pi;
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    for (const double sign : {1.0, -1.0}) {
      SolidScene scene = make_chain(1, JointKind::hinge);
      scene.gravity.setZero();
      scene.joints[0].joint.lower = -3.2 * turn;
      scene.joints[0].joint.upper = 2.7 * turn;
      scene.joints[0].motor_speed = 7 * sign;
      scene.joints[0].motor_limit = 1e4;
      SolidSettings settings;
      settings.method = method;
      auto simulation = start(scene, settings);
      go(simulation, 1);
      EXPECT_NEAR(simulation.joint_position(0), 7 * sign, 0.05);
      const SolidState state = simulation.state();
      go(simulation, 4);
      EXPECT_NEAR(simulation.joint_position(0), sign > 0 ? 2.7 * turn : -3.2 * turn, 1e-6);
      auto other = start(scene, settings);
      ASSERT_TRUE(other.restore(state));
      go(other, 4);
      EXPECT_EQ(other.joint_position(0), simulation.joint_position(0));
      EXPECT_EQ(other.motion(0).center, simulation.motion(0).center);
    }
  }
}

// A chain that falls on the ground comes to rest there and stays together.
TEST(SolidDynamics, a_chain_falls_on_the_ground) {
  SolidScene scene = make_chain(8, JointKind::ball);
  scene.joints.erase(scene.joints.begin());
  for (Solid& solid : scene.solids) solid.pose.translation.z() += 1;
  scene.grounds.push_back({});
  auto simulation = start(scene);
  const SolidReport report = go(simulation, 5);
  EXPECT_LT(report.largest_joint_gap, 1e-6);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_NEAR(simulation.motion(i).center.z(), 0.05, 0.01) << i;
    EXPECT_LT(simulation.motion(i).velocity.norm(), 0.01);
  }
}

}  // namespace
}  // namespace abut
