#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;

TEST(FindEdgeTriangle, parameters_on_both_sides_name_the_same_point) {
  Random random(3);
  int hits = 0, misses = 0;
  for (int i = 0; i < 50000; ++i) {
    const TrianglePoints t = {random.point(), random.point(), random.point()};
    const Vec3 p = random.point(), q = random.point();
    const auto crossing = find_edge_triangle(p, q, t);
    ++(crossing ? hits : misses);
    if (!crossing) continue;
    const Vec3& w = crossing->triangle_weights;
    const Vec3 on_edge = p + crossing->edge_parameter * (q - p);
    const Vec3 on_triangle = w[0] * t[0] + w[1] * t[1] + w[2] * t[2];
    ASSERT_LT((on_edge - on_triangle).norm(), 1e-12);
    ASSERT_GE(w.minCoeff(), 0);
    ASSERT_NEAR(w.sum(), 1, 1e-15);
  }
  EXPECT_GT(hits, 1000);
  EXPECT_GT(misses, 1000);
}

TEST(FindEdgeTriangle, stays_accurate_when_the_edge_is_nearly_in_the_plane) {
  const TrianglePoints t = {Vec3(0.1, 0.1, 0.3), Vec3(1.1, 0.1, 0.3), Vec3(0.1, 1.1, 0.3)};
  const Vec3 p(0.3, 0.3, std::nextafter(0.3, 1.0)), q(0.5, 0.3, std::nextafter(0.3, 0.0));
  const auto crossing = find_edge_triangle(p, q, t);
  ASSERT_TRUE(crossing);
  EXPECT_NEAR(crossing->edge_parameter, 0.5, 1e-12);
  EXPECT_NEAR(crossing->triangle_weights[1], 0.3, 1e-12);
  EXPECT_NEAR(crossing->triangle_weights[2], 0.2, 1e-12);
}

TEST(FindEdgeTriangle, is_accurate_at_every_scale) {
  for (const double scale : {1e-320, 1e-200, 1e-120, 1e-60, 1.0, 1e60, 1e99}) {
    const TrianglePoints t = {Vec3(0, 0, 0) * scale, Vec3(4, 0, 0) * scale, Vec3(0, 4, 0) * scale};
    const auto crossing = find_edge_triangle(Vec3(1, 2, -3) * scale, Vec3(1, 2, 1) * scale, t);
    ASSERT_TRUE(crossing) << scale;
    const double tolerance = scale < 1e-300 ? 0.01 : 1e-14;
    EXPECT_NEAR(crossing->edge_parameter, 0.75, tolerance) << scale;
    EXPECT_LT((crossing->triangle_weights - Vec3(0.25, 0.25, 0.5)).norm(), tolerance) << scale;
  }
}

TEST(FindEdgeTriangle, names_the_feature_it_passes_through) {
  const TrianglePoints t = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  const auto at = [&](double x, double y) { return find_edge_triangle({x, y, -1}, {x, y, 1}, t); };
  EXPECT_EQ(at(1, 1)->feature, TriangleFeature::inside);
  EXPECT_EQ(at(2, 0)->feature, TriangleFeature::edge0);
  EXPECT_EQ(at(2, 2)->feature, TriangleFeature::edge1);
  EXPECT_EQ(at(0, 3)->feature, TriangleFeature::edge2);
  EXPECT_EQ(at(0, 0)->feature, TriangleFeature::corner0);
  EXPECT_EQ(at(4, 0)->feature, TriangleFeature::corner1);
  EXPECT_EQ(at(0, 4)->feature, TriangleFeature::corner2);
  EXPECT_FALSE(at(3, 3));
}

TEST(FindEdgeTriangle, touching_is_no_crossing) {
  const TrianglePoints t = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};
  EXPECT_FALSE(find_edge_triangle({1, 1, 0}, {1, 1, 1}, t));
  EXPECT_TRUE(test_edge_triangle({1, 1, 0}, {1, 1, 1}, t));
  EXPECT_FALSE(find_edge_triangle({1, 1, 0}, {2, 1, 0}, t));
  EXPECT_TRUE(test_edge_triangle({1, 1, 0}, {2, 1, 0}, t));
  EXPECT_TRUE(test_edge_triangle({-1, 1, 0}, {9, 1, 0}, t));
  EXPECT_FALSE(test_edge_triangle({-1, -1, 0}, {9, -1, 0}, t));
}

TEST(TestEdgeEdge, sees_crossing_touching_and_overlap) {
  EXPECT_TRUE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {0, 2, 1}, {2, 0, 1}));
  EXPECT_TRUE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {1, 1, 1}, {5, 0, 0}));
  EXPECT_TRUE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {1, 1, 1}, {5, 5, 5}));
  EXPECT_TRUE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {1, 1, 1}, {1, 1, 1}));
  EXPECT_FALSE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {3, 3, 3}, {5, 5, 5}));
  EXPECT_FALSE(test_edge_edge({0, 0, 0}, {2, 2, 2}, {0, 2, 1}, {2, 0, 1.0000001}));
  EXPECT_FALSE(test_edge_edge({0, 0, 0}, {2, 0, 0}, {0, 1, 0}, {2, 1, 0}));
}

}  // namespace
}  // namespace abut
