// Where triangles are once they are drawn: near where they were, and never steep.
#include "device/view_triangles.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/soups.h"

namespace abut {
namespace {

using test::random_point;

// Of the unit cube, so that a cell's half is 1/2.
const OctreeGrid& unit_grid() {
  static const OctreeGrid grid = *OctreeGrid::make({Vec3::Zero(), Vec3::Ones()}, 1);
  return grid;
}

// As far as the view knows: the depth, and the places across.
Vec3 place_back(int axis, const ViewPoint& seen) {
  Vec3 placed;
  placed[(axis + 1) % 3] = seen[0];
  placed[(axis + 2) % 3] = seen[1];
  placed[axis] = seen[2];
  return placed;
}

double measure_side(const ViewPoint& p, const ViewPoint& q, double x, double y) {
  return (q[0] - p[0]) * (y - p[1]) - (q[1] - p[1]) * (x - p[0]);
}

// Whether a point is in one of the triangles, but for so much.
bool is_covered(const ViewTriangles& views, const Vec3& placed, double off) {
  for (int axis = 0; axis < 3; ++axis) {
    const double x = placed[(axis + 1) % 3], y = placed[(axis + 2) % 3];
    for (const ViewTriangle& t : views[axis]) {
      const auto& c = t.corners;
      bool is_in = true;
      for (int i = 0; i < 3; ++i) {
        const ViewPoint &p = c[i], &q = c[(i + 1) % 3];
        is_in = is_in && measure_side(p, q, x, y) >= -off * (std::abs(q[0] - p[0]) + std::abs(q[1] - p[1]));
      }
      const double depth = c[0][2] + t.slopes[0] * (x - c[0][0]) + t.slopes[1] * (y - c[0][1]);
      if (is_in && std::abs(depth - placed[axis]) <= 3 * off) return true;
    }
  }
  return false;
}

// Points of triangles of all sizes that are in the cell.
TEST(ViewTriangles, nothing_within_the_cell_goes_missing) {
  std::mt19937 random(3);
  std::uniform_real_distribution<double> part(0, 1);
  const CellFrame frame(unit_grid(), {});
  int tried = 0, cut = 0;
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, i % 6);
    const Vec3 inside = Vec3::Constant(0.5) + random_point(random, 0.5);
    const Vec3 u = random_point(random, size), v = random_point(random, size);
    const double s = part(random), t = part(random);
    const TrianglePoints triangle = {inside, inside + u, inside + (i % 2 ? v : Vec3(s * u))};
    const TrianglePoints around = {Vec3(inside - s * u - t * v), Vec3(inside + u), Vec3(inside + v)};
    for (const TrianglePoints& points : {triangle, around}) {
      ViewTriangles views;
      add_view_triangles(points, frame, views);
      const std::size_t count = views[0].size() + views[1].size() + views[2].size();
      cut += count > 1;
      ++tried;
      EXPECT_TRUE(is_covered(views, frame.place(inside), 0x1p-15)) << i << ", size " << size;
    }
  }
  EXPECT_GT(cut, tried / 4);
  EXPECT_LT(cut, tried * 3 / 4);
}

TEST(ViewTriangles, none_is_steep_or_far_away) {
  std::mt19937 random(4);
  const CellFrame frame(unit_grid(), {});
  ViewTriangles views;
  for (int i = 0; i < 20000; ++i) {
    const double size = std::pow(10.0, i % 8 - 2);
    const Vec3 at = random_point(random, 1), along = random_point(random, size);
    const Vec3 aside = std::pow(10.0, -(i % 13)) * random_point(random, size);
    add_view_triangles({at, at + along, at + along + aside}, frame, views);
    add_view_triangles({at, at + along, at + 0.5 * along}, frame, views);
    add_view_triangles({at, at, at}, frame, views);
  }
  for (int axis = 0; axis < 3; ++axis) {
    EXPECT_GT(views[axis].size(), 1000u);
    for (const ViewTriangle& t : views[axis]) {
      for (const float slope : t.slopes) EXPECT_LE(std::abs(slope), 1);
      for (const ViewPoint& p : t.corners) EXPECT_LE(place_back(axis, p).cwiseAbs().maxCoeff(), CellFrame::kReach);
      EXPECT_GE(measure_side(t.corners[0], t.corners[1], t.corners[2][0], t.corners[2][1]), 0);
    }
  }
}

TEST(ViewTriangles, what_lies_beside_the_cell_is_left_out) {
  const CellFrame frame(unit_grid(), {});
  ViewTriangles views;
  add_view_triangles({Vec3(1.1, 0, 0), Vec3(1.1, 1, 0), Vec3(2, 0, 1)}, frame, views);
  EXPECT_TRUE(views[0].empty() && views[1].empty() && views[2].empty());
  add_view_triangles({Vec3(1, 0, 0), Vec3(1, 1, 0), Vec3(1, 0, 1)}, frame, views);
  EXPECT_EQ(views[0].size(), 1u);
}

}  // namespace
}  // namespace abut
