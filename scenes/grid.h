// Formulas on a grid of cells, each cut into two triangles; columns and rows may be joined at their ends.
#pragma once

#include <string>
#include <utility>

#include "abut/shape.h"

namespace abut {

inline void add_triangle(PolygonMesh& mesh, int a, int b, int c) {
  const VertexId triangle[] = {VertexId(a), VertexId(b), VertexId(c)};
  mesh.add_polygon(triangle);
}

/// Two triangles for the cell a, b, c, d (in this order around it); the diagonal alternates with parity.
inline void add_cell(PolygonMesh& mesh, int a, int b, int c, int d, int parity) {
  if (parity & 1) {
    add_triangle(mesh, a, b, c);
    add_triangle(mesh, a, c, d);
  } else {
    add_triangle(mesh, a, b, d);
    add_triangle(mesh, b, c, d);
  }
}

inline void name_all(PolygonMesh& mesh, std::string name) {
  mesh.parts = {Part{std::move(name), 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
}

struct Grid {
  int nu, nv;  ///< cells
  bool wraps_u = false, wraps_v = false;

  int columns() const { return wraps_u ? nu : nu + 1; }
  int rows() const { return wraps_v ? nv : nv + 1; }
  int vertex(int i, int j) const { return (wraps_v ? j % nv : j) * columns() + (wraps_u ? i % nu : i); }
};

/// `point` maps the unit square to space.
template <class Formula>
PolygonMesh make_grid(std::string name, const Grid& grid, const Formula& point) {
  PolygonMesh mesh;
  for (int j = 0; j < grid.rows(); ++j) {
    for (int i = 0; i < grid.columns(); ++i) mesh.positions.push_back(point(double(i) / grid.nu, double(j) / grid.nv));
  }
  for (int j = 0; j < grid.nv; ++j) {
    for (int i = 0; i < grid.nu; ++i) {
      add_cell(mesh, grid.vertex(i, j), grid.vertex(i + 1, j), grid.vertex(i + 1, j + 1), grid.vertex(i, j + 1), i + j);
    }
  }
  name_all(mesh, std::move(name));
  return mesh;
}

/// Closes both ends of a tube around the z axis, whose columns wrap, by fans around one more vertex each.
inline void add_caps(PolygonMesh& mesh, const Grid& grid, const Vec3& bottom, const Vec3& top) {
  const int below = static_cast<int>(mesh.positions.size()), above = below + 1;
  mesh.positions.push_back(bottom);
  mesh.positions.push_back(top);
  for (int i = 0; i < grid.nu; ++i) {
    add_triangle(mesh, below, grid.vertex(i + 1, 0), grid.vertex(i, 0));
    add_triangle(mesh, above, grid.vertex(i, grid.nv), grid.vertex(i + 1, grid.nv));
  }
  mesh.parts[0].polygon_count = static_cast<std::uint32_t>(mesh.polygon_count());
}

}  // namespace abut
