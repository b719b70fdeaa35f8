#include "cover/surface_cells.h"

#include <algorithm>

#include "cover/enclosing_ball.h"

namespace abut {
namespace {

// Convex polygons, cut from triangles.
struct Pieces {
  std::vector<Vec3> points;
  std::vector<std::uint32_t> ends;  // of each polygon, in points

  void end_polygon(std::uint32_t first) {
    if (points.size() > first) ends.push_back(static_cast<std::uint32_t>(points.size()));
  }
};

struct Halves {
  Pieces lower, upper;
};

// The part of a polygon on one side of a plane across an axis.
void cut_polygon(std::span<const Vec3> polygon, int axis, double at, bool is_upper, Pieces& pieces) {
  const auto first = static_cast<std::uint32_t>(pieces.points.size());
  const auto is_kept = [&](const Vec3& p) { return is_upper ? p[axis] >= at : p[axis] <= at; };
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const Vec3 &p = polygon[i], &q = polygon[(i + 1) % polygon.size()];
    if (is_kept(p)) pieces.points.push_back(p);
    if ((p[axis] < at && q[axis] > at) || (p[axis] > at && q[axis] < at)) {
      Vec3 between = p + (q - p) * ((at - p[axis]) / (q[axis] - p[axis]));
      between[axis] = at;
      pieces.points.push_back(between);
    }
  }
  pieces.end_polygon(first);
}

Halves cut_pieces(const Pieces& pieces, int axis, double at) {
  Halves halves;
  std::uint32_t begin = 0;
  for (const std::uint32_t end : pieces.ends) {
    const auto polygon = std::span(pieces.points).subspan(begin, end - begin);
    begin = end;
    const auto [least, most] =
        std::minmax_element(polygon.begin(), polygon.end(), [&](auto& p, auto& q) { return p[axis] < q[axis]; });
    // What only touches the plane belongs to one side.
    if ((*most)[axis] > at) cut_polygon(polygon, axis, at, true, halves.upper);
    if ((*least)[axis] < at || !((*most)[axis] > at)) cut_polygon(polygon, axis, at, false, halves.lower);
  }
  return halves;
}

Vec3 measure_twice_area(std::span<const Vec3> polygon) {
  Vec3 area = Vec3::Zero();
  for (std::size_t i = 2; i < polygon.size(); ++i) area += (polygon[i - 1] - polygon[0]).cross(polygon[i] - polygon[0]);
  return area;
}

class Cutter {
 public:
  explicit Cutter(double size) : size_(size) {}

  void walk(Pieces pieces) {
    const Box3 box = make_box(pieces.points);
    int axis = 0;
    const double longest = box.size().maxCoeff(&axis);
    const double middle = 0.5 * (box.lower[axis] + box.upper[axis]);
    const bool can_be_cut = middle > box.lower[axis] && middle < box.upper[axis];
    if (!(longest > size_) || !can_be_cut) return add_cell(pieces);
    Halves halves = cut_pieces(pieces, axis, middle);
    pieces = {};  // both halves take as much
    if (!halves.lower.ends.empty()) walk(std::move(halves.lower));
    if (!halves.upper.ends.empty()) walk(std::move(halves.upper));
  }
  SurfaceCells finish() { return std::move(cells_); }

 private:
  void add_cell(const Pieces& pieces) {
    SurfaceCell cell;
    cell.ball = enclose_points(pieces.points);
    cell.first_point = static_cast<std::uint32_t>(cells_.points.size());
    cells_.points.insert(cells_.points.end(), pieces.points.begin(), pieces.points.end());
    cell.end_point = static_cast<std::uint32_t>(cells_.points.size());
    cell.point = pieces.points[0];
    double most = 0;
    std::uint32_t begin = 0;
    for (const std::uint32_t end : pieces.ends) {
      const auto polygon = std::span(pieces.points).subspan(begin, end - begin);
      begin = end;
      const Vec3 area = measure_twice_area(polygon);
      if (!(area.norm() > most)) continue;
      most = area.norm();
      cell.normal = area / most;
      cell.point = Vec3::Zero();
      for (const Vec3& corner : polygon) cell.point += corner / static_cast<double>(polygon.size());
    }
    cells_.cells.push_back(cell);
  }

  double size_;
  SurfaceCells cells_;
};

}  // namespace

SurfaceCells cut_surface(const TriangleList& triangles, double size) {
  Pieces all;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const TrianglePoints triangle = triangles.triangle(i);
    all.points.insert(all.points.end(), triangle.begin(), triangle.end());
    all.ends.push_back(static_cast<std::uint32_t>(all.points.size()));
  }
  Cutter cutter(size);
  cutter.walk(std::move(all));
  return cutter.finish();
}

double measure_area(const TriangleList& triangles) {
  double area = 0;
  for (std::uint32_t i = 0; i < triangles.size(); ++i) {
    const TrianglePoints t = triangles.triangle(i);
    area += 0.5 * (t[1] - t[0]).cross(t[2] - t[0]).norm();
  }
  return area;
}

}  // namespace abut
