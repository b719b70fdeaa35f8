// Fast and thin solids: nothing passes through anything.
#include "support/convexes.h"
#include "support/random.h"
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::make_box_mesh;
using test::make_box_solid;
using test::make_mesh_solid;
using test::Random;
using test::start;

Solid make_wall(bool is_mesh) {
  const Vec3 half(0.002, 4, 4);
  Solid wall = is_mesh ? make_mesh_solid("wall", make_box_mesh(half), Vec3::Zero()) : make_box_solid("wall", half, Vec3::Zero());
  wall.role = SolidRole::fixed;
  return wall;
}

TEST(SolidsPassing, bullets_and_turning_blades_stay_on_their_side_of_a_thin_wall) {
  Random random(20261119);
  int met = 0, missed = 0, looked_back = 0;
  for (int round = 0; round < 60; ++round) {
    const bool is_mesh = round % 3 == 2;
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids.push_back(make_wall(is_mesh));
    const Vec3 at(random.uniform(-1.5, -0.6), random.uniform(-0.5, 0.5), random.uniform(-0.5, 0.5));
    scene.solids.push_back(round % 2 == 0 ? make_ball("bullet", 0.01, at) : make_box_solid("blade", Vec3(0.5, 0.15, 0.005), at));
    const double speed = round % 2 == 0 ? 250 : 60;
    scene.solids[1].velocity = Vec3(random.uniform(-0.2, 1) * speed, random.uniform(-20, 20), random.uniform(-20, 20));
    scene.solids[1].spin = 30 * random.point();
    auto simulation = start(scene);
    SolidReport report;
    for (int i = 1; i <= 4; ++i) {
      report += go(simulation, i / 60.0);
      ASSERT_LT(simulation.motion(1).center.x(), 0.02) << round;
    }
    ++(simulation.motion(1).velocity.isApprox(scene.solids[1].velocity, 1e-9) ? missed : met);
    looked_back += report.backtracks > 0;
  }
  EXPECT_GT(met, 10);
  EXPECT_GT(missed, 5);
  EXPECT_GT(looked_back, 3);
}

TEST(SolidsPassing, what_spins_through_more_than_half_a_turn_in_a_step_meets_what_is_in_its_way) {
  SolidScene scene;
  scene.gravity.setZero();
  scene.solids = {make_box_solid("post", Vec3(0.005, 0.005, 0.5), Vec3(0, 0.4, 0)),
                  make_box_solid("rotor", Vec3(0.5, 0.005, 0.02), Vec3::Zero())};
  scene.solids[0].role = SolidRole::fixed;
  scene.solids[1].spin = Vec3(0, 0, 250);
  auto simulation = start(scene);
  const SolidReport report = go(simulation, 1.0 / 60);
  EXPECT_GT(report.backtracks, 0u);
  EXPECT_GT((simulation.motion(1).spin - scene.solids[1].spin).norm(), 1);
}

TEST(SolidsPassing, blades_that_touch_a_thin_wall_stay_on_their_side_however_they_turn) {
  Random random(7);
  int looked_back = 0, held = 0;
  for (int round = 0; round < 60; ++round) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids = {make_wall(false), make_box_solid("blade", Vec3(0.005, 0.15, 0.5), Vec3(-0.007, 0, 0))};
    scene.solids[1].spin = random.uniform(1, 200) * random.point();
    auto simulation = start(scene);
    SolidReport report;
    for (int i = 1; i <= 4; ++i) {
      report += go(simulation, i / 60.0);
      ASSERT_LT(simulation.motion(1).center.x(), 0) << round;
    }
    ++(report.backtracks > 0 ? looked_back : held);
  }
  EXPECT_GT(looked_back, 5);
  EXPECT_GT(held, 5);
}

TEST(SolidsPassing, thick_boxes_that_touch_and_tumble_need_no_looking_back) {
  Random random(3);
  for (int round = 0; round < 20; ++round) {
    SolidScene scene;
    scene.solids = {make_box_solid("left", Vec3(0.3, 0.3, 0.3), Vec3(-0.2995, 0, 0)),
                    make_box_solid("right", Vec3(0.3, 0.3, 0.3), Vec3(0.2995, 0, 0))};
    for (Solid& solid : scene.solids) solid.spin = 12 * random.point().normalized();
    SolidSettings settings;
    settings.start = StartOverlap::allow;
    auto simulation = start(scene, settings);
    EXPECT_EQ(go(simulation, 1.0 / 60).backtracks, 0u) << round;
  }
}

// A corner touches, and turns the cube so fast that the others follow within the same flight.
TEST(SolidsPassing, between_impacts_no_other_corner_of_what_touches_goes_far) {
  Random random(7);
  int met = 0;
  for (int round = 0; round < 20; ++round) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids = {make_wall(round % 2 == 0), make_box_solid("cube", Vec3(0.5, 0.5, 0.5), Vec3(-5, 0, 0))};
    scene.solids[1].pose.rotation = test::make_turn_anyhow(random);
    scene.solids[1].velocity = Vec3(1000, 0, 0);
    SolidSettings settings;
    settings.method = SolidMethod::events;
    auto simulation = start(scene, settings);
    for (int i = 1; i <= 4; ++i) {
      EXPECT_LT(go(simulation, i / 60.0).deepest, 0.1) << round;
      EXPECT_LT(simulation.motion(1).center.x(), -0.4) << round;
    }
    met += simulation.motion(1).velocity.x() < 500;
  }
  EXPECT_EQ(met, 20);
}

TEST(SolidsPassing, what_is_slow_or_thick_needs_no_looking_back) {
  SolidScene scene;
  scene.grounds.push_back({});
  for (int i = 0; i < 5; ++i) scene.solids.push_back(make_box_solid("box", Vec3(0.5, 0.5, 0.5), Vec3(0, 0, 0.6 + 1.1 * i)));
  auto simulation = start(scene);
  EXPECT_EQ(go(simulation, 2).backtracks, 0u);
}

}  // namespace
}  // namespace abut
