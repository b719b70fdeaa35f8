// Solids of meshes as they are, concave ones among them.
#include "support/solids.h"

namespace abut {
namespace {

using test::go;
using test::make_ball;
using test::make_box_mesh;
using test::make_box_solid;
using test::make_mesh_solid;
using test::make_ring_mesh;
using test::start;

SolidScene make_floor() {
  SolidScene scene;
  scene.grounds.push_back({});
  return scene;
}

TEST(MeshSolids, a_box_of_triangles_falls_and_rests_like_a_convex_one) {
  for (const bool has_floor_of_triangles : {false, true}) {
    std::array<Vec3, 2> places;
    for (const bool is_mesh : {false, true}) {
      SolidScene scene;
      const Vec3 half(0.3, 0.2, 0.1), at(0, 0, 0.5);
      scene.solids = {is_mesh ? make_mesh_solid("box", make_box_mesh(half), at) : make_box_solid("box", half, at)};
      if (has_floor_of_triangles) {
        scene.solids.push_back(make_mesh_solid("floor", make_box_mesh(Vec3(3, 3, 0.5)), Vec3(0, 0, -0.5)));
        scene.solids[1].role = SolidRole::fixed;
      } else {
        scene.grounds.push_back({});
      }
      scene.solids[0].velocity = Vec3(0.5, 0, 0);
      auto simulation = start(scene);
      go(simulation, 2);
      EXPECT_LT(simulation.motion(0).velocity.norm(), 1e-3);
      EXPECT_NEAR(simulation.motion(0).center.z(), 0.1, 1e-3);
      places[is_mesh] = simulation.motion(0).center;
    }
    EXPECT_LT((places[0] - places[1]).norm(), 0.02) << has_floor_of_triangles;
  }
}

TEST(MeshSolids, a_ball_bounces_off_a_floor_of_triangles_as_high_as_it_should) {
  SolidScene scene;
  scene.solids = {make_ball("ball", 0.1, Vec3(0.05, 0.02, 1.1)),
                  make_mesh_solid("floor", make_box_mesh(Vec3(3, 3, 0.5)), Vec3(0, 0, -0.5))};
  scene.solids[0].restitution = 0.8;
  scene.solids[1].role = SolidRole::fixed;
  SolidSettings settings;
  settings.method = SolidMethod::events;
  auto simulation = start(scene, settings);
  const double fall = std::sqrt(2 * 1 / 9.81);
  go(simulation, fall + 0.8 * fall);
  EXPECT_NEAR(simulation.motion(0).center.z(), 0.1 + 0.64, 1e-6);
}

TEST(MeshSolids, a_ring_that_falls_over_a_post_stays_around_it) {
  SolidScene scene = make_floor();
  scene.solids = {make_mesh_solid("ring", make_ring_mesh(0.3, 0.08), Vec3(0.1, 0, 1.4)),
                  make_box_solid("post", Vec3(0.05, 0.05, 0.6), Vec3(0, 0, 0.6))};
  scene.solids[1].role = SolidRole::fixed;
  auto simulation = start(scene);
  for (int i = 1; i <= 180; ++i) {
    go(simulation, i / 60.0);
    const Vec3 at = simulation.motion(0).center;
    if (at.z() < 1) EXPECT_LT(std::hypot(at.x(), at.y()), 0.3) << i;
  }
  EXPECT_NEAR(simulation.motion(0).center.z(), 0.08, 0.01);
  EXPECT_LT(simulation.motion(0).velocity.norm(), 0.02);
}

TEST(MeshSolids, rings_and_boxes_in_a_heap_stay_on_the_floor_and_out_of_each_other) {
  SolidScene scene = make_floor();
  const auto ring = std::make_shared<const RigidMesh>(make_ring_mesh(0.3, 0.08));
  for (int i = 0; i < 8; ++i) {
    Solid solid = make_mesh_solid("ring", make_ring_mesh(0.3, 0.08), Vec3(0.1 * (i % 3), 0.1 * (i % 2), 0.5 + 0.8 * i));
    solid.parts[0].mesh = ring;
    solid.pose.rotation = Eigen::AngleAxisd(0.4 * i, Vec3(1, 0.5, 0.2).normalized());
    scene.solids.push_back(solid);
    scene.solids.push_back(make_box_solid("box", Vec3(0.1, 0.1, 0.1), Vec3(0.75 + 0.02 * i, 0.1 * (i % 3), 0.5 + 0.8 * i)));
  }
  auto simulation = start(scene);
  const SolidReport report = go(simulation, 5);
  for (std::uint32_t i = 0; i < simulation.solid_count(); ++i) {
    EXPECT_GT(simulation.motion(i).center.z(), 0.05) << i;
    EXPECT_LT(simulation.motion(i).velocity.norm(), 2) << i;  // rings may roll
  }
  EXPECT_LT(report.deepest, 0.04);
}

}  // namespace
}  // namespace abut
