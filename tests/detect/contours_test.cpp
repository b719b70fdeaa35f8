#include <gtest/gtest.h>

#include <numbers>

#include "abut/detect.h"
#include "scenes/scenes.h"
#include "support/meshes.h"

namespace abut {
namespace {

using test::BuiltMesh;

CheckReport check_all(std::vector<const BuiltMesh*> meshes) {
  std::vector<Body> bodies;
  for (const BuiltMesh* mesh : meshes) bodies.push_back(mesh->body());
  return check(bodies);
}

// A sheet in the plane z = height over [-size, size] squared, turned so that nothing lines up.
PolygonMesh make_sheet(int n, double size, double height) {
  PolygonMesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) {
      const double x = size * (2.0 * i / n - 1), y = size * (2.0 * j / n - 1);
      mesh.positions.push_back(
          {x * std::cos(0.3) - y * std::sin(0.3) + 0.01, x * std::sin(0.3) + y * std::cos(0.3), height});
    }
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const auto id = [&](int x, int y) { return VertexId(static_cast<std::size_t>(y * (n + 1) + x)); };
      const VertexId cell[] = {id(i, j), id(i + 1, j), id(i + 1, j + 1), id(i, j + 1)};
      mesh.add_polygon(cell);
    }
  }
  mesh.parts = {Part{"sheet", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

TEST(FindContours, a_sphere_through_a_large_sheet_leaves_one_closed_circle) {
  const BuiltMesh sphere(make_sphere(5000)), sheet(make_sheet(20, 3, 0.31));
  const auto report = check_all({&sphere, &sheet});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  const Contour& contour = report.contours.contours[0];
  EXPECT_EQ(contour.shape, Contour::Shape::closed);
  EXPECT_NEAR(contour.length, 2 * std::numbers::pi * std::sqrt(1 - 0.31 * 0.31), 0.02);
  EXPECT_EQ(contour.pairs.size(), report.intersections.pairs.size());
  EXPECT_EQ(contour.segments.size(), contour.crossings.size());
  EXPECT_TRUE(contour.ends.empty());
  for (const Crossing& crossing : contour.crossings) EXPECT_NEAR(crossing.position.z(), 0.31, 1e-12);
}

TEST(FindContours, a_sphere_through_the_rim_of_a_sheet_leaves_a_line_that_ends_on_the_boundary) {
  PolygonMesh mesh = make_sheet(10, 0.8, 0.1);
  for (Vec3& p : mesh.positions) p.x() += 1;
  const BuiltMesh sphere(make_sphere(5000)), sheet(mesh);
  const auto report = check_all({&sphere, &sheet});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  const Contour& contour = report.contours.contours[0];
  EXPECT_EQ(contour.shape, Contour::Shape::open);
  ASSERT_EQ(contour.ends.size(), 2u);
  EXPECT_TRUE(contour.ends[0].on_boundary && contour.ends[1].on_boundary);
  EXPECT_EQ(contour.segments.size() + 1, contour.crossings.size());
}

TEST(FindContours, lines_are_in_order) {
  const BuiltMesh loop(make_alpha(5000));
  const auto report = check_all({&loop});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  const Contour& contour = report.contours.contours[0];
  ASSERT_EQ(contour.shape, Contour::Shape::open);
  for (std::size_t i = 0; i < contour.segments.size(); ++i) {
    EXPECT_EQ(contour.segments[i], (std::array<std::uint32_t, 2>{std::uint32_t(i), std::uint32_t(i + 1)}));
  }
  // The loop crosses itself along a nearly straight line from rim to rim: y only goes one way.
  int up = 0, down = 0;
  for (std::size_t i = 1; i < contour.crossings.size(); ++i) {
    ++(contour.crossings[i].position.y() > contour.crossings[i - 1].position.y() ? up : down);
  }
  EXPECT_TRUE(up == 0 || down == 0);
}

TEST(FindContours, a_surface_that_winds_twice_around_a_vertex_cuts_itself_from_there_to_the_rim) {
  // A closed fan of two turns whose upper and lower sheet change places once per turn.
  PolygonMesh fan;
  fan.positions.push_back({0, 0, 0});
  constexpr int n = 22;
  for (int k = 0; k < n; ++k) {
    const double angle = 4 * std::numbers::pi * k / n;
    fan.positions.push_back({std::cos(angle), std::sin(angle), 0.3 * std::cos(angle / 2)});
  }
  for (int k = 0; k < n; ++k) {
    const VertexId t[] = {VertexId(0), VertexId(static_cast<std::size_t>(1 + k)),
                          VertexId(static_cast<std::size_t>(1 + (k + 1) % n))};
    fan.add_polygon(t);
  }
  const BuiltMesh mesh(fan);
  ASSERT_FALSE(mesh.surface.is_boundary(VertexId(0)));
  const auto report = check_all({&mesh});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  const Contour& contour = report.contours.contours[0];
  EXPECT_EQ(contour.shape, Contour::Shape::open);
  ASSERT_EQ(contour.ends.size(), 2u);
  EXPECT_NE(contour.ends[0].on_boundary, contour.ends[1].on_boundary);
  const Contour::End& inner = contour.ends[0].on_boundary ? contour.ends[1] : contour.ends[0];
  EXPECT_EQ(contour.crossings[inner.crossing].position, Vec3(0, 0, 0));
}

TEST(FindContours, a_sheet_through_a_book_leaves_lines_that_meet_at_the_spine) {
  const BuiltMesh book(test::make_mesh({{0, 0, -1}, {0, 0, 1}, {1, 0, 0}, {-0.5, 0.8, 0}, {-0.5, -0.8, 0}},
                                       {{0, 1, 2}, {0, 1, 3}, {0, 1, 4}}));
  const BuiltMesh sheet(test::make_mesh({{-9, -9, 0.1}, {9, -9, 0.1}, {0.1, 9, 0.1}}, {{0, 1, 2}}));
  const auto report = check_all({&book, &sheet});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  const Contour& contour = report.contours.contours[0];
  EXPECT_EQ(contour.shape, Contour::Shape::branched);
  EXPECT_EQ(contour.segments.size(), 3u);
  EXPECT_EQ(contour.ends.size(), 3u);
}

TEST(FindContours, the_smallest_things_have_places_and_lengths_too) {
  for (const double scale : {1e-150, 1e-300}) {
    PolygonMesh small =
        test::make_mesh({{0, 0, 0}, {4, 0, -1}, {4, 0, 1}, {3, -1, 0}, {3, 1, 0}}, {{0, 1, 2}, {0, 3, 4}});
    for (Vec3& p : small.positions) p *= scale;
    const BuiltMesh mesh(small);
    const auto report = check_all({&mesh});
    ASSERT_EQ(report.contours.contours.size(), 1u);
    EXPECT_NEAR(report.contours.contours[0].length / scale, 3, 1e-9);
  }
}

TEST(FindContours, sheets_that_overlap_in_a_plane_report_the_area) {
  PolygonMesh half = make_sheet(4, 1, 0);
  for (Vec3& p : half.positions) p = Vec3(p.x() * 0.5, p.y() * 0.5, p.z());
  const BuiltMesh a(make_sheet(4, 1, 0)), b(half);
  const auto report = check_all({&a, &b});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  EXPECT_EQ(report.contours.contours[0].shape, Contour::Shape::area);
  EXPECT_NEAR(report.contours.contours[0].area, 1.0, 1e-9);
  EXPECT_TRUE(report.contours.contours[0].ends.empty());
  EXPECT_EQ(report.contours.contours[0].length, 0);
}

TEST(FindContours, touching_in_a_point_is_a_contour_of_its_own) {
  const BuiltMesh a(test::make_mesh({{0, 0, 0}, {4, 0, 0}, {0, 4, 0}}, {{0, 1, 2}}));
  const BuiltMesh b(test::make_mesh({{1, 1, 0}, {1, 1, 1}, {2, 1, 1}}, {{0, 1, 2}}));
  const auto report = check_all({&a, &b});
  ASSERT_EQ(report.contours.contours.size(), 1u);
  EXPECT_EQ(report.contours.contours[0].shape, Contour::Shape::point);
  EXPECT_EQ(report.contours.overlaps[0], Overlap::point);
}

TEST(FindContours, every_pair_belongs_to_exactly_one_contour) {
  test::Random random(8);
  std::array<int, 5> shapes = {};
  for (int round = 0; round < 200; ++round) {
    const BuiltMesh mesh(test::make_folded_sheet(random, random.integer(2, 7), random.coin()));
    const auto report = check_all({&mesh});
    std::vector<int> seen(report.intersections.pairs.size(), 0);
    for (const Contour& contour : report.contours.contours) {
      ++shapes[static_cast<std::size_t>(contour.shape)];
      for (const std::uint32_t pair : contour.pairs) ++seen[pair];
      for (const auto& [i, j] : contour.segments) ASSERT_LT(std::max(i, j), contour.crossings.size());
    }
    for (const int count : seen) ASSERT_EQ(count, 1);
  }
  EXPECT_GT(shapes[static_cast<std::size_t>(Contour::Shape::open)], 10);
  EXPECT_GT(shapes[static_cast<std::size_t>(Contour::Shape::area)], 10);
}

TEST(CountByParts, names_the_objects_that_intersect) {
  const BuiltMesh torso(make_torso(8000)), garment(make_garment(4000, 0.0065));
  const auto report = check_all({&torso, &garment});
  ASSERT_EQ(report.by_parts.size(), 1u);
  EXPECT_EQ(report.by_parts[0].body_a, BodyId(0));
  EXPECT_EQ(report.by_parts[0].body_b, BodyId(1));
  EXPECT_EQ(report.by_parts[0].count, report.intersections.pairs.size());
}

}  // namespace
}  // namespace abut
