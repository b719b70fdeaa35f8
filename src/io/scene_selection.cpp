// Which vertices a scene file means.
#include <algorithm>
#include <limits>

#include "io/failure.h"
#include "io/scene_loading.h"
#include "io/scene_members.h"

namespace abut {
namespace {

// Vertices of no face are nobody's: they can only be named by number.
template <class Test>
std::vector<VertexId> list_used(const Surface& surface, const Test& test) {
  std::vector<VertexId> vertices;
  for (std::size_t v = 0; v < surface.vertex_count(); ++v) {
    if (!surface.vertex_faces(VertexId(v)).empty() && test(VertexId(v))) vertices.push_back(VertexId(v));
  }
  return vertices;
}

std::vector<VertexId> list_numbered(const VertexSelection& where, const SourceMesh& source, const ScenePlace& place) {
  std::vector<VertexId> vertices;
  for (std::size_t i = 0; i < where.vertices.size(); ++i) {
    if (where.vertices[i] >= source.vertex_of.size())
      fail_at(place.at("vertices").at(i).path, "{} found, but the mesh has {} vertices", where.vertices[i],
              source.vertex_of.size());
    vertices.push_back(source.vertex_of[where.vertices[i]]);
  }
  return vertices;
}

std::vector<VertexId> list_nearest(const VertexSelection& where, const Surface& surface,
                                   std::span<const Vec3> positions) {
  std::vector<VertexId> vertices;
  for (const Vec3& point : where.nearest) {
    VertexId best;
    double least = std::numeric_limits<double>::infinity();
    for (const VertexId v : list_used(surface, [](VertexId) { return true; })) {
      const double distance = (positions[v] - point).norm();
      if (!(distance < least)) continue;
      least = distance;
      best = v;
    }
    if (best.is_valid()) vertices.push_back(best);
  }
  return vertices;
}

// All that lie farthest along an axis of the mesh itself, but for rounding.
std::vector<VertexId> list_side(const std::string& side, const SourceMesh& source) {
  const auto number = std::find(kSides.begin(), kSides.end(), side) - kSides.begin();
  const int axis = static_cast<int>(number / 2);
  const double sign = number % 2 == 0 ? -1 : 1;
  const std::vector<Vec3> positions = source.weld(source.mesh.positions);
  const Box3 box = make_box(positions);
  const double farthest = (sign < 0 ? box.lower : box.upper)[axis], slack = 1e-6 * box.size().maxCoeff();
  return list_used(*source.surface, [&](VertexId v) { return sign * (farthest - positions[v][axis]) <= slack; });
}

std::vector<VertexId> list_selected(const VertexSelection& where, const SourceMesh& source,
                                    std::span<const Vec3> positions, const ScenePlace& place) {
  const Surface& surface = *source.surface;
  if (!where.vertices.empty()) return list_numbered(where, source, place);
  if (!where.nearest.empty()) return list_nearest(where, surface, positions);
  if (!where.side.empty()) return list_side(where.side, source);
  if (where.boundary) return list_used(surface, [&](VertexId v) { return surface.is_boundary(v); });
  const Box3 box = where.box.value_or(Box3());
  return list_used(surface, [&](VertexId v) {
    return (positions[v].array() >= box.lower.array()).all() && (positions[v].array() <= box.upper.array()).all();
  });
}

}  // namespace

std::vector<VertexId> select_vertices(const VertexSelection& where, const SourceMesh& source,
                                      std::span<const Vec3> positions, const ScenePlace& place) {
  std::vector<VertexId> vertices = list_selected(where, source, positions, place);
  if (vertices.empty()) fail_at(place.path, "no vertex found there");
  std::sort(vertices.begin(), vertices.end());
  vertices.erase(std::unique(vertices.begin(), vertices.end()), vertices.end());
  return vertices;
}

}  // namespace abut
