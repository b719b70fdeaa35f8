// Meshes of a scene: read or made, scaled, welded and put in place.
#include <algorithm>

#include "base/text.h"
#include "io/failure.h"
#include "io/scene_loading.h"
#include "io/scene_shapes.h"
#include "io/suggestion.h"
#include "shape/polygon_mesh.h"

namespace abut {
namespace {

const Part& find_part(const PolygonMesh& mesh, const std::string& name, const ScenePlace& place) {
  std::vector<std::string_view> names;
  for (const Part& part : mesh.parts) names.push_back(part.name);
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    fail_at(place.path, "{} found, expected the name of an object or group of the file{}", quote(name),
            suggest(name, names));
  return mesh.parts[static_cast<std::size_t>(found - names.begin())];
}

// The polygons of a part, with the vertices they use in the order of the file.
void keep_part(SourceMesh& source, const Part& part) {
  const PolygonMesh whole = std::move(source.mesh);
  source.mesh = {};
  std::vector<VertexId> new_vertex(whole.vertex_count());
  const std::size_t end = part.first_polygon + part.polygon_count;
  for (std::size_t c = whole.polygon_starts[part.first_polygon]; c < whole.polygon_starts[end]; ++c) {
    source.kept_corners.push_back(c);
    new_vertex[whole.polygon_vertices[c]] = VertexId(0);
  }
  for (std::size_t v = 0; v < whole.vertex_count(); ++v) {
    if (!new_vertex[v].is_valid()) continue;
    new_vertex[v] = VertexId(source.kept_vertices.size());
    source.kept_vertices.push_back(VertexId(v));
    source.mesh.positions.push_back(whole.positions[v]);
  }
  std::vector<VertexId> polygon;
  for (std::size_t p = part.first_polygon; p < end; ++p) {
    polygon.clear();
    for (const VertexId v : whole.polygon(PolygonId(p))) polygon.push_back(new_vertex[v]);
    source.mesh.add_polygon(polygon);
  }
  source.mesh.parts = {{part.name, 0, part.polygon_count}};
}

}  // namespace

Eigen::Isometry3d turn_up(UpAxis up) {
  if (up == UpAxis::y) return find_pose(SceneTransform{.rotate = Vec3(-90, 0, 0)});
  if (up == UpAxis::x) return find_pose(SceneTransform{.rotate = Vec3(0, 90, 0)});
  return Eigen::Isometry3d::Identity();
}

void fail_with(const ScenePlace& place, const Error& error) { fail_at(place.path, "{}", error.message); }

SourceMesh load_source(const MeshSource& source, const ScenePlace& place) {
  SourceMesh loaded;
  if (source.file.empty()) {
    loaded.mesh = make_shape(source);
    return loaded;
  }
  loaded.file = require_value(place.at("file"), read_mesh(place.folder / source.file));
  loaded.mesh = loaded.file->mesh();
  if (!source.part.empty()) keep_part(loaded, find_part(loaded.file->mesh(), source.part, place.at("part")));
  return loaded;
}

void prepare(SourceMesh& source, const SceneTransform& transform, bool weld_vertices, UpAxis up,
             const ScenePlace& place) {
  source.scale = transform.scale;
  for (Vec3& position : source.mesh.positions) position = position.cwiseProduct(source.scale);
  if (const Status status = check_positions(source.mesh.positions); !status) fail_with(place, status.error());
  source.pose = find_pose(transform);
  if (!source.file) source.pose = source.pose * turn_up(up);
  WeldedMesh welded;
  if (weld_vertices) welded = weld(source.mesh);
  source.vertex_of = std::move(welded.vertex_of);
  if (!weld_vertices)
    for (std::size_t v = 0; v < source.mesh.vertex_count(); ++v) source.vertex_of.push_back(VertexId(v));
  source.surface = std::make_shared<const Surface>(make_surface(weld_vertices ? welded.mesh : source.mesh));
}

LoadedMesh describe_mesh(const SourceMesh& source, std::string name, const Eigen::Isometry3d& pose,
                         const ScenePlace& place) {
  LoadedMesh loaded{std::move(name), source.mesh, source.vertex_of, source.surface};
  for (Vec3& position : loaded.mesh.positions) position = pose * position;
  if (const Status status = check_positions(loaded.mesh.positions); !status) fail_with(place, status.error());
  if (source.file) {
    loaded.files = source.file->files();
    loaded.notes = source.file->notes();
  }
  return loaded;
}

std::vector<Vec3> SourceMesh::pick(std::span<const Vec3> file_positions) const {
  std::vector<Vec3> picked;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v)
    picked.push_back(file_positions[kept_vertices.empty() ? v : kept_vertices[v].value].cwiseProduct(scale));
  return picked;
}

std::vector<Vec3> SourceMesh::weld(std::span<const Vec3> positions) const {
  std::vector<Vec3> welded(surface->vertex_count());
  for (std::size_t v = positions.size(); v-- > 0;) welded[vertex_of[v]] = positions[v];
  return welded;
}

std::optional<std::pair<std::size_t, std::size_t>> SourceMesh::find_parted(std::span<const Vec3> positions) const {
  std::vector<VertexId> first(surface->vertex_count());
  for (std::size_t v = 0; v < positions.size(); ++v) {
    VertexId& known = first[vertex_of[v]];
    if (!known.is_valid()) known = VertexId(v);
    if (positions[v] != positions[known]) return std::pair<std::size_t, std::size_t>(known, v);
  }
  return std::nullopt;
}

std::vector<Vec3> LoadedMesh::spread(std::span<const Vec3> positions) const {
  std::vector<Vec3> spread;
  for (const VertexId v : vertex_of) spread.push_back(positions[v]);
  return spread;
}

}  // namespace abut
