// Impacts as JSON and CSV.
#include "abut/io.h"
#include "io/report_rows.h"

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

std::vector<VertexId> list_vertices(const Surface& surface, const SurfaceFeature& feature) {
  if (feature.kind == Kind::vertex) return {VertexId(feature.index)};
  if (feature.kind == Kind::edge) {
    const auto& edge = surface.edge(EdgeId(feature.index));
    return {edge.begin(), edge.end()};
  }
  const auto& face = surface.face(FaceId(feature.index));
  return {face.begin(), face.end()};
}

// As the file numbers them.
std::vector<VertexId> list_file_vertices(const CheckedMesh& mesh, const SurfaceFeature& feature) {
  std::vector<VertexId> vertices = list_vertices(*mesh.body.surface, feature);
  for (VertexId& v : vertices) {
    if (!mesh.file_vertices.empty()) v = mesh.file_vertices[v];
  }
  return vertices;
}

// A face that has the feature.
FaceId find_face(const Surface& surface, const SurfaceFeature& feature) {
  if (feature.kind == Kind::vertex) return surface.vertex_faces(VertexId(feature.index))[0];
  if (feature.kind == Kind::edge) return surface.edge_faces(EdgeId(feature.index))[0];
  return FaceId(feature.index);
}

std::string_view kind_of(const Impact& impact) { return impact.a.kind == Kind::vertex ? "vertex-face" : "edge-edge"; }

std::string join(const std::vector<VertexId>& vertices, std::string_view separator) {
  std::string text;
  for (const VertexId v : vertices) text += fmt::format("{}{}", text.empty() ? "" : separator, v.value);
  return text;
}

std::string join_weights(const Vec3& weights, std::size_t count) {
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += fmt::format("{}{}", text.empty() ? "" : ", ", weights[static_cast<int>(i)]);
  }
  return text;
}

// "mesh_a", "part_a", "vertices_a" (and "face_a" for a face), "weights_a".
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

std::string impact_row(std::span<const CheckedMesh> meshes, const MotionReport& report, const Impact& impact) {
  const FeatureImpact& touch = impact.touch;
  return fmt::format(
      R"({{"time": {}, "at_start": {}, "certain": {}, "kind": "{}", {}, {}, "position": {}, "normal": {}}})",
      touch.time, touch.at_start, touch.is_certain, kind_of(impact),
      feature_members(meshes, impact.a, touch.a_weights, 'a'), feature_members(meshes, impact.b, touch.b_weights, 'b'),
      as_list(report.position(meshes, impact)), as_list(touch.normal));
}

}  // namespace

Vec3 MotionReport::position(std::span<const CheckedMesh> meshes, const Impact& impact) const {
  const Body& body = meshes[impact.b.body].body;
  const std::span<const Vec3> ends = end_positions[impact.b.body];
  const auto vertices = list_vertices(*body.surface, impact.b);
  const double t = impact.touch.time;
  Vec3 position = Vec3::Zero();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const VertexId v = vertices[i];
    position += impact.touch.b_weights[static_cast<int>(i)] * ((1 - t) * body.positions[v] + t * ends[v]);
  }
  return position;
}

std::string format_motion_json(std::span<const CheckedMesh> meshes, const MotionReport& report) {
  const Impacts& found = report.found;
  const std::string first = found.impacts.empty() ? "null" : fmt::format("{}", found.impacts[0].touch.time);
  std::string json = "{\n" + report_start("abut-check-motion");
  fmt::format_to(Out(json), "  \"impact_count\": {},\n  \"first_impact\": {},\n  \"intersecting_at_start\": {},\n",
                 found.impacts.size(), first, found.intersecting_at_start.size());
  fmt::format_to(Out(json),
                 "  \"complete\": {},\n  \"separation\": {},\n  \"tolerance\": {},\n  \"times\": [{}, {}],\n",
                 found.is_complete, report.asked.separation, report.asked.tolerance, report.asked.t0, report.asked.t1);
  fmt::format_to(Out(json), "  \"candidates\": {},\n  \"feature_tests\": {},\n  \"seconds\": {:.6f},\n",
                 found.counts.face_tests, found.counts.feature_tests, report.seconds);
  write_rows(json, "meshes", meshes, [](const CheckedMesh& mesh) { return mesh_row(mesh); });
  json += ",\n";
  write_rows(json, "pairs_at_start", found.intersecting_at_start, [&](const IntersectingPair& pair) {
    return fmt::format(R"({{{}, "shared_vertices": {}}})", pair_members(meshes, pair.a, pair.b), pair.shared_vertices);
  });
  json += ",\n";
  write_rows(json, "impacts", found.impacts, [&](const Impact& impact) { return impact_row(meshes, report, impact); });
  json += "\n}\n";
  return json;
}

std::string format_motion_csv(std::span<const CheckedMesh> meshes, const MotionReport& report) {
  std::string csv = "time,at_start,kind,mesh_a,vertices_a,mesh_b,vertices_b,x,y,z\n";
  for (const Impact& impact : report.found.impacts) {
    const Vec3 p = report.position(meshes, impact);
    fmt::format_to(Out(csv), "{},{},{},{},{},{},{},{},{},{}\n", impact.touch.time, impact.touch.at_start ? 1 : 0,
                   kind_of(impact), impact.a.body.value, join(list_file_vertices(meshes[impact.a.body], impact.a), " "),
                   impact.b.body.value, join(list_file_vertices(meshes[impact.b.body], impact.b), " "), p.x(), p.y(),
                   p.z());
  }
  return csv;
}

}  // namespace abut
