// What cannot be simulated is refused, by name.
#include <limits>

#include "support/solids.h"

namespace abut {
namespace {

using test::join;
using test::make_ball;
using test::make_box_solid;

std::string refuse(const SolidScene& scene, const SolidSettings& settings = {}) {
  const auto simulation = SolidSimulation::make(scene, settings);
  EXPECT_FALSE(simulation);
  return simulation ? "" : simulation.error().message;
}
void expect_words(const std::string& text, std::initializer_list<const char*> words) {
  for (const char* word : words) EXPECT_NE(text.find(word), std::string::npos) << text << " lacks " << word;
}

TEST(SolidInput, overlaps_are_told_with_their_depth_or_pushed_apart) {
  SolidScene scene;
  scene.solids = {make_box_solid("left", Vec3(0.5, 0.5, 0.5), Vec3(0, 0, 0)),
                  make_box_solid("right", Vec3(0.5, 0.5, 0.5), Vec3(0.9, 0, 0)), make_ball("far", 0.5, Vec3(5, 0, 0))};
  expect_words(refuse(scene), {"'left'", "'right'", "overlap at the start", "0.1 m deep"});
  SolidSettings settings;
  settings.start = StartOverlap::push_apart;
  auto pushed = test::start(scene, settings);
  EXPECT_NEAR(pushed.motion(1).center.x() - pushed.motion(0).center.x(), 1, 1e-5);
  EXPECT_EQ(pushed.motion(2).center, Vec3(5, 0, 0));
  for (Solid& solid : scene.solids) solid.role = SolidRole::fixed;
  EXPECT_TRUE(SolidSimulation::make(scene, {}));  // what does not move may overlap
}

TEST(SolidInput, masses_must_be_such) {
  const double infinity = std::numeric_limits<double>::infinity();
  SolidScene scene;
  scene.solids = {make_ball("ball", 0.5, Vec3::Zero())};
  const MassProperties good = scene.solids[0].mass;
  for (const double mass : {0.0, -1.0, infinity, std::nan("")}) {
    scene.solids[0].mass = good;
    scene.solids[0].mass.mass = mass;
    expect_words(refuse(scene), {"solid 'ball'", "mass"});
  }
  scene.solids[0].mass = good;
  scene.solids[0].mass.inertia = Vec3(1, 1, 5).asDiagonal();
  expect_words(refuse(scene), {"solid 'ball'", "inertia"});
}

TEST(SolidInput, joints_must_close) {
  SolidScene scene;
  scene.solids = {make_box_solid("bar", Vec3(0.5, 0.1, 0.1), Vec3::Zero())};
  scene.joints = {join(JointKind::ball, 0, kWorld, Vec3(-0.5, 0, 0), Vec3::UnitZ(), scene),
                  join(JointKind::ball, 0, kWorld, Vec3(0.5, 0, 0), Vec3::UnitZ(), scene)};
  EXPECT_TRUE(SolidSimulation::make(scene, {}));
  scene.joints[1].name = "right end";
  scene.joints[1].joint.in_b.anchor.x() = 3;
  expect_words(refuse(scene), {"joint", "cannot be closed"});
}

TEST(SolidInput, numbers_are_checked) {
  SolidScene scene;
  scene.solids = {make_ball("ball", 0.5, Vec3::Zero())};
  const SolidScene good = scene;
  scene.solids[0].restitution = 1.5;
  expect_words(refuse(scene), {"'ball'", "restitution", "1.5"});
  scene = good;
  scene.solids[0].velocity.x() = std::nan("");
  expect_words(refuse(scene), {"'ball'", "velocity"});
  scene = good;
  scene.solids[0].role = SolidRole::driven;
  expect_words(refuse(scene), {"'ball'", "placement"});
  scene = good;
  scene.joints.push_back({});
  scene.joints[0].joint.b = 7;
  expect_words(refuse(scene), {"joint 0", "7"});
  SolidSettings settings;
  settings.step = 0;
  expect_words(refuse(good, settings), {"step"});
}

}  // namespace
}  // namespace abut
