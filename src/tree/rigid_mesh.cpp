// Rigid meshes, of files and of convex solids. A segment or a point becomes a triangle that names a vertex twice.
#include "abut/rigid_tree.h"

namespace abut {
namespace {

PolygonMesh make_core(const Convex& solid) {
  PolygonMesh mesh;
  mesh.positions.assign(solid.vertices().begin(), solid.vertices().end());
  for (std::size_t f = 0; f < solid.face_count(); ++f) mesh.add_polygon(solid.face(FaceId(f)));
  if (solid.face_count() == 0) {
    const VertexId last(mesh.positions.size() - 1), corners[] = {VertexId(0), last, last};
    mesh.add_polygon(corners);
  }
  return mesh;
}

}  // namespace

RigidMesh::RigidMesh(const PolygonMesh& mesh) : RigidMesh(weld(mesh).mesh, 0) {}
RigidMesh::RigidMesh(const Convex& solid) : RigidMesh(make_core(solid), solid.radius()) {}

RigidMesh::RigidMesh(const PolygonMesh& mesh, double radius)
    : surface_(make_surface(mesh)), tree_(mesh.positions, surface_.faces()), radius_(radius) {
  for (std::size_t f = 0; f < surface_.face_count(); ++f) {
    normals_.push_back(unit_normal(face_points(surface_, mesh.positions, FaceId(f))));
  }
}

}  // namespace abut
