// Collisions of solids as formulas have them.
#include <cmath>
#include <numbers>

#include "support/random.h"
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::make_box_solid;
using test::start;

SolidSettings events() {
  SolidSettings settings;
  settings.method = SolidMethod::events;
  return settings;
}

TEST(SolidImpacts, a_ball_bounces_to_formula_heights) {
  for (const double e : {0.5, 0.8, 1.0}) {
    SolidScene scene;
    scene.solids.push_back(make_ball("ball", 0.1, Vec3(0, 0, 1.1)));  // falls by 1 m
    scene.solids[0].restitution = e;
    scene.grounds.push_back({});
    auto simulation = start(scene, events());
    const double fall = std::sqrt(2 / 9.81), speed = std::sqrt(2 * 9.81);
    double top = fall;
    double from = speed;
    for (int bounce = 1; bounce <= 3; ++bounce) {
      from *= e;
      top += (bounce == 1 ? 0 : from / e / 9.81) + from / 9.81;
      go(simulation, top);
      EXPECT_NEAR(simulation.pose(0).translation.z() - 0.1, std::pow(e, 2 * bounce), 1e-7) << e << " " << bounce;
      EXPECT_NEAR(simulation.motion(0).velocity.norm(), 0, 1e-6);
    }
  }
}

TEST(SolidImpacts, a_cradle_passes_on_or_shares) {
  for (const ImpactOrder order : {ImpactOrder::in_turn, ImpactOrder::at_once}) {
    SolidScene scene;
    scene.gravity.setZero();
    for (int i = 0; i < 5; ++i) {
      scene.solids.push_back(make_ball("ball " + std::to_string(i), 0.5, Vec3(i == 0 ? -1 : i, 0, 0)));
      scene.solids.back().restitution = 1;
      scene.solids.back().friction = 0;
    }
    scene.solids[0].velocity = Vec3(1, 0, 0);
    SolidSettings settings = events();
    settings.order = order;
    auto simulation = start(scene, settings);
    go(simulation, 1.5);
    const double last = simulation.motion(4).velocity.x(), first = simulation.motion(0).velocity.x();
    double momentum = 0, energy = 0;
    for (std::uint32_t i = 0; i < 5; ++i) {
      momentum += simulation.motion(i).velocity.x();
      energy += simulation.motion(i).velocity.squaredNorm();
    }
    EXPECT_NEAR(momentum, 1, 1e-12);
    EXPECT_NEAR(energy, 1, 1e-9);
    if (order == ImpactOrder::in_turn) {
      EXPECT_NEAR(last, 1, 1e-12);
      EXPECT_NEAR(first, 0, 1e-12);
    } else {
      EXPECT_LT(first, -0.2);  // it comes back
    }
  }
}

TEST(SolidImpacts, billiard_balls_leave_at_right_angles) {
  for (const double aside : {0.1, 0.4, 0.7}) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids = {make_ball("cue", 0.5, Vec3(-2, aside, 0)), make_ball("object", 0.5, Vec3(0, 0, 0))};
    for (Solid& ball : scene.solids) ball.restitution = 1, ball.friction = 0;
    scene.solids[0].velocity = Vec3(3, 0, 0);
    auto simulation = start(scene, events());
    go(simulation, 1);
    const Vec3 cue = simulation.motion(0).velocity, object = simulation.motion(1).velocity;
    EXPECT_NEAR(cue.dot(object), 0, 1e-7);
    EXPECT_NEAR(object.y() / object.x(), -aside / std::sqrt(1 - aside * aside), 1e-7);
    EXPECT_NEAR((cue + object - Vec3(3, 0, 0)).norm(), 0, 1e-12);
  }
}

// Boxes of all kinds fly into each other; nothing else acts.
TEST(SolidImpacts, free_impacts_keep_momentum_and_never_gain_energy) {
  test::Random random(11);
  std::size_t impacts = 0;
  for (int round = 0; round < 12; ++round) {
    SolidScene scene;
    scene.gravity.setZero();
    for (int i = 0; i < 6; ++i) {
      const Vec3 half(random.uniform(0.1, 0.5), random.uniform(0.1, 0.5), random.uniform(0.1, 0.5));
      scene.solids.push_back(make_box_solid("box", half, Vec3(2.0 * (i % 3), 2.0 * (i / 3), 0)));
      Solid& solid = scene.solids.back();
      const Vec3 aim = Vec3(2, 1, 0) - solid.pose.translation;
      solid.velocity = 2 * aim + Vec3(random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-0.2, 0.2));
      solid.spin = Vec3(random.uniform(-5, 5), random.uniform(-5, 5), random.uniform(-5, 5));
      solid.restitution = round % 3 == 0 ? 1 : random.uniform(0, 1);
      solid.friction = round % 2 == 0 ? 0 : random.uniform(0, 1);
    }
    SolidSettings settings = events();
    settings.order = round % 4 < 2 ? ImpactOrder::in_turn : ImpactOrder::at_once;
    auto simulation = start(scene, settings);
    const SolidEnergy before = simulation.measure_energy();
    double energy = before.total();
    for (int step = 1; step <= 40; ++step) {
      const SolidReport report = go(simulation, step / 20.0);
      impacts += report.impacts;
      EXPECT_EQ(report.unresolved, 0u);
      const SolidEnergy now = simulation.measure_energy();
      EXPECT_LE(now.total(), energy * (1 + 1e-9)) << round;
      energy = now.total();
    }
    const SolidEnergy after = simulation.measure_energy();
    const double scale = 1000;
    EXPECT_NEAR((after.momentum.linear - before.momentum.linear).norm() / scale, 0, 1e-12);
    EXPECT_NEAR((after.momentum.angular - before.momentum.angular).norm() / scale, 0, 1e-12);
  }
  EXPECT_GT(impacts, 30u);
}

}  // namespace
}  // namespace abut
