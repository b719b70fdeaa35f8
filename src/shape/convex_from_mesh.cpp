// A convex solid from its surface: closed, of one piece, without handles, and nowhere bent inwards. Then it is the
// border of its hull.
#include <fmt/format.h>

#include "abut/convex.h"

namespace abut {
namespace {

Status check_is_closed(const Surface& surface) {
  if (surface.face_count() == 0) return Error{"a convex solid needs a surface, and there is none"};
  if (surface.boundary_edge_count() > 0) {
    return Error{
        fmt::format("the surface is not closed: {} of its edges have one face", surface.boundary_edge_count())};
  }
  if (surface.nonmanifold_edge_count() > 0 || !surface.faces_without_edges().empty()) {
    return Error{"the surface has edges of more than two faces, or faces without area"};
  }
  if (surface.misoriented_edge_count() > 0) {
    return Error{
        fmt::format("the surface is inside out in places: at {} of its edges", surface.misoriented_edge_count())};
  }
  if (surface.component_count() != 1) {
    return Error{fmt::format("the surface has {} pieces, but a convex solid has one", surface.component_count())};
  }
  const auto used = static_cast<std::int64_t>(surface.vertex_count() - surface.unused_vertex_count());
  const auto faces = static_cast<std::int64_t>(surface.face_count()), edges = faces * 3 / 2;
  if (used - edges + faces != 2) return Error{"the surface has handles, or meets itself in a vertex"};
  return success();
}

VertexId corner_opposite(const Surface& surface, FaceId f, EdgeId e) {
  for (const VertexId v : surface.face(f)) {
    if (v != surface.edge(e)[0] && v != surface.edge(e)[1]) return v;
  }
  return surface.face(f)[0];
}

// Of a closed one: two faces at every edge.
Status check_is_convex(const Surface& surface, std::span<const Vec3> positions) {
  for (std::size_t i = 0; i < surface.edge_count(); ++i) {
    const EdgeId e(i);
    const auto faces = surface.edge_faces(e);
    const auto& [a, b, c] = surface.face(faces[0]);
    const VertexId d = corner_opposite(surface, faces[1], e);
    if (orient3d(positions[a], positions[b], positions[c], positions[d]) <= 0) continue;
    return Error{fmt::format("the surface is bent inwards between vertices {} and {}", surface.edge(e)[0].value,
                             surface.edge(e)[1].value)};
  }
  return success();
}

}  // namespace

Result<Convex> Convex::make_from_mesh(const PolygonMesh& mesh, double radius) {
  if (const Status status = check_polygon_mesh(mesh); !status) return status.error();
  const PolygonMesh welded = weld(mesh).mesh;
  const Surface surface = make_surface(welded);
  if (const Status status = check_is_closed(surface); !status) return status.error();
  if (const Status status = check_is_convex(surface, welded.positions); !status) return status.error();
  return make_hull(welded.positions, radius);
}

}  // namespace abut
