// Formulas on a grid of cells, each cut into two triangles; columns and rows may be joined at their ends.
#pragma once

#include <algorithm>
#include <cmath>

#include "support/triangle_lists.h"

namespace abut::test {

/// How the columns u = 0 and u = 1 meet.
enum class Seam { open, joined, reversed };

struct Grid {
  int along, across;  ///< cells
  Seam seam = Seam::open;
  bool is_tube = false;  ///< the rows v = 0 and v = 1 are one

  int columns() const { return seam == Seam::open ? along + 1 : along; }
  int rows() const { return is_tube ? across : across + 1; }
  int vertex(int i, int j) const {
    if (seam == Seam::reversed && i == along) j = across - j;
    return (is_tube ? j % across : j) * columns() + (seam == Seam::open ? i : i % along);
  }
};

/// Cells of about equal sides on a strip, two triangles each.
inline Grid fit_grid(int size, double length, double width, Seam seam = Seam::open) {
  const double cells = size / 2.0;
  const int across =
      std::clamp(static_cast<int>(std::lround(std::sqrt(cells * width / length))), 1, std::max(1, size / 6));
  return {std::max(3, static_cast<int>(std::lround(cells / across))), across, seam};
}

/// `point` maps the unit square to space; `rises` says which cells are cut from (u, v) to (u + du, v + dv).
template <class Formula, class Rises>
PolygonMesh make_grid(const Grid& grid, const Formula& point, const Rises& rises) {
  PolygonMesh mesh;
  for (int j = 0; j < grid.rows(); ++j) {
    for (int i = 0; i < grid.columns(); ++i) {
      mesh.positions.push_back(point(double(i) / grid.along, double(j) / std::max(1, grid.across)));
    }
  }
  for (int j = 0; j < grid.across; ++j) {
    for (int i = 0; i < grid.along; ++i) {
      const int a = grid.vertex(i, j), b = grid.vertex(i + 1, j), c = grid.vertex(i + 1, j + 1),
                d = grid.vertex(i, j + 1);
      const bool rising = rises(i, j);
      add_triangle(mesh, a, b, rising ? c : d);
      add_triangle(mesh, rising ? a : b, c, d);
    }
  }
  return mesh;
}

/// With diagonals all one way, alternating or at random.
template <class Formula>
PolygonMesh make_grid(const Grid& grid, Random& random, const Formula& point) {
  const int style = random.integer(0, 2);
  return make_grid(grid, point, [&](int i, int j) { return style == 0 || (style == 1 ? (i + j) % 2 : random.coin()); });
}

/// Joins the first or last row to one more vertex.
inline void add_fan(PolygonMesh& mesh, const Grid& grid, bool at_first_row, const Vec3& apex) {
  const int a = static_cast<int>(mesh.positions.size());
  mesh.positions.push_back(apex);
  for (int i = 0; i < grid.along; ++i) {
    const int j = at_first_row ? 0 : grid.across, p = grid.vertex(i, j), q = grid.vertex(i + 1, j);
    add_triangle(mesh, a, at_first_row ? q : p, at_first_row ? p : q);
  }
}

}  // namespace abut::test
