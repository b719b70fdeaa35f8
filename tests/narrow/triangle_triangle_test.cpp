// Triangle against triangle: named cases first, then three ways to the same answer on random and degenerate input.
#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "support/random.h"

namespace abut {
namespace {

using test::Random;

const TrianglePoints kFloor = {Vec3(0, 0, 0), Vec3(4, 0, 0), Vec3(0, 4, 0)};

bool has_area(const TrianglePoints& t) { return !test_collinear(t[0], t[1], t[2]); }

// Honest twin: two closed triangles meet exactly if an edge of one meets the other.
bool meet_by_edges(const TrianglePoints& a, const TrianglePoints& b) {
  for (int i = 0; i < 3; ++i) {
    if (test_edge_triangle(a[i], a[(i + 1) % 3], b) || test_edge_triangle(b[i], b[(i + 1) % 3], a)) return true;
  }
  return false;
}

TEST(FindTriangleTriangle, crossing_gives_the_segment) {
  const auto meeting = find_triangle_triangle(kFloor, {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(-5, 1, 1)});
  ASSERT_TRUE(meeting.is_segment());
  const Vec3 low = Vec3(0, 1, 0), high = Vec3(1, 1, 0);
  for (int i = 0; i < 2; ++i) {
    const Vec3& p = meeting.points[i].position;
    EXPECT_TRUE(p.isApprox(low, 1e-15) || p.isApprox(high, 1e-15)) << p.transpose();
  }
}

TEST(FindTriangleTriangle, touching_at_a_corner_gives_a_point_with_its_features) {
  const auto meeting = find_triangle_triangle(kFloor, {Vec3(1, 1, 0), Vec3(1, 1, 1), Vec3(2, 1, 1)});
  ASSERT_TRUE(meeting.is_point());
  EXPECT_EQ(meeting.points[0].a, TriangleFeature::inside);
  EXPECT_EQ(meeting.points[0].b, TriangleFeature::corner0);
  EXPECT_EQ(meeting.points[0].position, Vec3(1, 1, 0));
}

TEST(FindTriangleTriangle, edges_that_cross_are_found_as_edge_and_edge) {
  const auto meeting = find_triangle_triangle(kFloor, {Vec3(2, -1, 0), Vec3(2, -1, 1), Vec3(2, 1, 0)});
  ASSERT_TRUE(meeting.is_segment());
  bool saw = false;
  for (int i = 0; i < 2; ++i) {
    saw |= meeting.points[i].a == TriangleFeature::edge0 && meeting.points[i].b == TriangleFeature::edge2;
  }
  EXPECT_TRUE(saw);
}

TEST(FindTriangleTriangle, touching_along_an_edge_gives_a_segment) {
  EXPECT_TRUE(find_triangle_triangle(kFloor, {Vec3(1, 1, 0), Vec3(2, 1, 0), Vec3(1, 1, 5)}).is_segment());
  EXPECT_TRUE(find_triangle_triangle(kFloor, {Vec3(1, 0, 0), Vec3(3, 0, 0), Vec3(2, -2, 0)}).is_segment());
}

TEST(FindTriangleTriangle, overlap_in_one_plane_gives_an_area) {
  EXPECT_EQ(find_triangle_triangle(kFloor, {Vec3(1, 1, 0), Vec3(9, 1, 0), Vec3(1, 9, 0)}).count, 3);
  EXPECT_EQ(find_triangle_triangle(kFloor, kFloor).count, 3);
  EXPECT_EQ(find_triangle_triangle({Vec3(0, 0, 0), Vec3(6, 0, 0), Vec3(3, 6, 0)},
                                   {Vec3(0, 4, 0), Vec3(3, -2, 0), Vec3(6, 4, 0)})
                .count,
            6);
}

TEST(FindTriangleTriangle, disjoint_gives_nothing) {
  EXPECT_TRUE(find_triangle_triangle(kFloor, {Vec3(0, 0, 1), Vec3(1, 0, 1), Vec3(0, 1, 1)}).is_empty());
  EXPECT_TRUE(find_triangle_triangle(kFloor, {Vec3(5, 0, 0), Vec3(6, 0, 0), Vec3(5, 1, 0)}).is_empty());
  EXPECT_TRUE(find_triangle_triangle(kFloor, {Vec3(5, 5, -1), Vec3(5, 5, 1), Vec3(6, 5, 1)}).is_empty());
}

TEST(TestTriangleTriangle, all_ways_agree_on_random_triangles) {
  Random random(7);
  int hits = 0, misses = 0;
  for (int i = 0; i < 200000; ++i) {
    const TrianglePoints a = {random.point(), random.point(), random.point()};
    const TrianglePoints b = {random.point(), random.point(), random.point()};
    const bool hit = test_triangle_triangle(a, b);
    ASSERT_EQ(hit, meet_by_edges(a, b));
    ASSERT_EQ(hit, !find_triangle_triangle(a, b).is_empty());
    ASSERT_EQ(hit, test_triangle_triangle({b[1], b[0], b[2]}, {a[2], a[0], a[1]}));
    ++(hit ? hits : misses);
  }
  EXPECT_GT(hits, 20000);
  EXPECT_GT(misses, 20000);
}

TEST(TestTriangleTriangle, all_ways_agree_on_degenerate_positions) {
  Random random(8);
  int kinds[4] = {0, 0, 0, 0};
  for (int i = 0; i < 400000; ++i) {
    TrianglePoints a = random.grid_triangle(2, 0.1), b = random.grid_triangle(2, 0.1);
    if (i % 4 == 0) {  // in one plane
      for (int k = 0; k < 3; ++k) a[k].z() = b[k].z() = 0.3;
    }
    if (!has_area(a) || !has_area(b)) continue;
    const auto meeting = find_triangle_triangle(a, b);
    ASSERT_EQ(!meeting.is_empty(), meet_by_edges(a, b));
    ASSERT_EQ(!meeting.is_empty(), test_triangle_triangle(a, b));
    const auto swapped = find_triangle_triangle(b, a);
    ASSERT_EQ(meeting.count, swapped.count);
    ++kinds[std::min(meeting.count, 3)];
  }
  for (const int seen : kinds) EXPECT_GT(seen, 1000);
}

TEST(TestTriangleTriangle, counts_a_triangle_without_area_as_its_segment_or_point) {
  const TrianglePoints needle = {Vec3(1, 1, -1), Vec3(1, 1, 1), Vec3(1, 1, 0.5)},
                       dot = {Vec3(1, 1, 0), Vec3(1, 1, 0), Vec3(1, 1, 0)};
  EXPECT_TRUE(test_triangle_triangle(kFloor, needle));
  EXPECT_TRUE(test_triangle_triangle(needle, kFloor));
  EXPECT_TRUE(test_triangle_triangle(kFloor, dot));
  EXPECT_TRUE(test_triangle_triangle(dot, dot));
  EXPECT_TRUE(test_triangle_triangle(needle, dot));
  EXPECT_FALSE(test_triangle_triangle(kFloor, {Vec3(5, 5, -1), Vec3(5, 5, 1), Vec3(5, 5, 0)}));
  EXPECT_FALSE(test_triangle_triangle({Vec3(1, 1, 2), Vec3(1, 1, 3), Vec3(1, 1, 4)}, needle));
  const TrianglePoints flat_needle = {Vec3(-1, 1, 0), Vec3(9, 1, 0), Vec3(4, 1, 0)};
  EXPECT_TRUE(test_triangle_triangle(kFloor, flat_needle));
  EXPECT_TRUE(test_triangle_triangle(flat_needle, needle));
}

TEST(TestSelfIntersection, neighbours_that_only_share_do_not_intersect) {
  const TrianglePoints wing = {kFloor[0], kFloor[1], Vec3(0, -3, 1)};
  const auto ids = [](int i, int j, int k) { return std::array{VertexId(i), VertexId(j), VertexId(k)}; };
  EXPECT_FALSE(test_self_intersection(kFloor, ids(0, 1, 2), wing, ids(0, 1, 3)));
  EXPECT_FALSE(
      test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[0], Vec3(-1, 0, 1), Vec3(-1, -1, 1)}, ids(0, 3, 4)));
  EXPECT_FALSE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[1], kFloor[0], Vec3(1, -1, 0)}, ids(1, 0, 3)));
}

TEST(TestSelfIntersection, neighbours_that_overlap_beyond_what_they_share_do) {
  const auto ids = [](int i, int j, int k) { return std::array{VertexId(i), VertexId(j), VertexId(k)}; };
  EXPECT_TRUE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[1], kFloor[0], Vec3(1, 1, 0)}, ids(1, 0, 3)));
  EXPECT_TRUE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[0], Vec3(1, 1, -1), Vec3(1, 1, 1)}, ids(0, 3, 4)));
  EXPECT_TRUE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[0], Vec3(1, 1, 0), Vec3(1, 1, 1)}, ids(0, 3, 4)));
  EXPECT_TRUE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[2], kFloor[1], kFloor[0]}, ids(2, 1, 0)));
  // Touching with a second corner that is not shared by name counts.
  EXPECT_TRUE(test_self_intersection(kFloor, ids(0, 1, 2), {kFloor[0], kFloor[1], Vec3(0, -3, 1)}, ids(0, 3, 4)));
}

// The fast neighbour tests against the extreme points of the whole intersection.
TEST(TestSelfIntersection, agrees_with_the_extreme_points_for_every_number_of_shared_corners) {
  Random random(9);
  int hits[4] = {}, misses[4] = {};
  for (int i = 0; i < 600000; ++i) {
    const bool on_grid = random.coin();
    const auto point = [&] { return on_grid ? random.grid_point(2, 0.1) : random.point(); };
    TrianglePoints a = {point(), point(), point()}, b = {point(), point(), point()};
    std::array<VertexId, 3> a_ids = {VertexId(0), VertexId(1), VertexId(2)},
                            b_ids = {VertexId(3), VertexId(4), VertexId(5)};
    const int shared = random.integer(0, 2), turn = random.integer(0, 2), way = random.coin() ? 1 : 2;
    for (int k = 0; k < shared; ++k) {
      const int to = (turn + way * k) % 3;
      b[to] = a[k];
      b_ids[to] = a_ids[k];
    }
    if (!has_area(a) || !has_area(b)) continue;
    const auto meeting = find_triangle_triangle(a, b);
    const bool hit = test_self_intersection(a, a_ids, b, b_ids);
    ASSERT_EQ(hit, meeting.count > shared) << "shared " << shared;
    ASSERT_EQ(hit, test_self_intersection(b, b_ids, a, a_ids));
    ++(hit ? hits : misses)[shared];
  }
  for (int shared = 0; shared < 3; ++shared) {
    EXPECT_GT(hits[shared], 1000);
    EXPECT_GT(misses[shared], 1000);
  }
}

}  // namespace
}  // namespace abut
