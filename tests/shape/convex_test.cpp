// Convex solids: hulls against their definition, on random points and on grids full of points in one plane; and all
// that is refused.
#include "abut/convex.h"

#include <gtest/gtest.h>

#include <set>

#include "support/convex_twins.h"

namespace abut {
namespace {

using test::Random;

// Closed, with edges between two faces each, and no vertex beyond a plane by more than rounding.
void check_convex(const Convex& c) {
  EXPECT_EQ(c.vertices().size() + c.face_count(), c.edges().size() + 2);
  double size = 0;
  for (const Vec3& v : c.vertices()) size = std::max(size, (v - c.center()).norm());
  for (std::size_t f = 0; f < c.face_count(); ++f) {
    EXPECT_NEAR(c.normal(FaceId(f)).norm(), 1, 1e-14);
    const Vec3& corner = c.vertices()[c.face(FaceId(f))[0]];
    for (const Vec3& v : c.vertices()) EXPECT_LE(c.normal(FaceId(f)).dot(v - corner), 1e-9 * size);
  }
  for (const auto& e : c.edges()) {
    EXPECT_TRUE(e.faces[0].is_valid() && e.faces[1].is_valid());
    EXPECT_NE(e.faces[0], e.faces[1]);
  }
  for (std::size_t v = 0; v < c.vertices().size(); ++v) EXPECT_GE(c.vertex_faces(VertexId(v)).size(), 3u);
}

bool holds(const Convex& c, const Vec3& p, double margin) {
  for (std::size_t f = 0; f < c.face_count(); ++f) {
    if (c.normal(FaceId(f)).dot(p - c.vertices()[c.face(FaceId(f))[0]]) > margin) return false;
  }
  return true;
}

TEST(ConvexShape, BoxHasSixFacesOutwards) {
  const Convex box = Convex::make_box(Vec3(1, 2, 3), 0.5);
  check_convex(box);
  EXPECT_EQ(box.vertices().size(), 8u);
  EXPECT_EQ(box.face_count(), 6u);
  EXPECT_EQ(box.edges().size(), 12u);
  EXPECT_EQ(box.radius(), 0.5);
  EXPECT_NEAR(box.reach(), std::sqrt(14.0), 1e-12);
  EXPECT_EQ(box.normal(FaceId(0)), Vec3(1, 0, 0));
  EXPECT_EQ(box.normal(FaceId(1)), Vec3(-1, 0, 0));
}

TEST(ConvexShape, SphereAndCapsuleHaveNoFaces) {
  const Convex sphere = Convex::make_sphere(2), capsule = Convex::make_capsule(1, 0.25);
  EXPECT_EQ(sphere.vertices().size(), 1u);
  EXPECT_EQ(sphere.edges().size(), 0u);
  EXPECT_EQ(capsule.vertices().size(), 2u);
  EXPECT_EQ(capsule.edges().size(), 1u);
  EXPECT_EQ(capsule.face_count() + sphere.face_count(), 0u);
  EXPECT_EQ(Convex::make_capsule(0, 1).vertices().size(), 1u);
}

TEST(ConvexShape, HullHoldsAllPointsAndOnlyTheirs) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    std::vector<Vec3> points;
    const double scale = std::pow(10.0, random.integer(-9, 9));
    for (int i = random.integer(4, 60); i > 0; --i) points.push_back(scale * random.point());
    const auto hull = Convex::make_hull(points);
    ASSERT_TRUE(hull);
    check_convex(*hull);
    for (const Vec3& p : points) EXPECT_TRUE(holds(*hull, p, 1e-12 * scale));
    for (const Vec3& v : hull->vertices()) EXPECT_NE(std::find(points.begin(), points.end(), v), points.end());
  }
}

TEST(ConvexShape, HullOfGridIsItsBox) {
  std::vector<Vec3> points;
  for (int i = 0; i < 125; ++i) points.emplace_back(i % 5, i / 5 % 5, i / 25);
  points.insert(points.end(), points.begin(), points.end());
  const auto hull = Convex::make_hull(points);
  ASSERT_TRUE(hull);
  check_convex(*hull);
  EXPECT_EQ(hull->vertices().size(), 8u);
  EXPECT_EQ(hull->face_count(), 6u);
}

TEST(ConvexShape, HullsOnGridsHaveNoPointThatIsNotNeeded) {
  Random random(2);
  int flat = 0, solid = 0;
  for (int round = 0; round < 500; ++round) {
    std::vector<Vec3> points;
    for (int i = random.integer(4, 25); i > 0; --i) points.push_back(random.grid_point(random.integer(1, 2)));
    const auto hull = Convex::make_hull(points);
    (hull ? solid : flat) += 1;
    if (!hull) continue;
    check_convex(*hull);
    for (const Vec3& p : points) EXPECT_TRUE(holds(*hull, p, 1e-12));
    for (std::size_t skipped = 0; skipped < hull->vertices().size(); ++skipped) {
      std::vector<Vec3> rest(hull->vertices().begin(), hull->vertices().end());
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(skipped));
      const auto smaller = Convex::make_hull(rest);
      EXPECT_TRUE(!smaller || !holds(*smaller, hull->vertices()[skipped], 1e-12));
    }
  }
  EXPECT_GT(flat, 3);
  EXPECT_GT(solid, 100);
}

TEST(ConvexShape, BoxThatWasTurnedKeepsItsSixFaces) {
  Random random(3);
  const Convex box = Convex::make_box(Vec3(0.3, 1, 7));
  for (int round = 0; round < 100; ++round) {
    const PlacedConvex placed{&box, {test::make_turn_anyhow(random), random.point(-10, 10)}};
    const auto hull = Convex::make_hull(test::place_vertices(placed));
    ASSERT_TRUE(hull);
    EXPECT_EQ(hull->vertices().size(), 8u);
    EXPECT_EQ(hull->face_count(), 6u);
  }
}

TEST(ConvexShape, NeedlesHaveHulls) {
  Random random(4);
  for (int round = 0; round < 100; ++round) {
    std::vector<Vec3> points;
    for (int i = 0; i < 12; ++i) points.push_back(random.point().cwiseProduct(Vec3(1, 1e-6, 1e-6)));
    const auto hull = Convex::make_hull(points);
    ASSERT_TRUE(hull);
    EXPECT_EQ(hull->vertices().size() + hull->face_count(), hull->edges().size() + 2);
  }
}

TEST(ConvexShape, WhatHasNoInsideIsRefused) {
  const auto message = [](const std::vector<Vec3>& points) { return Convex::make_hull(points).error().message; };
  const double nan = std::nan("");
  EXPECT_EQ(message({}), "a hull needs 4 points or more, not 0");
  EXPECT_EQ(message({Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0), Vec3(1, 1, 0), Vec3(0.5, 0.5, 0)}),
            "the 5 points lie in one plane, so their hull has no inside");
  EXPECT_EQ(message(std::vector<Vec3>(9, Vec3(1, 2, 3))), "the 9 points lie in one plane, so their hull has no inside");
  EXPECT_EQ(message({Vec3(0, 0, 0), Vec3(1, 1, 1), Vec3(2, 2, 2), Vec3(3, 3, 3)}),
            "the 4 points lie in one plane, so their hull has no inside");
  EXPECT_EQ(message({Vec3(0, 0, 0), Vec3(1, nan, 1)}), "point 1 has a coordinate that is not a number within 1e+100");
  EXPECT_EQ(message({Vec3(0, 0, 1e101)}), "point 0 has a coordinate that is not a number within 1e+100");
  EXPECT_EQ(Convex::make_hull(test::make_fibonacci_points(9, Vec3(1, 1, 1)), -1).error().message,
            "the radius is -1, but has to be a number from 0 to 1e+100");
}

PolygonMesh make_mesh(const Convex& c) {
  PolygonMesh mesh;
  mesh.positions.assign(c.vertices().begin(), c.vertices().end());
  for (std::size_t f = 0; f < c.face_count(); ++f) mesh.add_polygon(c.face(FaceId(f)));
  return mesh;
}

TEST(ConvexShape, SurfaceOfAHullIsTheHull) {
  Random random(5);
  for (int round = 0; round < 50; ++round) {
    const Convex hull = test::make_random_hull(random, 20, Vec3(1, 1, 1));
    const auto again = Convex::make_from_mesh(make_mesh(hull), 0.1);
    ASSERT_TRUE(again);
    EXPECT_EQ(again->vertices().size(), hull.vertices().size());
    EXPECT_EQ(again->face_count(), hull.face_count());
    EXPECT_EQ(again->radius(), 0.1);
  }
}

TEST(ConvexShape, SurfacesThatAreNotConvexAreRefused) {
  PolygonMesh open = make_mesh(Convex::make_box(Vec3(1, 1, 1)));
  open.polygon_starts.pop_back();
  open.polygon_vertices.resize(open.polygon_starts.back());
  EXPECT_EQ(Convex::make_from_mesh(open).error().message, "the surface is not closed: 4 of its edges have one face");
  PolygonMesh dented = make_mesh(Convex::make_box(Vec3(1, 1, 1)));
  dented.positions[7] = Vec3(-0.5, -0.5, -0.5);
  EXPECT_NE(Convex::make_from_mesh(dented).error().message.find("bent inwards between vertices"), std::string::npos);
  PolygonMesh sheet;  // no edge has two faces
  sheet.positions = {Vec3(0, 0, 0), Vec3(1, 0, 0), Vec3(0, 1, 0)};
  sheet.add_polygon(std::array{VertexId(0), VertexId(1), VertexId(2)});
  EXPECT_EQ(Convex::make_from_mesh(sheet).error().message, "the surface is not closed: 3 of its edges have one face");
  EXPECT_EQ(Convex::make_from_mesh(PolygonMesh{}).error().message, "a convex solid needs a surface, and there is none");
}

}  // namespace
}  // namespace abut
