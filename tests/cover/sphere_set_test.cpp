#include "abut/sphere_set.h"

#include <gtest/gtest.h>

#include <fmt/format.h>
#include <numbers>

#include "abut/io.h"
#include "abut/narrow.h"
#include "cover/surface_probe.h"
#include "scenes/scenes.h"
#include "support/data.h"
#include "support/soups.h"
#include "support/sphere_sets.h"

namespace abut {
namespace {

using test::find_farthest_outside;
using test::make_soup;
using test::Random;
using test::Soup;

struct Model {
  std::vector<Vec3> positions;
  Surface surface;
  CoveredSurface covered(bool closes_holes = false) const {
    return make_covered_surface(surface, positions, closes_holes);
  }
};

Model make_model(const PolygonMesh& mesh) {
  WeldedMesh welded = weld(mesh);
  return {welded.mesh.positions, make_surface(welded.mesh)};
}

PolygonMesh make_box_mesh(const Vec3& size, bool is_open = false) {
  PolygonMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    mesh.positions.push_back(
        size.cwiseProduct(Vec3(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5)));
  }
  const std::array<std::array<std::size_t, 4>, 6> faces = {
      {{0, 2, 3, 1}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}, {4, 5, 7, 6}}};
  for (std::size_t f = 0; f < (is_open ? 5u : 6u); ++f) {
    std::vector<VertexId> polygon;
    for (const std::size_t v : faces[f]) polygon.emplace_back(v);
    mesh.add_polygon(polygon);
  }
  return mesh;
}

// How far any sphere reaches from what it may fill, by many points on its border.
double find_reach(const CoveredSurface& surface, std::span<const Sphere> spheres) {
  Random random(1);
  const SurfaceProbe probe(surface);
  double most = 0;
  for (const Sphere& s : spheres) {
    for (int i = 0; i < 200; ++i) {
      const Vec3 point = s.center + s.radius * random.point().normalized();
      most = std::max(most, -probe.measure_depth(point));
    }
  }
  return most;
}

void expect_good(const CoveredSurface& surface, const SphereSet& set) {
  EXPECT_TRUE(test_covered(surface.triangles, set.spheres));
  EXPECT_LE(find_farthest_outside(surface.triangles, set.spheres, 20, 5), 0);
  EXPECT_LE(find_reach(surface, set.spheres),
            set.protrusion * (1 + 1e-9) + 1e-12 * measure_size(surface.triangles) + 1e-14);
  for (const Sphere& sphere : set.spheres) EXPECT_GT(sphere.radius, 0);
}

TEST(SphereSet, never_more_than_asked_for_and_always_covered) {
  for (const Model& model :
       {make_model(make_torso(600)), make_model(make_box_mesh(Vec3(1, 2, 0.1))), make_model(make_alpha(300))}) {
    double last = 1e300;
    for (const std::uint32_t most : {1u, 2u, 5u, 17u, 60u}) {
      const CoveredSurface surface = model.covered();
      const auto set = make_sphere_set(surface, {.max_spheres = most});
      ASSERT_TRUE(set);
      EXPECT_LE(set->spheres.size(), most);
      EXPECT_GE(set->spheres.size(), 1u);
      expect_good(surface, *set);
      EXPECT_LE(set->protrusion, last);
      last = set->protrusion;
    }
  }
}

TEST(SphereSet, tolerance_is_kept) {
  for (const Model& model :
       {make_model(make_torso(600)), make_model(make_box_mesh(Vec3(1, 1, 1))), make_model(make_alpha(300))}) {
    const CoveredSurface surface = model.covered();
    const double size = measure_size(surface.triangles);
    std::size_t last = 0;
    for (const double share : {0.2, 0.05, 0.02}) {
      const auto set = make_sphere_set(surface, {.tolerance = share * size});
      ASSERT_TRUE(set);
      EXPECT_LE(set->protrusion, share * size);
      expect_good(surface, *set);
      EXPECT_GT(set->spheres.size(), last);
      last = set->spheres.size();
    }
  }
}

TEST(SphereSet, too_few_spheres_for_a_tolerance_stay_few) {
  const Model model = make_model(make_torso(600));
  const auto set = make_sphere_set(model.covered(), {.max_spheres = 3, .tolerance = 1e-3});
  ASSERT_TRUE(set);
  EXPECT_LE(set->spheres.size(), 3u);
  EXPECT_GT(set->protrusion, 1e-3);
  expect_good(model.covered(), *set);
}

TEST(SphereSet, a_ball_takes_one_sphere_and_a_tolerance_beyond_reach_is_said) {
  const Model model = make_model(make_sphere(2000));
  const auto set = make_sphere_set(model.covered(), {.tolerance = 0.03});
  ASSERT_TRUE(set);
  EXPECT_EQ(set->spheres.size(), 1u);
  EXPECT_NEAR(set->spheres[0].radius, 1, 0.01);
  const auto refused = make_sphere_set(model.covered(), {.tolerance = 1e-9});
  ASSERT_FALSE(refused);
  EXPECT_NE(refused.error().message.find("the least that is possible"), std::string::npos);
}

TEST(SphereSet, soups_and_what_has_no_area) {
  Soup soup = make_soup(2, 200, 0.2);
  soup.add({Vec3(2, 0, 0), Vec3(2, 0, 0), Vec3(2, 0, 0)});
  soup.add({Vec3(-2, 0, 0), Vec3(-3, 0, 0), Vec3(-2.5, 0, 0)});
  for (const std::uint32_t most : {1u, 30u}) {
    const auto set = make_sphere_set({soup.list()}, {.max_spheres = most});
    ASSERT_TRUE(set);
    EXPECT_LE(set->spheres.size(), most);
    expect_good({soup.list()}, *set);
  }
  Soup point;
  point.add({Vec3(5, 5, 5), Vec3(5, 5, 5), Vec3(5, 5, 5)});
  const auto one = make_sphere_set({point.list()}, {});
  ASSERT_TRUE(one);
  EXPECT_EQ(one->spheres.size(), 1u);
  expect_good({point.list()}, *one);
  EXPECT_FALSE(make_sphere_set({Soup().list()}, {}));
  EXPECT_FALSE(make_octree_spheres({Soup().list()}, 3));
}

TEST(SphereSet, scale_and_place_change_little) {
  const Model model = make_model(make_torso(400));
  for (const double scale : {1e-9, 1.0, 1e9}) {
    Model moved = model;
    for (Vec3& p : moved.positions) p = scale * (p + Vec3(10, -20, 30));
    const auto set = make_sphere_set(moved.covered(), {.max_spheres = 20});
    ASSERT_TRUE(set);
    expect_good(moved.covered(), *set);
    EXPECT_LT(set->protrusion, 0.1 * measure_size(moved.covered().triangles)) << scale;
  }
}

TEST(SphereSet, threads_change_nothing) {
  const Model model = make_model(make_torso(1000));
  const auto one = make_sphere_set(model.covered(), {.max_spheres = 25, .run = {.threads = 1}});
  const auto four = make_sphere_set(model.covered(), {.max_spheres = 25, .run = {.threads = 4}});
  ASSERT_TRUE(one && four);
  ASSERT_EQ(one->spheres.size(), four->spheres.size());
  for (std::size_t i = 0; i < one->spheres.size(); ++i) {
    EXPECT_EQ(one->spheres[i].center, four->spheres[i].center);
    EXPECT_EQ(one->spheres[i].radius, four->spheres[i].radius);
  }
  const auto a = measure_sphere_set(model.covered(), one->spheres, {.threads = 1}),
             b = measure_sphere_set(model.covered(), one->spheres, {.threads = 4});
  EXPECT_EQ(a.union_volume, b.union_volume);
  EXPECT_EQ(a.mean_protrusion, b.mean_protrusion);
}

TEST(SphereSet, progress_stops_it) {
  const Model model = make_model(make_torso(400));
  int calls = 0;
  const auto stop = [&](std::uint64_t, std::uint64_t) { return ++calls < 3; };
  const auto set = make_sphere_set(model.covered(), {.max_spheres = 20, .run = {.progress = stop}});
  ASSERT_FALSE(set);
  EXPECT_EQ(set.error().message, "interrupted");
}

TEST(SphereSet, octree_spheres_are_those_of_the_leaves) {
  const Model model = make_model(make_torso(400));
  const CoveredSurface surface = model.covered();
  std::size_t last = 0;
  for (const int depth : {0, 1, 3}) {
    const auto set = make_octree_spheres(surface, depth);
    ASSERT_TRUE(set);
    EXPECT_GT(set->spheres.size(), last);
    last = set->spheres.size();
    expect_good(surface, *set);
    const auto fitted = make_sphere_set(surface, {.max_spheres = static_cast<std::uint32_t>(set->spheres.size())});
    ASSERT_TRUE(fitted);
    EXPECT_LT(fitted->protrusion, set->protrusion);
  }
  EXPECT_FALSE(make_octree_spheres(surface, 25));
}

TEST(CoveredSurface, tells_solids_from_sheets_and_closes_holes) {
  EXPECT_EQ(make_model(make_torso(400)).covered().fill, SphereFill::solid);
  EXPECT_EQ(make_model(make_alpha(300)).covered().fill, SphereFill::surface);
  const Model open = make_model(make_box_mesh(Vec3(1, 1, 1), true));
  EXPECT_EQ(open.covered().fill, SphereFill::surface);
  const CoveredSurface closed = open.covered(true);
  EXPECT_EQ(closed.fill, SphereFill::solid);
  EXPECT_TRUE(closed.is_oriented);
  EXPECT_EQ(closed.caps.size(), 2u);
  const SurfaceProbe probe(closed);
  EXPECT_NEAR(probe.measure_depth(Vec3(0, 0, 0.3)), 0.2, 1e-6);
  EXPECT_NEAR(probe.measure_depth(Vec3(0, 0, 0.7)), -0.2, 1e-6);
  const auto rough = make_sphere_set(open.covered(), {.max_spheres = 30});
  const auto fine = make_sphere_set(closed, {.max_spheres = 30});
  ASSERT_TRUE(rough && fine);
  expect_good(closed, *fine);
  EXPECT_LT(fine->protrusion, rough->protrusion);
}

TEST(SurfaceProbe, finds_what_a_look_at_all_triangles_finds) {
  const Model model = make_model(make_torso(300));
  const CoveredSurface surface = model.covered();
  const SurfaceProbe probe(surface);
  const Box3 box = make_box(model.positions);
  Random random(4);
  int inside = 0;
  for (int i = 0; i < 300; ++i) {
    const Vec3 point = box.center() + 0.5 * random.point().cwiseProduct(box.size());
    double least = 1e300, angle = 0;
    for (std::uint32_t f = 0; f < surface.triangles.size(); ++f) {
      const TrianglePoints t = surface.triangles.triangle(f);
      least = std::min(least, measure_point_triangle(point, t).distance);
      const Vec3 a = t[0] - point, b = t[1] - point, c = t[2] - point;  // the solid angle (Van Oosterom, Strackee 1983)
      angle += 2 * std::atan2(a.dot(b.cross(c)), a.norm() * b.norm() * c.norm() + a.dot(b) * c.norm() +
                                                     b.dot(c) * a.norm() + c.dot(a) * b.norm());
    }
    EXPECT_NEAR(probe.find_nearest(point).distance, least, 1e-9);
    const bool is_inside = std::abs(angle) > 2 * std::numbers::pi;
    EXPECT_EQ(probe.test_inside(point, 0), is_inside);
    inside += is_inside;
  }
  EXPECT_GT(inside, 20);
  EXPECT_LT(inside, 280);
}

TEST(SphereSetMeasures, of_shapes_that_are_known) {
  const Model model = make_model(make_box_mesh(Vec3(2, 2, 2)));
  const std::vector<Sphere> one = {{Vec3::Zero(), 2}};
  const auto m = measure_sphere_set(model.covered(), one);
  const double ball = 4.0 / 3 * std::numbers::pi * 8;
  EXPECT_NEAR(m.union_volume, ball, 4 * m.volume_error);
  EXPECT_NEAR(*m.solid_volume, 8, 0.2);
  EXPECT_EQ(*m.filled_share, 1);
  EXPECT_NEAR(m.protrusion, 1, 1e-6);
  EXPECT_GT(m.mean_protrusion, 0.3);
  EXPECT_LT(m.mean_protrusion, 1);
  const std::vector<Sphere> two = {{Vec3::Zero(), 2}, {Vec3(0, 0, 0), 2}, {Vec3(10, 0, 0), 2}};
  const auto of_two = measure_sphere_set(model.covered(), two);
  EXPECT_NEAR(of_two.union_volume, 2 * ball, 4 * of_two.volume_error);
  EXPECT_NEAR(of_two.union_volume, 2 * ball, 1e-4 * ball) << "points are spread evenly";
}

TEST(SphereSet, real_meshes_with_far_less_reach_than_octrees) {
  ABUT_NEED_DATA();
  for (const char* name : {"bunny", "cow", "dragon", "knot", "lamp", "pointy", "shuttle"}) {
    const auto path = test::data_folder() / fmt::format("meshes/spheretree/{}.obj", name);
    const auto file = read_mesh(path);
    ASSERT_TRUE(file) << name;
    const Model model = make_model(file->mesh());
    const CoveredSurface surface = model.covered();
    const auto octree = make_octree_spheres(surface, 2);
    ASSERT_TRUE(octree) << name;
    const auto set = make_sphere_set(surface, {.max_spheres = static_cast<std::uint32_t>(octree->spheres.size())});
    ASSERT_TRUE(set) << name;
    expect_good(surface, *set);
    EXPECT_LE(set->spheres.size(), octree->spheres.size()) << name;
    EXPECT_LT(3 * set->protrusion, octree->protrusion) << name;
  }
}

TEST(SphereSetMeasures, spheres_far_apart_have_their_volume) {
  Soup soup;
  for (const double at : {0.0, 1e6}) {
    const Vec3 p(at, 0, 0);
    soup.add({p, p + Vec3(1, 0, 0), p + Vec3(0, 1, 0)});
  }
  const std::vector<Sphere> spheres = {{Vec3(0, 0, 0), 1}, {Vec3(1e6, 0, 0), 2}, {Vec3(1e6, 0, 0), 1}};
  const SphereSetMeasures measures = measure_sphere_set({soup.list()}, spheres);
  const double expected = 4 * std::numbers::pi / 3 * 9;
  EXPECT_NEAR(measures.union_volume, expected, 5 * measures.volume_error);
  EXPECT_LT(measures.volume_error, 0.01 * expected);
  EXPECT_GT(measures.volume_error, 0);
}

TEST(SphereSets, sizes_whose_squares_are_no_numbers_are_refused) {
  for (const double size : {1e-90, 1e90}) {
    Soup soup;
    soup.add({Vec3(0, 0, 0), Vec3(size, 0, 0), Vec3(0, size, 0)});
    const auto set = make_sphere_set({soup.list()}, {.max_spheres = 4});
    ASSERT_FALSE(set);
    EXPECT_NE(set.error().message.find("use another unit"), std::string::npos) << set.error().message;
  }
}

}  // namespace
}  // namespace abut
