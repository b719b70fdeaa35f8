// From pairs of faces to pairs of features: a vertex and a face, or two edges. A vertex or an edge belongs to several
// faces; one of them owns it, and it is looked at with the owner only. So each pair of features is visited once, if
// each pair of faces is.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "abut/model.h"

namespace abut {

/// For each face which features it owns: bits 0 to 2 for its corners, 3 to 5 for its edges. Faces that name a vertex
/// twice own nothing.
std::vector<std::uint8_t> find_owned_features(const Surface& surface);

/// A face of a body, for the visit.
struct FaceWithFeatures {
  BodyId body;
  const Surface* surface = nullptr;
  FaceId face;
  std::uint8_t owned = 0;

  const std::array<VertexId, 3>& corners() const { return surface->face(face); }
  bool owns_corner(int i) const { return (owned >> i & 1) != 0; }
  bool owns_edge(int i) const { return (owned >> (3 + i) & 1) != 0; }
};

/// Calls visit_vertex_face(face that owns the vertex, number of its corner, other face) and
/// visit_edge_edge(face, number of its edge, face, number of its edge), the first edge before the second. Features of
/// one body that share a vertex are left out.
template <class VisitVertexFace, class VisitEdgeEdge>
void visit_feature_pairs(const FaceWithFeatures& f, const FaceWithFeatures& g, const VisitVertexFace& visit_vertex_face,
                         const VisitEdgeEdge& visit_edge_edge) {
  const bool is_one_body = f.body == g.body;
  const auto& v = f.corners();
  const auto& w = g.corners();
  const auto has = [](const std::array<VertexId, 3>& corners, VertexId x) {
    return corners[0] == x || corners[1] == x || corners[2] == x;
  };
  for (int i = 0; i < 3; ++i) {
    if (f.owns_corner(i) && !(is_one_body && has(w, v[i]))) visit_vertex_face(f, i, g);
    if (g.owns_corner(i) && !(is_one_body && has(v, w[i]))) visit_vertex_face(g, i, f);
  }
  for (int i = 0; i < 3; ++i) {
    if (!f.owns_edge(i)) continue;
    const VertexId v0 = v[i], v1 = v[(i + 1) % 3];
    for (int j = 0; j < 3; ++j) {
      if (!g.owns_edge(j)) continue;
      const VertexId w0 = w[j], w1 = w[(j + 1) % 3];
      if (is_one_body && (v0 == w0 || v0 == w1 || v1 == w0 || v1 == w1)) continue;
      const bool is_ordered =
          f.body < g.body || (is_one_body && f.surface->face_edges(f.face)[i] < g.surface->face_edges(g.face)[j]);
      is_ordered ? visit_edge_edge(f, i, g, j) : visit_edge_edge(g, j, f, i);
    }
  }
}

}  // namespace abut
