// Solids that rest, slide and stand.
#include <cmath>
#include <numbers>

#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::make_box_solid;
using test::start;

constexpr double kGravity = 9.81;

SolidScene make_incline(double angle, double friction) {
  SolidScene scene;
  scene.grounds.push_back({});
  scene.grounds[0].plane.normal = Vec3(-std::sin(angle), 0, std::cos(angle));
  scene.grounds[0].plane.friction = friction;
  scene.solids.push_back(make_box_solid("block", Vec3(0.5, 0.5, 0.2), 0.2 * scene.grounds[0].plane.normal));
  scene.solids[0].pose.rotation = Eigen::AngleAxisd(-angle, Vec3::UnitY());
  scene.solids[0].friction = friction;
  return scene;
}

class SolidMethods : public testing::TestWithParam<SolidMethod> {
 protected:
  static SolidSettings settings() {
    SolidSettings settings;
    settings.method = GetParam();
    return settings;
  }
};

// At the angle itself it may do either, but does not gain speed.
TEST_P(SolidMethods, a_block_holds_below_the_friction_angle_and_slides_above) {
  const double friction = 0.5, angle = std::atan(friction);
  for (const double share : {0.5, 0.98, 1.0, 1.02, 1.5}) {
    const double slope = share * angle;
    auto simulation = start(make_incline(slope, friction), settings());
    const Vec3 from = simulation.motion(0).center;
    go(simulation, 2);
    const double way = (simulation.motion(0).center - from).norm();
    const double acceleration = kGravity * (std::sin(slope) - friction * std::cos(slope));
    if (share < 1) {
      EXPECT_LT(way, 1e-4) << share;
      EXPECT_LT(simulation.motion(0).velocity.norm(), 1e-6);
    } else {
      EXPECT_NEAR(simulation.motion(0).velocity.norm() / 2, acceleration, 1e-3 * kGravity) << share;
      EXPECT_NEAR(way / 2, acceleration, 1e-3 * kGravity) << share;
    }
  }
}

TEST_P(SolidMethods, a_ball_rolls_down_with_five_sevenths) {
  const double slope = 0.3;
  SolidScene scene = make_incline(slope, 1);
  scene.solids = {make_ball("ball", 0.3, 0.3 * scene.grounds[0].plane.normal)};
  scene.solids[0].friction = 1;
  auto simulation = start(scene, settings());
  go(simulation, 1);
  EXPECT_NEAR(simulation.motion(0).velocity.norm() / (5.0 / 7 * kGravity * std::sin(slope)), 1, 5e-3);
  EXPECT_NEAR(simulation.motion(0).spin.norm() * 0.3 / simulation.motion(0).velocity.norm(), 1, 5e-3);
}

INSTANTIATE_TEST_SUITE_P(Both, SolidMethods, testing::Values(SolidMethod::steps, SolidMethod::events));

SolidScene make_tower(int height) {
  SolidScene scene;
  scene.grounds.push_back({});
  for (int i = 0; i < height; ++i)
    scene.solids.push_back(make_box_solid("box " + std::to_string(i), Vec3(0.5, 0.5, 0.5), Vec3(0, 0, 0.5 + i)));
  return scene;
}

TEST(Solids, a_stack_stands_for_a_minute) {
  auto simulation = start(make_tower(6));
  const SolidReport report = go(simulation, 60);
  for (std::uint32_t i = 0; i < 6; ++i) {
    const SolidMotion& motion = simulation.motion(i);
    EXPECT_LT((motion.center - Vec3(0, 0, 0.5 + i)).norm(), 0.01) << i;
    EXPECT_LT(motion.rotation.angularDistance(Eigen::Quaterniond::Identity()), 1e-3);
    EXPECT_LT(motion.velocity.norm(), 1e-6);
  }
  EXPECT_LT(report.deepest, 0.005);
}

TEST(Solids, a_tower_of_twelve_stands) {
  auto simulation = start(make_tower(12));
  const SolidReport report = go(simulation, 20);
  for (std::uint32_t i = 0; i < 12; ++i) {
    EXPECT_LT((simulation.motion(i).center - Vec3(0, 0, 0.5 + i)).norm(), 0.02) << i;
    EXPECT_LT(simulation.motion(i).velocity.norm(), 0.02) << i;
  }
  EXPECT_LT(report.deepest, 0.001);
}

SolidScene make_pyramid(int layers) {
  SolidScene scene;
  scene.grounds.push_back({});
  for (int layer = 0; layer < layers; ++layer) {
    for (int i = 0; i < layers - layer; ++i) {
      scene.solids.push_back(make_box_solid("box", Vec3(0.5, 0.5, 0.5),
                                            Vec3(1.05 * (i + 0.5 * layer), 0, 0.5 + layer)));
    }
  }
  return scene;
}

TEST(Solids, a_pyramid_of_ten_layers_stands) {
  const SolidScene scene = make_pyramid(10);
  auto simulation = start(scene);
  go(simulation, 10);
  for (std::uint32_t i = 0; i < scene.solids.size(); ++i) {
    EXPECT_LT((simulation.motion(i).center - scene.solids[i].pose.translation).norm(), 0.05) << i;
    EXPECT_LT(simulation.motion(i).velocity.norm(), 1e-3);
  }
}

TEST(Solids, a_bullet_does_not_pass_a_thin_wall) {
  for (const SolidMethod method : {SolidMethod::steps, SolidMethod::events}) {
    SolidScene scene;
    scene.gravity.setZero();
    scene.solids = {make_ball("bullet", 0.01, Vec3(-1, 0, 0)), make_box_solid("wall", Vec3(0.001, 1, 1), Vec3(0, 0, 0))};
    scene.solids[0].velocity = Vec3(500, 30, 10);
    scene.solids[1].role = SolidRole::fixed;
    SolidSettings settings;
    settings.method = method;
    auto simulation = start(scene, settings);
    for (int i = 1; i <= 30; ++i) {
      go(simulation, i / 60.0);
      EXPECT_LT(simulation.motion(0).center.x(), 0);
    }
  }
}

// What the solids press the ground with is their weight.
TEST(Solids, contacts_carry_the_weight) {
  SolidScene scene = make_pyramid(3);
  auto simulation = start(scene);
  go(simulation, 3);
  double pressed = 0, weight = 0;
  for (const SolidContact& contact : simulation.contacts()) {
    if (contact.b == kWorld) pressed += contact.force.z();
  }
  for (const Solid& solid : scene.solids) weight += solid.mass.mass * kGravity;
  EXPECT_NEAR(pressed / weight, 1, 1e-6);
}

TEST(Solids, go_on_from_a_state_bit_by_bit) {
  auto simulation = start(make_pyramid(4));
  simulation.apply_impulse(9, Vec3(2000, 300, 0), Vec3(1.5, 0, 3.9));
  go(simulation, 0.5);
  const SolidState state = simulation.state();
  go(simulation, 1.5);
  std::vector<Vec3> first;
  for (std::uint32_t i = 0; i < simulation.solid_count(); ++i) first.push_back(simulation.motion(i).center);
  ASSERT_TRUE(simulation.restore(state));
  go(simulation, 1.5);
  for (std::uint32_t i = 0; i < simulation.solid_count(); ++i) EXPECT_EQ(simulation.motion(i).center, first[i]);
  auto other = start(make_pyramid(4));
  ASSERT_TRUE(other.restore(state));
  go(other, 1.5);
  for (std::uint32_t i = 0; i < simulation.solid_count(); ++i) EXPECT_EQ(other.motion(i).center, first[i]);
}

}  // namespace
}  // namespace abut
