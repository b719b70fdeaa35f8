// Impacts as JSON and CSV.
#include "abut/io.h"
#include "io/report_rows.h"

namespace abut {
namespace {

std::string_view kind_of(const Impact& impact) {
  return impact.a.kind == SurfaceFeature::Kind::vertex ? "vertex-face" : "edge-edge";
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
  const double t = impact.touch.time;
  return (1 - t) * find_position(body, impact.b, impact.touch.b_weights, body.positions) +
         t * find_position(body, impact.b, impact.touch.b_weights, end_positions[impact.b.body]);
}

std::string format_motion_json(std::span<const CheckedMesh> meshes, const MotionReport& report) {
  const Impacts& found = report.found;
  const bool is_known = !found.impacts.empty() && !report.is_interrupted;
  const std::string first = is_known ? fmt::format("{}", found.impacts[0].touch.time) : "null";
  std::string json = "{\n" + report_start("abut-check-motion");
  fmt::format_to(Out(json), "  \"impact_count\": {},\n  \"first_impact\": {},\n  \"intersecting_at_start\": {},\n",
                 found.impacts.size(), first, found.intersecting_at_start.size());
  fmt::format_to(Out(json),
                 "  \"complete\": {},\n  \"interrupted\": {},\n  \"separation\": {},\n  \"tolerance\": {},\n  "
                 "\"times\": [{}, {}],\n",
                 found.is_complete, report.is_interrupted, report.asked.separation, report.asked.tolerance,
                 report.asked.t0, report.asked.t1);
  const auto counted = [&](std::uint64_t count) { return report.first_only ? "null" : std::to_string(count); };
  fmt::format_to(Out(json), "  \"candidates\": {},\n  \"feature_tests\": {},\n  \"seconds\": {:.6f},\n",
                 counted(found.counts.face_tests), counted(found.counts.feature_tests), report.seconds);
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
