// What is near, as JSON and CSV.
#include "abut/io.h"
#include "io/report_rows.h"

namespace abut {

std::string format_proximity_json(std::span<const CheckedMesh> meshes, const ProximityReport& report) {
  const auto& least = report.least;
  const bool intersects = least && least->intersection;
  std::string json = "{\n" + report_start("abut-check-proximity");
  fmt::format_to(Out(json), "  \"proximity_count\": {},\n  \"within\": {},\n  \"minimum_distance\": {},\n",
                 report.found.pairs.size(), report.within, least ? fmt::format("{}", least->distance) : "null");
  fmt::format_to(
      Out(json), "  \"intersection\": {},\n  \"nearest\": {},\n  \"complete\": {},\n",
      intersects ? fmt::format("{{{}}}", pair_members(meshes, least->intersection->a, least->intersection->b)) : "null",
      least && least->nearest ? proximity_row(meshes, *least->nearest) : "null", report.found.is_complete);
  fmt::format_to(Out(json), "  \"candidates\": {},\n  \"feature_tests\": {},\n  \"seconds\": {:.6f},\n",
                 report.found.counts.face_tests, report.found.counts.feature_tests, report.seconds);
  write_rows(json, "meshes", meshes, [](const CheckedMesh& mesh) { return mesh_row(mesh); });
  json += ",\n";
  write_rows(json, "proximities", report.found.pairs,
             [&](const Proximity& pair) { return proximity_row(meshes, pair); });
  json += "\n}\n";
  return json;
}

std::string format_proximity_csv(std::span<const CheckedMesh> meshes, const ProximityReport& report) {
  std::string csv = "distance,kind,mesh_a,vertices_a,mesh_b,vertices_b,xa,ya,za,xb,yb,zb\n";
  for (const Proximity& pair : report.found.pairs) {
    const Vec3 p = position_of(meshes, pair.a, pair.distance.a_weights),
               q = position_of(meshes, pair.b, pair.distance.b_weights);
    fmt::format_to(Out(csv), "{},{},{},{},{},{},{},{},{},{},{},{}\n", pair.distance.distance, kind_of(pair),
                   pair.a.body.value, join(list_file_vertices(meshes[pair.a.body], pair.a), " "), pair.b.body.value,
                   join(list_file_vertices(meshes[pair.b.body], pair.b), " "), p.x(), p.y(), p.z(), q.x(), q.y(),
                   q.z());
  }
  return csv;
}

}  // namespace abut
