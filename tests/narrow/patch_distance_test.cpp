// Distances of patches, beside formulas and dense sampling.
#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "abut/patch_contact.h"
#include "support/patches.h"

namespace abut {
namespace {

using test::place;
using test::Random;
using test::unwrap;

void expect_bounds(const PatchDistance& distance, double expected, double tolerance = 1e-6) {
  EXPECT_TRUE(distance.is_tight);
  EXPECT_LE(distance.lower, expected + 1e-12);
  EXPECT_GE(distance.upper, expected - 1e-12);
  EXPECT_LE(distance.upper - distance.lower, tolerance * (1 + 1e-9));
}

TEST(PatchDistance, OfSpheresPointsAndToriIsThatOfFormulas) {
  Random random(21);
  for (int round = 0; round < 60; ++round) {
    const Vec3 center = random.point(-1, 1).normalized() * random.uniform(1.2, 4);
    const double r = random.uniform(0.1, 1);
    const Patch sphere = place(unwrap(make_sphere_patch(r)), center), unit = unwrap(make_sphere_patch(0.1));
    expect_bounds(measure_distance(unit, sphere), center.norm() - r - 0.1);
    expect_bounds(measure_distance(sphere, Vec3(Vec3::Zero())), center.norm() - r);
    const Vec3 inside = center + 0.9 * r * random.point().normalized();
    expect_bounds(measure_distance(sphere, inside), 0.1 * r);
    const Patch torus = unwrap(make_torus_patch(1, 0.2));
    const double out = center.head<2>().norm() - 1, from_tube = std::abs(std::hypot(out, center.z()) - 0.2);
    expect_bounds(measure_distance(torus, center), from_tube);
  }
}

TEST(PatchDistance, BoundsHoldForSamplesOfAllKinds) {
  Random random(22);
  int tight = 0, touching = 0, apart = 0;
  for (int round = 0; round < 200; ++round) {
    const double time = random.uniform(0, 1);
    const Patch a = place(test::random_patch(random, random.integer(0, test::kPatchKinds - 1)),
                          test::random_motion(random, 1.2, 1, 1));
    const Patch b = place(test::random_patch(random, random.integer(0, test::kPatchKinds - 1)),
                          test::random_motion(random, 1.2, 1, 1));
    const auto distance = measure_distance(a, b, {.time = time, .tolerance = 1e-3, .max_cells = 50'000});
    const double sampled = test::measure_sampled(a, b, 16, time);
    ASSERT_LE(distance.lower, sampled) << round;
    ASSERT_LE(distance.upper, sampled + 1e-3 + (distance.is_tight ? 0 : 0.1)) << round;
    const auto& p = distance.points;
    EXPECT_NEAR((a.at(p.a[0], p.a[1], time) - b.at(p.b[0], p.b[1], time)).norm(), distance.upper, 1e-12);
    tight += distance.is_tight;
    ++(distance.upper < 1e-3 ? touching : apart);
    // What is proved is not contradicted by points.
    const bool is_apart = test_apart(a, b, 0.05, time);
    EXPECT_FALSE(is_apart && distance.upper <= 0.05);
    EXPECT_TRUE(is_apart || distance.lower <= 0.051);
  }
  EXPECT_GT(tight, 180);
  EXPECT_GT(touching, 40);
  EXPECT_GT(apart, 40);
}

TEST(PatchDistance, WithinLeavesAtThatWhatIsFarther) {
  const Patch a = unwrap(make_sphere_patch(1)), b = place(a, Vec3(5, 0, 0));
  const auto distance = measure_distance(a, b, {.within = 1});
  EXPECT_TRUE(distance.is_tight);
  EXPECT_GT(distance.lower, 1);
  EXPECT_LT(distance.cells, measure_distance(a, b).cells);
}

TEST(PatchDistance, OfWhatTouchesIsNone) {
  const Patch a = unwrap(make_sphere_patch(1)),
              sheet = place(unwrap(make_bezier_patch(test::flat_net())), Vec3(0, 0, 1));
  const auto distance = measure_distance(a, sheet);
  EXPECT_EQ(distance.lower, 0);
  EXPECT_LT(distance.upper, 1e-6);
  EXPECT_FALSE(test_apart(a, sheet));
  EXPECT_TRUE(test_apart(a, place(sheet, Vec3(0, 0, 1 + 1e-6))));
}

// What cannot be known is not proved.
TEST(PatchDistance, OfAFunctionThatFailsIsOpen) {
  PatchFunction f = test::make_ripple(0.1, 1, false);
  const auto at = f.at;
  f.at = [at](double u, double v, double t) { return u > 0.7 ? Vec3(NAN, 0, 0) : at(u, v, t); };
  f.find_jet = {};
  const Patch a = unwrap(make_function_patch(f)), b = place(unwrap(make_sphere_patch(0.5)), Vec3(0, 0, 1.4));
  const auto distance = measure_distance(a, b, {.max_cells = 5000});
  EXPECT_FALSE(distance.is_tight);
  EXPECT_LT(distance.lower, 0.9);
  EXPECT_FALSE(test_apart(a, b, 0.7));
}

TEST(PatchDistance, OfTrianglesIsThatOfTriangles) {
  Random random(23);
  int touching = 0, apart = 0;
  for (int round = 0; round < 100; ++round) {
    const TrianglePoints a = random.grid_triangle(2), b = random.grid_triangle(2);
    const double expected = measure_triangle_triangle(a, b).distance;
    const auto distance = measure_distance(unwrap(make_triangle_patch(a)), unwrap(make_triangle_patch(b)));
    EXPECT_LE(distance.lower, expected + 1e-9);
    EXPECT_GE(distance.upper, expected - 1e-9);
    EXPECT_LE(distance.upper, expected + 2e-6);
    ++(expected == 0 ? touching : apart);
  }
  EXPECT_GT(touching, 10);
  EXPECT_GT(apart, 10);
}

// Beside each of its triangles alone.
TEST(PatchDistance, OfAMeshIsThatOfItsNearestTriangle) {
  Random random(24);
  for (int round = 0; round < 10; ++round) {
    PolygonMesh mesh;
    for (int i = 0; i < 30; ++i) {
      for (int k = 0; k < 3; ++k) mesh.positions.push_back(random.point(-3, 3));
      mesh.add_polygon(std::array{VertexId(3 * i), VertexId(3 * i + 1), VertexId(3 * i + 2)});
    }
    const Surface surface = make_surface(mesh);
    const Patch patch = place(test::random_patch(random, round % 5), Vec3(4, 0, 0));
    const auto distance = measure_distance(patch, surface, mesh.positions);
    double expected = INFINITY;
    for (int f = 0; f < 30; ++f) {
      const auto triangle = unwrap(make_triangle_patch(face_points(surface, mesh.positions, FaceId(f))));
      expected = std::min(expected, measure_distance(patch, triangle).upper);
    }
    EXPECT_NEAR(distance.upper, expected, 2e-6);
    EXPECT_LE(distance.lower, distance.upper);
    EXPECT_GE(distance.lower, distance.upper - 1e-6);
    const auto t = unwrap(make_triangle_patch(face_points(surface, mesh.positions, distance.face)));
    EXPECT_LT((t.at(distance.points.b[0], distance.points.b[1]) - distance.points.points[1]).norm(), 1e-12);
  }
}

}  // namespace
}  // namespace abut
