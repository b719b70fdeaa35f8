#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/shape.h"
#include "support/random.h"

namespace abut {
namespace {

using Corners = std::vector<Vec3>;

double signed_area(const Corners& p) {
  double area = 0;
  for (std::size_t i = 0; i < p.size(); ++i) {
    const Vec3 &a = p[i], &b = p[(i + 1) % p.size()];
    area += 0.5 * (a.x() * b.y() - a.y() * b.x());
  }
  return area;
}

// A right triangulation has n - 2 triangles, all turning like the polygon, whose areas add up to its area.
void expect_right(const Corners& corners) {
  const auto triangles = triangulate(corners);
  ASSERT_EQ(triangles.size(), corners.size() - 2);
  const double whole = signed_area(corners);
  double sum = 0;
  for (const auto& t : triangles) {
    const double area = signed_area({corners[t[0]], corners[t[1]], corners[t[2]]});
    EXPECT_GE(area * whole, 0);
    sum += area;
  }
  EXPECT_NEAR(sum, whole, 1e-12 * std::abs(whole));
}

TEST(Triangulate, convex_polygons_become_a_fan_from_the_first_corner) {
  const auto triangles = triangulate(Corners{{0, 0, 0}, {1, 0, 0}, {1, 1, 0}, {0, 1, 0}});
  ASSERT_EQ(triangles.size(), 2u);
  EXPECT_EQ(triangles[0], (std::array<std::uint32_t, 3>{0, 1, 2}));
  EXPECT_EQ(triangles[1], (std::array<std::uint32_t, 3>{0, 2, 3}));
}

TEST(Triangulate, concave_quads_are_cut_along_the_inner_diagonal) {
  const Corners arrow = {{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}};
  for (int turn = 0; turn < 4; ++turn) {
    Corners corners = arrow;
    std::rotate(corners.begin(), corners.begin() + turn, corners.end());
    expect_right(corners);
    std::reverse(corners.begin(), corners.end());
    expect_right(corners);
  }
}

TEST(Triangulate, collinear_corners_are_no_trouble) {
  expect_right({{0, 0, 0}, {1, 0, 0}, {2, 0, 0}, {2, 1, 0}, {2, 2, 0}, {1, 2, 0}, {0, 2, 0}, {0, 1, 0}});
}

TEST(Triangulate, star_shaped_polygons_of_random_radius_come_out_right) {
  test::Random random(4);
  for (int round = 0; round < 300; ++round) {
    Corners corners;
    const int n = random.integer(4, 60);
    for (int i = 0; i < n; ++i) {
      const double angle = 2 * std::numbers::pi * i / n, r = random.uniform(0.1, 1);
      corners.push_back({r * std::cos(angle), r * std::sin(angle), 0});
    }
    expect_right(corners);
    std::reverse(corners.begin(), corners.end());
    expect_right(corners);
  }
}

TEST(Triangulate, combs_and_spirals_come_out_right) {
  Corners comb = {{0, 0, 0}, {40, 0, 0}};
  for (int i = 40; i > 0; --i) comb.push_back({double(i), i % 2 ? 0.5 : 3.0, 0});
  expect_right(comb);
  Corners spiral;
  for (int i = 0; i < 100; ++i)
    spiral.push_back({(1 + 0.05 * i) * std::cos(0.2 * i), (1 + 0.05 * i) * std::sin(0.2 * i), 0});
  for (int i = 99; i >= 0; --i)
    spiral.push_back({(1.2 + 0.05 * i) * std::cos(0.2 * i), (1.2 + 0.05 * i) * std::sin(0.2 * i), 0});
  expect_right(spiral);
}

TEST(Triangulate, polygons_in_any_plane_are_seen_face_on) {
  const Corners arrow = {{0, 0, 0}, {0, 2, 0}, {0, 0.5, 0.5}, {0, 0, 2}};
  const auto triangles = triangulate(arrow);
  ASSERT_EQ(triangles.size(), 2u);
  for (const auto& t : triangles) {
    const Vec3 normal = (arrow[t[1]] - arrow[t[0]]).cross(arrow[t[2]] - arrow[t[0]]);
    EXPECT_GT(normal.x(), 0);
  }
}

TEST(Triangulate, orientation_is_exact_where_the_normal_is_lost_to_rounding) {
  // A chevron so thin that its rounded normal points the wrong way, and an arrow so small that its normal underflows.
  const Corners chevron = {{0, 0, 0}, {1e8, 100000000.00000001, 0}, {2e8, 2e8, 0}, {1e8, 100000000.00000003, 0}};
  Corners arrow = {{0, 0, 0}, {2, 0, 0}, {0.5, 0.5, 0}, {0, 2, 0}};
  for (Vec3& p : arrow) p *= 0x1p-570;
  std::rotate(arrow.begin(), arrow.begin() + 1, arrow.end());
  for (const Corners& corners : {chevron, arrow}) {
    int left = 0, right = 0;
    for (const auto& t : triangulate(corners)) {
      const auto at = [&](int i) { return Vec2(corners[t[i]].head<2>()); };
      const int turn = orient2d(at(0), at(1), at(2));
      left += turn > 0;
      right += turn < 0;
    }
    EXPECT_EQ(std::min(left, right), 0) << "triangles fold over each other";
  }
}

TEST(Triangulate, polygons_without_area_or_that_cross_themselves_still_end) {
  EXPECT_EQ(triangulate(Corners(5, Vec3(1, 2, 3))).size(), 3u);
  EXPECT_EQ(triangulate(Corners{{0, 0, 0}, {1, 1, 0}, {1, 0, 0}, {0, 1, 0}}).size(), 2u);
  test::Random random(6);
  for (int round = 0; round < 500; ++round) {
    Corners corners;
    for (int i = random.integer(4, 30); i > 0; --i) corners.push_back(random.grid_point(3));
    EXPECT_EQ(triangulate(corners).size(), corners.size() - 2);
  }
}

TEST(Triangulate, the_largest_polygon_allowed_ends_soon) {
  Corners comb = {{0, 0, 0}};
  for (std::size_t i = 0; i + 1 < kMaxPolygonCorners; ++i)
    comb.push_back({double(i + 1), i % 2 ? 0.5 : 3.0 + 0.001 * double(i), 0});
  EXPECT_EQ(triangulate(comb).size(), comb.size() - 2);
}

}  // namespace
}  // namespace abut
