#include "support/triangle_lists.h"

#include <algorithm>
#include <set>

namespace abut::test {
namespace {

// Takes those of a kind out, unless nothing would be left.
template <class Test>
void keep_others(Triangles& triangles, const Test& test) {
  if (!std::ranges::all_of(triangles, test)) std::erase_if(triangles, test);
}

}  // namespace

void add_triangle(PolygonMesh& mesh, int a, int b, int c) {
  const VertexId triangle[] = {VertexId(a), VertexId(b), VertexId(c)};
  mesh.add_polygon(triangle);
}

Triangles list_triangles(const PolygonMesh& mesh) {
  Triangles triangles;
  for (std::size_t p = 0; p < mesh.polygon_count(); ++p) {
    const auto v = mesh.polygon(PolygonId(p));
    triangles.push_back({v[0], v[1], v[2]});
  }
  return triangles;
}

void set_triangles(PolygonMesh& mesh, const Triangles& triangles) {
  mesh.polygon_starts = {0};
  mesh.polygon_vertices.clear();
  for (const auto& triangle : triangles) mesh.add_polygon(triangle);
  mesh.parts = {Part{"", 0, static_cast<std::uint32_t>(mesh.polygon_count())}};
}

void replace_vertex(PolygonMesh& mesh, std::size_t from, std::size_t to) {
  std::replace(mesh.polygon_vertices.begin(), mesh.polygon_vertices.end(), VertexId(from), VertexId(to));
}

std::size_t append(PolygonMesh& mesh, const PolygonMesh& other) {
  const std::size_t first = mesh.positions.size();
  mesh.positions.insert(mesh.positions.end(), other.positions.begin(), other.positions.end());
  for (auto triangle : list_triangles(other)) {
    for (VertexId& v : triangle) v = VertexId(v + first);
    mesh.add_polygon(triangle);
  }
  return first;
}

void drop_unused_vertices(PolygonMesh& mesh) {
  std::vector<VertexId> number(mesh.vertex_count());
  std::vector<Vec3> positions;
  for (VertexId& v : mesh.polygon_vertices) {
    if (!number[v].is_valid()) {
      number[v] = VertexId(positions.size());
      positions.push_back(mesh.positions[v]);
    }
    v = number[v];
  }
  mesh.positions = std::move(positions);
}

void cut_hole(Triangles& triangles, Random& random) {
  enum { one_triangle, one_ring, two_rings };
  const int hole = random.integer(one_triangle, triangles.size() > 100 ? two_rings : one_ring);
  const std::array<VertexId, 3> center = random.pick(triangles);
  if (hole == one_triangle) {
    keep_others(triangles, [&](const auto& t) { return t == center; });
    return;
  }
  std::set<VertexId> inside = {center[0]};
  const auto test_inside = [&](const auto& t) {
    return std::ranges::any_of(t, [&](VertexId v) { return inside.contains(v); });
  };
  if (hole == two_rings) {
    std::set<VertexId> ring;
    for (const auto& t : triangles) {
      if (test_inside(t)) ring.insert(t.begin(), t.end());
    }
    inside.merge(ring);
  }
  keep_others(triangles, test_inside);
}

}  // namespace abut::test
