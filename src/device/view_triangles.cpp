#include "device/view_triangles.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

// Beyond the cell by more than all rounding together.
constexpr double kApart = 1 + 0x1p-10;

// A triangle cut along six planes has nine corners. If rounding puts corners that are nearly on a plane on both of its
// sides by turns, half as many again come with each cut, and no more.
struct Polygon {
  std::array<Vec3, 36> corners;
  int size = 0;

  void add(const Vec3& corner) { corners[size++] = corner; }
};

bool test_apart(const TrianglePoints& t) {
  for (int k = 0; k < 3; ++k) {
    const auto [least, most] = std::minmax({t[0][k], t[1][k], t[2][k]});
    if (least > kApart || most < -kApart) return true;
  }
  return false;
}

double measure_reach(const TrianglePoints& t) {
  return std::max({t[0].cwiseAbs().maxCoeff(), t[1].cwiseAbs().maxCoeff(), t[2].cwiseAbs().maxCoeff()});
}

// What lies below the reach of the frame along an axis, or along its opposite.
Polygon cut(const Polygon& polygon, int axis, double sign) {
  Polygon kept;
  for (int i = 0; i < polygon.size; ++i) {
    const Vec3 &p = polygon.corners[i], &q = polygon.corners[(i + 1) % polygon.size];
    const double a = CellFrame::kReach - sign * p[axis], b = CellFrame::kReach - sign * q[axis];
    if (a >= 0) kept.add(p);
    if ((a > 0 && b < 0) || (a < 0 && b > 0)) kept.add(p + a / (a - b) * (q - p));
  }
  return kept;
}

int find_largest(const Vec3& v) {
  int axis = 0;
  v.cwiseAbs().maxCoeff(&axis);
  return axis;
}

Vec3 find_longest_edge(const TrianglePoints& t) {
  const std::array<Vec3, 3> edges = {t[1] - t[0], t[2] - t[1], t[0] - t[2]};
  return *std::max_element(edges.begin(), edges.end(),
                           [](const Vec3& a, const Vec3& b) { return a.squaredNorm() < b.squaredNorm(); });
}

// A segment has many planes: this is the one that is the least steep. A point has them all, and gets a level one.
ViewTriangle see_segment(const TrianglePoints& t, int& axis) {
  const Vec3 along = find_longest_edge(t);
  along.cwiseAbs().minCoeff(&axis);
  const double rise = along[axis], i = along[(axis + 1) % 3], j = along[(axis + 2) % 3], run = i * i + j * j;
  if (run == 0) return {{}, {0, 0}};
  return {{}, {static_cast<float>(rise * i / run), static_cast<float>(rise * j / run)}};
}

// Whole numbers below 2^20: all of the normal is exact, so its largest coordinate is not 0 unless the triangle is none.
void add_on_grid(const TrianglePoints& t, ViewTriangles& views) {
  const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
  int axis = find_largest(normal);
  const double depth = normal[axis];
  ViewTriangle seen;
  if (depth == 0) {
    seen = see_segment(t, axis);
  } else {
    seen.slopes = {static_cast<float>(-normal[(axis + 1) % 3] / depth),
                   static_cast<float>(-normal[(axis + 2) % 3] / depth)};
  }
  const int second = depth < 0 ? 2 : 1;
  seen.corners = {see_along(axis, t[0]), see_along(axis, t[second]), see_along(axis, t[3 - second])};
  views[axis].push_back(seen);
}

void add_placed(const TrianglePoints& t, ViewTriangles& views) {
  add_on_grid({put_on_grid(t[0]), put_on_grid(t[1]), put_on_grid(t[2])}, views);
}

}  // namespace

CellFrame::CellFrame(const OctreeGrid& grid, const OctreeCell& cell) {
  const Box3 box = grid.box(cell);
  lower_ = box.lower;
  half_ = 0.5 * (box.upper - box.lower);
}

Vec3 put_on_grid(const Vec3& placed) {
  return (placed * CellFrame::kGrid).unaryExpr([](double x) { return std::nearbyint(x); });
}

ViewPoint see_along(int axis, const Vec3& on_grid) {
  const auto place = [&](int k) { return static_cast<float>(on_grid[k % 3] / CellFrame::kGrid); };
  return {place(axis + 1), place(axis + 2), place(axis)};
}

void add_view_triangles(const TrianglePoints& triangle, const CellFrame& frame, ViewTriangles& views) {
  const TrianglePoints placed = {frame.place(triangle[0]), frame.place(triangle[1]), frame.place(triangle[2])};
  if (test_apart(placed)) return;
  if (measure_reach(placed) <= CellFrame::kReach) return add_placed(placed, views);
  Polygon polygon;
  for (const Vec3& corner : placed) polygon.add(corner);
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {1.0, -1.0}) polygon = cut(polygon, axis, sign);
  }
  for (int i = 2; i < polygon.size; ++i)
    add_placed({polygon.corners[0], polygon.corners[i - 1], polygon.corners[i]}, views);
}

}  // namespace abut
