// The shape at rest of a cloth: its mesh, another mesh with the same polygons, or its texture coordinates.
#include <algorithm>

#include "io/failure.h"
#include "io/mesh_file.h"
#include "io/obj_texture.h"
#include "io/scene_loading.h"

namespace abut {
namespace {

using FlatFace = std::array<Vec2, 3>;

// The corners of the polygons that a face has, as numbers into polygon_vertices. Of a face that has lost an edge by
// welding, any that fit.
std::array<std::size_t, 3> find_corners(const SourceMesh& source, FaceId face) {
  const PolygonMesh& mesh = source.mesh;
  const PolygonId polygon = source.surface->polygon(face);
  std::array<std::size_t, 3> corners;
  for (std::size_t i = 0; i < 3; ++i) {
    const auto vertices = mesh.polygon(polygon);
    const auto found = std::find_if(vertices.begin(), vertices.end(),
                                    [&](VertexId v) { return source.vertex_of[v] == source.surface->face(face)[i]; });
    corners[i] = mesh.polygon_starts[polygon] + static_cast<std::size_t>(found - vertices.begin());
  }
  return corners;
}

double measure_double_area(const FlatFace& t) {
  const Vec2 u = t[1] - t[0], v = t[2] - t[0];
  return u.x() * v.y() - u.y() * v.x();
}

// A piece that was laid out face down is turned over.
void turn_over(FlatFace& face) {
  if (measure_double_area(face) >= 0) return;
  for (Vec2& corner : face) corner.y() = -corner.y();
}

// A face in its own plane, with the warp as far as it lies along it, or else the next axis.
FlatFace flatten(const TrianglePoints& t, const Vec3& warp) {
  const Vec3 normal = unit_normal(t);
  Vec3 along = warp.normalized() - normal * normal.dot(warp.normalized());
  for (int k = 0; k < 3 && along.norm() < 0.5; ++k) along = Vec3::Unit(k) - normal * normal[k];
  along.normalize();
  const Vec3 across = normal.cross(along);
  FlatFace face;
  for (std::size_t i = 0; i < 3; ++i) face[i] = Vec2(along.dot(t[i] - t[0]), across.dot(t[i] - t[0]));
  return face;
}

RestShape load_uv(const RestDescription& rest, const SourceMesh& source, const ScenePlace& place) {
  const MeshFile::Content& content = source.file->content();
  if (content.format != MeshFormat::obj)
    fail_at(place.path, "found with a mesh in {}, expected OBJ", format_name(content.format));
  const auto texture =
      require_value(place, catch_failure(content.name, [&] { return read_obj_texture(content.bytes); }));
  std::vector<FlatFace> faces;
  for (std::size_t f = 0; f < source.surface->face_count(); ++f) {
    const auto corners = find_corners(source, FaceId(f));
    FlatFace& face = faces.emplace_back();
    for (std::size_t i = 0; i < 3; ++i)
      face[i] = rest.uv_scale * texture[source.kept_corners.empty() ? corners[i] : source.kept_corners[corners[i]]];
    turn_over(face);
    if (measure_double_area(face) == 0)
      fail_at(place.path, "{}: polygon {} has no area in texture coordinates", content.name,
              source.surface->polygon(FaceId(f)).value);
  }
  return make_flat_rest_shape(*source.surface, std::move(faces));
}

// Seams may be apart in the other mesh, as pieces are before they are sewn: then each face is taken as it is there.
RestShape load_shape(const RestDescription& rest, const SourceMesh& source, const ScenePlace& place) {
  const auto shape = require_value(place, open_animation({place.folder / rest.file}, source.file->mesh()));
  const std::vector<Vec3> positions = source.pick(require_value(place, shape.read_frame(0)));
  if (!source.find_parted(positions)) return make_rest_shape(*source.surface, source.weld(positions), rest.warp);
  std::vector<FlatFace> faces;
  for (std::size_t f = 0; f < source.surface->face_count(); ++f) {
    const auto corners = find_corners(source, FaceId(f));
    TrianglePoints t;
    for (std::size_t i = 0; i < 3; ++i) t[i] = positions[source.mesh.polygon_vertices[corners[i]]];
    faces.push_back(flatten(t, rest.warp));
  }
  return make_flat_rest_shape(*source.surface, std::move(faces));
}

}  // namespace

RestShape load_rest(const RestDescription& rest, const SourceMesh& source, const ScenePlace& place) {
  RestShape shape;
  if (rest.uv) {
    shape = load_uv(rest, source, place.at("uv"));
  } else if (!rest.file.empty()) {
    shape = load_shape(rest, source, place.at("file"));
  } else {
    shape = make_rest_shape(*source.surface, source.weld(source.mesh.positions), rest.warp);
  }
  if (rest.flat) std::fill(shape.bends.begin(), shape.bends.end(), 0.0);
  return shape;
}

}  // namespace abut
