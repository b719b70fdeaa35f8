// A second opinion: CGAL's exact kernel on positions full of contact. CGAL is linked into tests and benchmarks only.
#include <CGAL/Exact_predicates_inexact_constructions_kernel.h>
#include <CGAL/intersections.h>
#include <gtest/gtest.h>

#include "abut/narrow.h"
#include "support/random.h"

namespace abut {
namespace {

using Kernel = CGAL::Exact_predicates_inexact_constructions_kernel;

Kernel::Point_3 to_cgal(const Vec3& p) { return {p.x(), p.y(), p.z()}; }
Kernel::Triangle_3 to_cgal(const TrianglePoints& t) { return {to_cgal(t[0]), to_cgal(t[1]), to_cgal(t[2])}; }

TEST(TestTriangleTriangle, agrees_with_cgal) {
  test::Random random(11);
  int hits = 0, misses = 0;
  for (int i = 0; i < 300000; ++i) {
    const int size = random.integer(1, 4);
    const TrianglePoints a = random.grid_triangle(size, 0.1), b = random.grid_triangle(size, 0.1);
    if (test_collinear(a[0], a[1], a[2]) || test_collinear(b[0], b[1], b[2])) continue;
    const bool hit = test_triangle_triangle(a, b);
    ASSERT_EQ(hit, CGAL::do_intersect(to_cgal(a), to_cgal(b)));
    ++(hit ? hits : misses);
  }
  EXPECT_GT(hits, 10000);
  EXPECT_GT(misses, 10000);
}

TEST(TestEdgeTriangle, agrees_with_cgal) {
  test::Random random(12);
  int hits = 0, misses = 0;
  for (int i = 0; i < 300000; ++i) {
    const TrianglePoints t = random.grid_triangle(3, 0.1);
    const Vec3 p = random.grid_point(3, 0.1), q = random.grid_point(3, 0.1);
    if (test_collinear(t[0], t[1], t[2]) || p == q) continue;
    const bool hit = test_edge_triangle(p, q, t);
    ASSERT_EQ(hit, CGAL::do_intersect(Kernel::Segment_3(to_cgal(p), to_cgal(q)), to_cgal(t)));
    ++(hit ? hits : misses);
  }
  EXPECT_GT(hits, 10000);
  EXPECT_GT(misses, 10000);
}

}  // namespace
}  // namespace abut
