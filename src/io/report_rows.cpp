#include "io/report_rows.h"

#include <nlohmann/json.hpp>

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

// A face that has the feature.
FaceId find_face(const Surface& surface, const SurfaceFeature& feature) {
  if (feature.kind == Kind::vertex) return surface.vertex_faces(VertexId(feature.index))[0];
  if (feature.kind == Kind::edge) return surface.edge_faces(EdgeId(feature.index))[0];
  return FaceId(feature.index);
}

std::string join_weights(const Vec3& weights, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", weights[static_cast<int>(i)]);
  }
  return text;
}

std::string_view shape_name(Contour::Shape shape) {
  constexpr std::string_view names[] = {"closed", "open", "branched", "point", "area"};
  return names[static_cast<int>(shape)];
}

// Each part with the polygons and faces it has; faces of a part follow each other as its polygons do.
std::string part_rows(const Surface& s) {
  std::vector<std::size_t> first_face(s.parts().size() + 1, s.face_count());
  for (std::size_t f = s.face_count(); f-- > 0;) first_face[s.part(FaceId(f))] = f;
  std::string rows;
  for (std::size_t p = s.parts().size(); p-- > 0;) {
    if (s.parts()[p].polygon_count == 0) first_face[p] = first_face[p + 1];
    rows = fmt::format(R"({{"name": {}, "first_polygon": {}, "polygons": {}, "first_face": {}, "faces": {}}})",
                       json_string(s.parts()[p].name), s.parts()[p].first_polygon, s.parts()[p].polygon_count,
                       first_face[p], first_face[p + 1] - first_face[p]) +
           (rows.empty() ? "" : ", ") + rows;
  }
  return rows;
}

}  // namespace

std::string json_string(std::string_view text) {
  return nlohmann::json(text).dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
}

std::string as_list(const Vec3& p) { return fmt::format("[{}, {}, {}]", p.x(), p.y(), p.z()); }
std::string as_box(const Box3& box) { return fmt::format("[{}, {}]", as_list(box.lower), as_list(box.upper)); }

std::string report_start(std::string_view format) {
  return fmt::format("  \"format\": \"{}\",\n  \"version\": 1,\n  \"abut\": \"{}\",\n", format, version());
}

std::string mesh_row(const CheckedMesh& mesh, std::optional<std::size_t> faces_without_area) {
  const Surface& s = *mesh.body.surface;
  return fmt::format(R"({{"name": {}, "vertices": {}, "vertices_in_file": {}, "unused_vertices": {}, "triangles": {}, )"
                     R"("components": {}, "boundary_loops": {}, "boundary_edges": {}, "nonmanifold_edges": {}, )"
                     R"("misoriented_edges": {}, {}"box": {}, "parts": [{}]}})",
                     json_string(mesh.name), s.vertex_count(), mesh.vertices_in_file, s.unused_vertex_count(),
                     s.face_count(), s.component_count(), s.boundary_loop_count(), s.boundary_edge_count(),
                     s.nonmanifold_edge_count(), s.misoriented_edge_count(),
                     faces_without_area ? fmt::format(R"("faces_without_area": {}, )", *faces_without_area) : "",
                     as_box(make_box(mesh.body.positions)), part_rows(s));
}

std::array<std::uint32_t, 4> side_of(std::span<const CheckedMesh> meshes, FaceRef f) {
  const Surface& s = *meshes[f.body].body.surface;
  return {f.body.value, s.part(f.face).value, s.polygon(f.face).value, f.face.value};
}

std::string pair_members(std::span<const CheckedMesh> meshes, FaceRef a, FaceRef b) {
  const auto x = side_of(meshes, a), y = side_of(meshes, b);
  return fmt::format(
      R"("mesh_a": {}, "part_a": {}, "polygon_a": {}, "face_a": {}, "mesh_b": {}, "part_b": {}, "polygon_b": {}, )"
      R"("face_b": {})",
      x[0], x[1], x[2], x[3], y[0], y[1], y[2], y[3]);
}

std::vector<VertexId> list_vertices(const Surface& surface, const SurfaceFeature& feature) {
  if (feature.kind == Kind::vertex) return {VertexId(feature.index)};
  if (feature.kind == Kind::edge) {
    const auto& edge = surface.edge(EdgeId(feature.index));
    return {edge.begin(), edge.end()};
  }
  const auto& face = surface.face(FaceId(feature.index));
  return {face.begin(), face.end()};
}

std::vector<VertexId> list_file_vertices(const CheckedMesh& mesh, const SurfaceFeature& feature) {
  std::vector<VertexId> vertices = list_vertices(*mesh.body.surface, feature);
  for (VertexId& v : vertices) {
    if (!mesh.file_vertices.empty()) v = mesh.file_vertices[v];
  }
  return vertices;
}

std::string join(const std::vector<VertexId>& vertices, std::string_view separator) {
  std::string text;
  for (const VertexId v : vertices) text += fmt::format("{}{}", text.empty() ? "" : separator, v.value);
  return text;
}

std::string feature_members(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature, const Vec3& weights,
                            char side) {
  const CheckedMesh& mesh = meshes[feature.body];
  const Surface& surface = *mesh.body.surface;
  const auto vertices = list_file_vertices(mesh, feature);
  const std::string face =
      feature.kind == Kind::face ? fmt::format(R"("face_{}": {}, )", side, feature.index) : std::string();
  return fmt::format(R"("mesh_{0}": {1}, "part_{0}": {2}, "vertices_{0}": [{3}], {4}"weights_{0}": [{5}])", side,
                     feature.body.value, surface.part(find_face(surface, feature)).value, join(vertices, ", "), face,
                     join_weights(weights, vertices.size()));
}

Vec3 find_position(const Body& body, const SurfaceFeature& feature, const Vec3& weights,
                   std::span<const Vec3> positions) {
  const auto vertices = list_vertices(*body.surface, feature);
  Vec3 position = Vec3::Zero();
  for (std::size_t i = 0; i < vertices.size(); ++i) position += weights[static_cast<int>(i)] * positions[vertices[i]];
  return position;
}

std::string_view overlap_name(Overlap overlap) {
  constexpr std::string_view names[] = {"point", "edge", "crossing", "area"};
  return names[static_cast<int>(overlap)];
}

std::string contour_members(const Contour& contour) {
  std::string ends, points, pairs;
  for (const Contour::End& end : contour.ends) {
    ends += fmt::format(R"({}{{"where": "{}", "position": {}}})", ends.empty() ? "" : ", ",
                        end.on_boundary ? "boundary" : "inside", as_list(contour.crossings[end.crossing].position));
  }
  for (const Crossing& crossing : contour.crossings)
    points += (points.empty() ? "" : ", ") + as_list(crossing.position);
  for (const std::uint32_t pair : contour.pairs) fmt::format_to(Out(pairs), "{}{}", pairs.empty() ? "" : ", ", pair);
  std::string segments;
  for (const auto& [i, j] : contour.segments)
    fmt::format_to(Out(segments), "{}[{}, {}]", segments.empty() ? "" : ", ", i, j);
  return fmt::format(R"("shape": "{}", "length": {}, "area": {}, "ends": [{}], "box": {}, "points": [{}], )"
                     R"("segments": [{}], "pairs": [{}])",
                     shape_name(contour.shape), contour.length, contour.area, ends, as_box(contour.box), points,
                     segments, pairs);
}

std::string pair_row(std::span<const CheckedMesh> meshes, const IntersectingPair& pair, Overlap overlap) {
  return fmt::format(R"({{{}, "shared_vertices": {}, "overlap": "{}"}})", pair_members(meshes, pair.a, pair.b),
                     pair.shared_vertices, overlap_name(overlap));
}

std::string kind_of(const Proximity& pair) {
  constexpr std::string_view names[] = {"vertex", "edge", "face"};
  const auto name = [&](const SurfaceFeature& feature) { return names[static_cast<int>(feature.kind)]; };
  return pair.a.kind <= pair.b.kind ? fmt::format("{}-{}", name(pair.a), name(pair.b))
                                    : fmt::format("{}-{}", name(pair.b), name(pair.a));
}

Vec3 position_of(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature, const Vec3& weights) {
  const Body& body = meshes[feature.body].body;
  return find_position(body, feature, weights, body.positions);
}

std::string proximity_row(std::span<const CheckedMesh> meshes, const Proximity& pair) {
  const Distance& d = pair.distance;
  return fmt::format(R"({{"distance": {}, "kind": "{}", {}, {}, "position_a": {}, "position_b": {}, "normal": {}}})",
                     d.distance, kind_of(pair), feature_members(meshes, pair.a, d.a_weights, 'a'),
                     feature_members(meshes, pair.b, d.b_weights, 'b'),
                     as_list(position_of(meshes, pair.a, d.a_weights)),
                     as_list(position_of(meshes, pair.b, d.b_weights)), as_list(d.normal));
}

}  // namespace abut
