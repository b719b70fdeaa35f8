// Distances that are kept, and numbers that say how it went.
#include <gtest/gtest.h>

#include <cmath>
#include <random>

#include "abut/untangle.h"
#include "support/untangle_scenes.h"
#include "untangle/face_distance.h"

namespace abut {
namespace {

using test::make_grid;
using test::ReadyScene;

// A grid with one vertex moved next to another, as real meshes have them somewhere.
PolygonMesh make_sheet_with_a_short_edge(double z) {
  PolygonMesh mesh = make_grid(8, [z](double x, double y) { return Vec3(x, y, z); });
  mesh.positions[40] = 0.98 * mesh.positions[41] + 0.02 * mesh.positions[40];
  return mesh;
}

TEST(UntangleThickness, ShortEdgesAreNotTorn) {
  ReadyScene ready;
  ready.add({"low", make_sheet_with_a_short_edge(0)});
  ready.add({"high", make_grid(7, [](double x, double y) { return Vec3(x, y, 0.005); })});
  const double thickness = 0.03;
  const auto report = untangle(ready.scene, {.thickness = thickness});
  EXPECT_TRUE(report->is_clean());
  EXPECT_TRUE(report->is_parted);
  EXPECT_LT(report->deformation.largest_stretch, 2);   // to keep the thickness it would have to be 12
  EXPECT_LT(report->separation->distance, thickness);  // of the two ends, as at rest
  EXPECT_TRUE(find_too_near(ready.scene, report->positions, thickness).empty());
  std::vector<std::vector<Vec3>> before;
  for (const Body& body : ready.bodies()) before.emplace_back(body.positions.begin(), body.positions.end());
  const auto too_near = find_too_near(ready.scene, before, thickness);
  EXPECT_FALSE(too_near.empty());
  for (const Proximity& near : too_near) EXPECT_NE(near.a.body, near.b.body);
}

TEST(UntangleThickness, LeastThicknessLeavesAloneWhatWasFree) {
  const auto at_height = [](double z) { return [z](double x, double y) { return Vec3(x, y, z + 5); }; };
  ReadyScene ready("closed", 0, 16);
  ready.add({"low", make_grid(6, at_height(0))});
  ready.add({"high", make_grid(6, at_height(1e-4))});
  const double least = 0.05 * untangle(ready.scene, {})->deformation.mean_edge;
  const auto report = untangle(ready.scene, {.least_thickness = least});
  EXPECT_TRUE(report->is_clean());
  EXPECT_EQ(report->thickness, least);
  for (const std::size_t body : {2u, 3u}) {
    const auto& before = ready.scene.bodies[body].body.positions;
    EXPECT_TRUE(std::equal(before.begin(), before.end(), report->positions[body].begin()));
  }
}

TEST(UntangleThickness, NumbersTellHowItWent) {
  const ReadyScene ready("closed", 0, 24);
  const auto report = untangle(ready.scene, {});
  ASSERT_TRUE(report->is_clean());
  EXPECT_TRUE(report->is_settled);
  // A bump of 0.36 on a sheet 0.16 below, a little tilted.
  EXPECT_NEAR(report->depth.largest, 0.2, 0.05);
  EXPECT_EQ(report->depth.largest, report->depth.mean);
  EXPECT_LT(report->deformation.largest_displacement, 1.5 * report->depth.largest);
  EXPECT_GT(report->deformation.reach, 0);
  std::size_t resolved = 0;
  for (const std::size_t count : report->resolved_by) resolved += count;
  EXPECT_EQ(resolved, 1u);
  ASSERT_TRUE(report->deformation.most_strained);
  const auto& edge = *report->deformation.most_strained;
  const auto& [a, b] = ready.scene.bodies[edge.body].body.surface->edge(EdgeId(edge.index));
  const auto& rest = ready.scene.bodies[edge.body].body.positions;
  const auto& now = report->positions[edge.body];
  const double stretch = (now[a] - now[b]).norm() / (rest[a] - rest[b]).norm();
  EXPECT_EQ(std::abs(stretch - 1),
            std::max(report->deformation.largest_stretch - 1, 1 - report->deformation.smallest_stretch));
}

// Stopped right after it came apart.
TEST(UntangleThickness, WhatHadNoTimeToSettleSaysSo) {
  const ReadyScene ready("closed", 0, 24);
  const int iterations = untangle(ready.scene, {})->iterations();
  int asked = 0;
  const auto report = untangle(ready.scene, {.run = {0, [&](std::uint64_t done, std::uint64_t) {
                                                       asked += done == static_cast<std::uint64_t>(iterations);
                                                       return asked < 2;
                                                     }}});
  EXPECT_TRUE(report->is_clean());
  EXPECT_TRUE(report->is_interrupted);
  EXPECT_FALSE(report->is_settled);
}

TEST(FaceDistance, IsThatOfTheNearestFace) {
  const ReadyScene ready("skirts", 3, 8);
  const Assembly assembly(ready.scene);
  std::mt19937 random(5);
  std::uniform_real_distribution<double> coordinate(-3, 3);
  for (std::size_t i = 0; i < assembly.body_count(); ++i) {
    const Surface& surface = assembly.surface(BodyId(i));
    std::vector<FaceRef> faces;
    for (std::uint32_t f = 0; f < surface.face_count(); ++f) faces.push_back({BodyId(i), FaceId(f)});
    const FaceDistance distance(assembly, assembly.input, faces);
    for (int trial = 0; trial < 30; ++trial) {
      const Vec3 point(coordinate(random), coordinate(random), coordinate(random));
      double least = std::numeric_limits<double>::infinity();
      for (const FaceRef face : faces) {
        const auto points = face_points(surface, assembly.of_body(BodyId(i), assembly.input), face.face);
        least = std::min(least, measure_point_triangle(point, points).distance);
      }
      EXPECT_EQ(distance.measure(point), least);
    }
  }
}

}  // namespace
}  // namespace abut
