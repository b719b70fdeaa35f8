// Meshes that scene files describe by numbers: whole, the right way round, and of the size that was asked for.
#include "io/scene_shapes.h"

#include <cmath>
#include <numbers>

#include "abut/detect.h"
#include "io/scene_testing.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;

double measure_area(const PolygonMesh& mesh) {
  double area = 0;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto t = mesh.polygon(PolygonId(p));
    area +=
        0.5 * (mesh.positions[t[1]] - mesh.positions[t[0]]).cross(mesh.positions[t[2]] - mesh.positions[t[0]]).norm();
  }
  return area;
}

// Positive if the front is outside.
double measure_volume(const PolygonMesh& mesh) {
  double volume = 0;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto t = mesh.polygon(PolygonId(p));
    volume += mesh.positions[t[0]].dot(mesh.positions[t[1]].cross(mesh.positions[t[2]])) / 6;
  }
  return volume;
}

Surface expect_whole(const PolygonMesh& mesh, std::size_t loops) {
  EXPECT_TRUE(check_polygon_mesh(mesh));
  Surface surface = make_surface(mesh);
  EXPECT_EQ(surface.boundary_loop_count(), loops);
  EXPECT_EQ(surface.component_count(), 1u);
  EXPECT_EQ(surface.nonmanifold_edge_count(), 0u);
  EXPECT_EQ(surface.misoriented_edge_count(), 0u);
  EXPECT_EQ(surface.unused_vertex_count(), 0u);
  EXPECT_EQ(weld(mesh).mesh.vertex_count(), mesh.vertex_count());
  return surface;
}

TEST(SceneShapes, a_grid_is_flat_and_has_no_direction) {
  const PolygonMesh mesh = make_shape(GridShape{{2, 3}, {4, 6}});
  expect_whole(mesh, 1);
  EXPECT_EQ(mesh.vertex_count(), 35u);
  EXPECT_EQ(mesh.polygon_count(), 48u);
  EXPECT_NEAR(measure_area(mesh), 6, 1e-12);
  const Box3 box = make_box(mesh.positions);
  expect_near(box.lower, Vec3(-1, -1.5, 0));
  expect_near(box.upper, Vec3(1, 1.5, 0));
  // As many diagonals run one way as the other.
  int balance = 0;
  const Surface surface = make_surface(mesh);
  for (std::size_t e = 0; e < surface.edge_count(); ++e) {
    const Vec3 d = mesh.positions[surface.edge(EdgeId(e))[1]] - mesh.positions[surface.edge(EdgeId(e))[0]];
    if (std::abs(d.x() * d.y()) > 1e-9) balance += d.x() * d.y() > 0 ? 1 : -1;
  }
  EXPECT_EQ(balance, 0);
}

TEST(SceneShapes, a_disk_is_round) {
  const PolygonMesh mesh = make_shape(DiskShape{2, 20});
  expect_whole(mesh, 1);
  EXPECT_EQ(mesh.polygon_count(), 6u * 400);
  EXPECT_NEAR(measure_area(mesh), 4 * kPi, 0.02);
}

TEST(SceneShapes, a_tube_is_open_at_both_ends) {
  const PolygonMesh mesh = make_shape(TubeShape{{0.5, 1}, 2, {64, 10}});
  expect_whole(mesh, 2);
  const double slant = std::sqrt(4 + 0.25);
  EXPECT_NEAR(measure_area(mesh), kPi * 1.5 * slant, 0.02);
  EXPECT_GT(measure_volume(mesh), 0);
}

TEST(SceneShapes, solids_are_closed_with_the_front_outside) {
  const PolygonMesh sphere = make_shape(SphereShape{2, 4}), box = make_shape(BoxShape{{1, 2, 3}, {2, 3, 4}}),
                    capsule = make_shape(CapsuleShape{0.5, 2, {48, 8}});
  for (const PolygonMesh* mesh : {&sphere, &box, &capsule}) expect_whole(*mesh, 0);
  EXPECT_EQ(sphere.polygon_count(), 20u * 256);
  EXPECT_NEAR(measure_volume(sphere), 4.0 / 3 * kPi * 8, 0.1);
  for (const Vec3& p : sphere.positions) EXPECT_NEAR(p.norm(), 2, 1e-12);
  EXPECT_NEAR(measure_volume(box), 6, 1e-12);
  EXPECT_EQ(box.polygon_count(), 4u * (2 * 3 + 3 * 4 + 4 * 2));
  EXPECT_NEAR(measure_volume(capsule), kPi * 0.25 * 2 + 4.0 / 3 * kPi * 0.125, 0.03);
}

TEST(SceneShapes, a_dish_is_a_piece_of_a_sphere) {
  const PolygonMesh thin = make_shape(DishShape{1, 0.5, 0, 30});
  expect_whole(thin, 1);
  EXPECT_NEAR(measure_area(thin), kPi * (1 + 0.25), 0.01);
  EXPECT_EQ(thin.positions[0], Vec3(0, 0, 0));
  EXPECT_NEAR(make_box(thin.positions).upper.z(), 0.5, 1e-12);
  const PolygonMesh thick = make_shape(DishShape{1, 0.5, 0.1, 30});
  expect_whole(thick, 0);
  EXPECT_NEAR(measure_volume(thick), 0.1 * kPi, 0.01);
}

TEST(SceneShapes, a_ribbon_is_wound_up_and_not_strained) {
  const PolygonMesh mesh = make_shape(RibbonShape{{10, 0.05}, {2000, 4}, 0.2, 0.01});
  expect_whole(mesh, 1);
  const double chords = 1 - std::pow(0.005 / 0.2, 2) / 24;  // by their arcs
  EXPECT_NEAR(measure_area(mesh), 0.5 * chords, 1e-6);
  for (const Vec3& p : mesh.positions) EXPECT_NEAR(std::hypot(p.x(), p.y()), 0.2, 1e-12);
  EXPECT_NEAR((mesh.positions[2000] - mesh.positions[0]).norm(), 10 * 0.06 / (0.4 * kPi), 0.4);  // it climbs
  const Surface surface = make_surface(mesh);
  const Body body = {&surface, mesh.positions};
  EXPECT_TRUE(find_intersections({&body, 1}).pairs.empty());
}

TEST(SceneShapes, the_smallest_ones_are_whole_too) {
  expect_whole(make_shape(GridShape{{1, 1}, {1, 1}}), 1);
  expect_whole(make_shape(DiskShape{1, 1}), 1);
  expect_whole(make_shape(TubeShape{{1, 1}, 1, {3, 3}}), 2);
  expect_whole(make_shape(SphereShape{1, 0}), 0);
  expect_whole(make_shape(CapsuleShape{1, 1, {3, 3}}), 0);
  expect_whole(make_shape(BoxShape{}), 0);
  expect_whole(make_shape(DishShape{1, 1, 1, 1}), 0);
  expect_whole(make_shape(RibbonShape{{1, 1}, {1, 1}, 1, 0}), 1);
}

}  // namespace
}  // namespace abut
