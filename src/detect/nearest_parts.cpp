#include "detect/nearest_parts.h"

#include <algorithm>

namespace abut {
namespace {

bool test_corner(const Surface& surface, FaceId face, VertexId vertex) {
  const auto& corners = surface.face(face);
  return std::find(corners.begin(), corners.end(), vertex) != corners.end();
}

}  // namespace

SurfaceFeature find_face_part(BodyId body, const Surface& surface, FaceId face, const Vec3& weights) {
  for (int i = 0; i < 3; ++i) {
    if (weights[(i + 2) % 3] != 0) continue;
    const EdgeId edge = surface.face_edges(face)[i];
    const bool is_ordered = surface.edge(edge)[0] == surface.face(face)[i];
    const double first = weights[i], second = weights[(i + 1) % 3];
    return find_edge_part(body, surface, edge, is_ordered ? Vec3(first, second, 0) : Vec3(second, first, 0));
  }
  return {body, SurfaceFeature::Kind::face, face};
}

SurfaceFeature find_edge_part(BodyId body, const Surface& surface, EdgeId edge, const Vec3& weights) {
  if (weights[0] != 0 && weights[1] != 0) return {body, SurfaceFeature::Kind::edge, edge};
  return {body, SurfaceFeature::Kind::vertex, surface.edge(edge)[weights[1] == 0 ? 0 : 1]};
}

bool test_same_face(const Surface& surface, VertexId vertex, EdgeId edge) {
  const auto faces = surface.edge_faces(edge);
  return std::any_of(faces.begin(), faces.end(), [&](FaceId f) { return test_corner(surface, f, vertex); });
}

bool test_same_face(const Surface& surface, VertexId a, VertexId b) {
  const auto faces = surface.vertex_faces(a);
  return std::any_of(faces.begin(), faces.end(),
                     [&](FaceId f) { return surface.face_edges(f)[0].is_valid() && test_corner(surface, f, b); });
}

}  // namespace abut
