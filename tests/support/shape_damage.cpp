// What goes wrong with meshes on their way, one function each.
#include <algorithm>
#include <iterator>
#include <map>
#include <optional>
#include <set>

#include "support/shapes.h"
#include "support/triangle_lists.h"

namespace abut::test {
namespace {

void remove_some(Triangles& triangles, Random& random) {
  const double share = random.uniform(0, 0.1);
  Triangles rest;
  std::ranges::copy_if(triangles, std::back_inserter(rest), [&](const auto&) { return random.uniform(0, 1) > share; });
  if (!rest.empty()) triangles = std::move(rest);
}

void flip_some(Triangles& triangles, Random& random) {
  const double share = random.coin() ? random.uniform(0, 0.03) : random.uniform(0, 0.3);
  for (auto& triangle : triangles) {
    if (random.uniform(0, 1) < share) std::swap(triangle[1], triangle[2]);
  }
}

using Edge = std::pair<VertexId, VertexId>;

Edge make_edge(VertexId a, VertexId b) { return std::minmax(a, b); }

std::set<Edge> list_boundary_edges(const PolygonMesh& mesh) {
  std::map<Edge, int> uses;
  for (const auto& t : list_triangles(mesh)) {
    for (std::size_t k = 0; k < 3; ++k) ++uses[make_edge(t[k], t[(k + 1) % 3])];
  }
  std::set<Edge> edges;
  for (const auto& [edge, count] : uses) {
    if (count == 1) edges.insert(edge);
  }
  return edges;
}

// Moves the last corner exactly onto the line of the two others: between them, onto one or beyond. An even difference
// of those two keeps the middle on the grid.
void collapse(PolygonMesh& mesh, const std::array<VertexId, 3>& triangle, double place) {
  const Vec3& a = mesh.positions[triangle[0]];
  Vec3& b = mesh.positions[triangle[1]];
  b = a + 2 * snap((b - a) / 2);
  mesh.positions[triangle[2]] = a + place * (b - a);
}

// Anywhere, where neighbours come to overlap, or at the boundary, where none need to.
void collapse_one(PolygonMesh& mesh, Random& random) {
  const std::set<Edge> boundary = list_boundary_edges(mesh);
  const bool anywhere = boundary.empty() || random.integer(0, 2) == 0;
  Triangles choice;
  for (const auto& t : list_triangles(mesh)) {
    for (std::size_t k = 0; k < 3; ++k) {
      const std::array<VertexId, 3> turned = {t[k], t[(k + 1) % 3], t[(k + 2) % 3]};
      if (anywhere || boundary.contains(make_edge(turned[0], turned[1]))) choice.push_back(turned);
    }
  }
  constexpr double places[] = {0.5, 0, 2};
  const double place = anywhere ? random.pick(places) : 0.5;
  collapse(mesh, random.pick(choice), place);
}

std::vector<VertexId> list_boundary_vertices(const PolygonMesh& mesh) {
  std::set<VertexId> vertices;
  for (const auto& [a, b] : list_boundary_edges(mesh)) vertices.insert({a, b});
  return {vertices.begin(), vertices.end()};
}

std::set<VertexId> list_neighbours(const PolygonMesh& mesh, VertexId v) {
  std::set<VertexId> neighbours = {v};
  for (const auto& t : list_triangles(mesh)) {
    if (std::ranges::find(t, v) != t.end()) neighbours.insert(t.begin(), t.end());
  }
  return neighbours;
}

// Makes one of two boundary vertices that have no neighbour in common, so that no edge is shared by it: the boundary
// touches itself in a vertex. Mostly the two are near each other, so that the triangles there stay small.
void weld_two(PolygonMesh& mesh, Random& random) {
  const std::vector<VertexId> boundary = list_boundary_vertices(mesh);
  if (boundary.empty()) return;
  const VertexId kept = random.pick(boundary);
  const std::set<VertexId> near = list_neighbours(mesh, kept);
  const bool any = random.integer(0, 3) == 0;
  std::optional<std::pair<double, VertexId>> best;
  for (const VertexId v : boundary) {
    const std::set<VertexId> around = list_neighbours(mesh, v);
    if (std::ranges::any_of(around, [&](VertexId n) { return near.contains(n); })) continue;
    const double distance = any ? random.uniform(0, 1) : (mesh.positions[v] - mesh.positions[kept]).norm();
    if (!best || distance < best->first) best = {distance, v};
  }
  if (best) replace_vertex(mesh, best->second, kept);
}

}  // namespace

void damage(PolygonMesh& mesh, Random& random) {
  Triangles triangles = list_triangles(mesh);
  if (random.coin()) remove_some(triangles, random);
  if (random.coin()) flip_some(triangles, random);
  for (int holes = random.integer(0, 2); holes > 0; --holes) cut_hole(triangles, random);
  set_triangles(mesh, triangles);
  for (int welds = random.coin() ? random.integer(1, 2) : 0; welds > 0; --welds) weld_two(mesh, random);
  for (int collapses = random.coin() ? random.integer(1, 3) : 0; collapses > 0; --collapses) collapse_one(mesh, random);
}

}  // namespace abut::test
