// Solids that rest fall asleep, and wake when something touches them.
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::make_box_solid;
using test::start;

SolidScene make_two_stacks() {
  SolidScene scene;
  scene.grounds.push_back({});
  for (int i = 0; i < 8; ++i)
    scene.solids.push_back(make_box_solid("box", Vec3(0.5, 0.5, 0.5), Vec3(4 * (i / 4), 0, 0.5 + i % 4)));
  return scene;
}

SolidSettings make_settings() {
  SolidSettings settings;
  settings.sleep_after = 0.5;
  return settings;
}

TEST(SolidsSleeping, stacks_fall_asleep_together_and_stay_where_they_are) {
  auto simulation = start(make_two_stacks(), make_settings());
  EXPECT_EQ(go(simulation, 0.3).sleeping, 0u);
  EXPECT_EQ(go(simulation, 2).sleeping, 8u);
  const Vec3 top = simulation.motion(3).center;
  EXPECT_EQ(go(simulation, 10).sleeping, 8u);
  EXPECT_EQ(simulation.motion(3).center, top);
  EXPECT_EQ(simulation.motion(3).sleeps_with, 0u);
  EXPECT_EQ(simulation.motion(7).sleeps_with, 4u);
}

TEST(SolidsSleeping, what_is_hit_wakes_with_all_it_sleeps_with) {
  SolidScene scene = make_two_stacks();
  scene.solids.push_back(make_ball("ball", 0.3, Vec3(-1, 0, 60)));
  scene.solids[8].velocity = Vec3(0.28, 0, 0);  // comes down on the first stack after 3.5 s
  auto simulation = start(scene, make_settings());
  EXPECT_EQ(go(simulation, 3).sleeping, 8u);
  EXPECT_EQ(go(simulation, 3.6).sleeping, 4u);
  EXPECT_FALSE(simulation.motion(0).is_asleep());
  EXPECT_TRUE(simulation.motion(4).is_asleep());
}

TEST(SolidsSleeping, pushing_one_wakes_its_stack) {
  auto simulation = start(make_two_stacks(), make_settings());
  go(simulation, 2);
  simulation.apply_impulse(1, Vec3(3000, 0, 0), Vec3(0, 0, 1.5));
  EXPECT_EQ(go(simulation, 2.1).sleeping, 4u);
  EXPECT_GT(simulation.motion(1).center.x(), 0.01);
}

TEST(SolidsSleeping, what_is_driven_wakes_what_it_meets) {
  SolidScene scene = make_two_stacks();
  scene.solids.push_back(make_box_solid("pusher", Vec3(0.2, 0.2, 0.2), Vec3(-3, 0, 0.5)));
  scene.solids[8].role = SolidRole::driven;
  scene.solids[8].placement = [](double time) {
    return Pose3{Eigen::Quaterniond::Identity(), Vec3(-3 + std::max(0.0, time - 2), 0, 0.5)};
  };
  auto simulation = start(scene, make_settings());
  EXPECT_EQ(go(simulation, 2).sleeping, 8u);
  EXPECT_EQ(go(simulation, 4).sleeping, 8u) << "it is still on its way";
  EXPECT_EQ(go(simulation, 4.5).sleeping, 4u);
}

TEST(SolidsSleeping, goes_on_from_a_state_bit_by_bit) {
  auto simulation = start(make_two_stacks(), make_settings());
  go(simulation, 2);
  simulation.apply_impulse(1, Vec3(3000, 0, 0), Vec3(0, 0, 1.5));
  const SolidState state = simulation.state();
  go(simulation, 3);
  auto other = start(make_two_stacks(), make_settings());
  ASSERT_TRUE(other.restore(state));
  go(other, 3);
  for (std::uint32_t i = 0; i < 8; ++i) {
    EXPECT_EQ(other.motion(i).center, simulation.motion(i).center);
    EXPECT_EQ(other.motion(i).sleeps_with, simulation.motion(i).sleeps_with);
  }
}

}  // namespace
}  // namespace abut
