// Small meshes for tests.
#pragma once

#include <algorithm>
#include <initializer_list>

#include "abut/detect.h"
#include "abut/model.h"
#include "abut/shape.h"
#include "abut/tree.h"
#include "support/random.h"

namespace abut::test {

inline PolygonMesh make_mesh(std::vector<Vec3> positions, std::initializer_list<std::initializer_list<int>> polygons) {
  PolygonMesh mesh;
  mesh.positions = std::move(positions);
  for (const auto& polygon : polygons) {
    std::vector<VertexId> vertices;
    for (const int v : polygon) vertices.push_back(VertexId(static_cast<std::size_t>(v)));
    mesh.add_polygon(vertices);
  }
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

inline PolygonMesh make_box_mesh(const Vec3& half) {
  std::vector<Vec3> corners;
  for (int i = 0; i < 8; ++i) {
    corners.push_back(Vec3(i & 1 ? half.x() : -half.x(), i & 2 ? half.y() : -half.y(), i & 4 ? half.z() : -half.z()));
  }
  return make_mesh(std::move(corners),
                   {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}});
}

/// Triangles that share nothing, thrown into a box.
inline PolygonMesh make_soup(Random& random, int triangles, double size, bool on_grid) {
  PolygonMesh mesh;
  for (int i = 0; i < triangles; ++i) {
    const Vec3 center = on_grid ? random.grid_point(4) : random.point();
    for (int k = 0; k < 3; ++k) {
      mesh.positions.push_back(center + (on_grid ? random.grid_point(2) : Vec3(size * random.point())));
    }
    const VertexId vertices[] = {VertexId(mesh.positions.size() - 3), VertexId(mesh.positions.size() - 2),
                                 VertexId(mesh.positions.size() - 1)};
    mesh.add_polygon(vertices);
  }
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

/// A flat sheet of n by n cells of size 1, each cut along a diagonal.
inline PolygonMesh make_flat_sheet(int n) {
  PolygonMesh mesh;
  for (int j = 0; j <= n; ++j) {
    for (int i = 0; i <= n; ++i) mesh.positions.push_back(Vec3(i, j, 0));
  }
  for (int j = 0; j < n; ++j) {
    for (int i = 0; i < n; ++i) {
      const auto id = [&](int x, int y) { return VertexId(static_cast<std::size_t>(y * (n + 1) + x)); };
      const VertexId first[] = {id(i, j), id(i + 1, j), id(i + 1, j + 1)},
                     second[] = {id(i, j), id(i + 1, j + 1), id(i, j + 1)};
      mesh.add_polygon(first);
      mesh.add_polygon(second);
    }
  }
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
  return mesh;
}

/// The same folded at random along lines through it, a few times: layers come to lie on and
/// through each other. On a grid all folds are exact and layers touch and overlap; else they cross.
inline PolygonMesh make_folded_sheet(Random& random, int n, bool on_grid) {
  PolygonMesh mesh = make_flat_sheet(n);
  for (int fold = random.integer(0, 3); fold > 0; --fold) {
    const int axis = random.integer(0, 1), at = random.integer(1, n - 1);
    const double slope = on_grid ? random.integer(0, 1) : random.uniform(0, 0.4);
    for (Vec3& p : mesh.positions) {
      if (p[axis] <= at) continue;
      p.z() += slope * (p[axis] - at);
      p[axis] = 2 * at - p[axis];
    }
  }
  for (Vec3& p : mesh.positions) {
    if (!on_grid) p += 0.05 * random.point();
  }
  return mesh;
}

/// A mesh with its surface, in one place.
struct BuiltMesh {
  explicit BuiltMesh(PolygonMesh m) : mesh(std::move(m)), surface(make_surface(mesh)) {}
  Body body() const { return {&surface, mesh.positions}; }
  PolygonMesh mesh;
  Surface surface;
};

/// The mean length of its edges.
inline double find_mean_edge(const BuiltMesh& built) {
  double sum = 0;
  for (std::size_t e = 0; e < built.surface.edge_count(); ++e) {
    const auto& [v, w] = built.surface.edge(EdgeId(e));
    sum += (built.mesh.positions[v] - built.mesh.positions[w]).norm();
  }
  return sum / static_cast<double>(std::max<std::size_t>(built.surface.edge_count(), 1));
}

/// Fits all nodes of a tree, not only those a search would look at.
inline void refine_all(const SurfaceTree& tree) {
  for (std::uint32_t i = 0; i < tree.nodes().size(); ++i) tree.refine(i);
}

/// Intersections as found by surface trees, in a single frame.
inline Intersections detect(std::span<const Body> bodies, const IntersectionSettings& settings = {}) {
  Detector detector({}, settings.run);
  for (const Body& body : bodies) detector.add(body);
  return detector.find_intersections(settings);
}

}  // namespace abut::test
