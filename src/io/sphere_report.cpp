// What a search through a scene of moving bodies found, as JSON and CSV.
#include "abut/sphere_report.h"

#include "io/report_rows.h"

namespace abut {
namespace {

std::string body_row(const SphereReportBody& body) {
  return fmt::format("{{\"name\": {}, \"triangles\": {}, \"branches_made\": {}}}", json_string(body.name),
                     body.triangle_count, body.branches_made);
}

std::string frame_row(const SphereReportFrame& frame) {
  std::string touching;
  for (const TouchingBodies& pair : frame.touching) {
    fmt::format_to(Out(touching), "{}{{\"a\": {}, \"b\": {}, \"pairs\": {}}}", touching.empty() ? "" : ", ",
                   pair.a.value, pair.b.value, pair.pairs);
  }
  return fmt::format(
      "{{\"time\": {}, \"touching\": [{}], \"near_bodies\": {}, \"opened\": {}, \"made\": {}, \"triangle_tests\": {}, "
      "\"bytes\": {}, \"seconds\": {:.9f}}}",
      frame.time, touching, frame.counts.body_pairs, frame.counts.opened, frame.counts.made,
      frame.counts.triangle_tests, frame.bytes, frame.seconds);
}

std::string cell_columns(const OctreeCell& cell) {
  return fmt::format("{},{},{}", cell.at[0], cell.at[1], cell.at[2]);
}

}  // namespace

std::string format_sphere_json(const SphereReport& report) {
  std::string json = "{\n" + report_start("abut-spheres-scene");
  fmt::format_to(Out(json), "  \"scene\": {},\n  \"backend\": {},\n  \"device\": {},\n  \"queries\": {},\n",
                 json_string(report.scene), json_string(report.backend),
                 report.device.empty() ? "null" : json_string(report.device), report.query_count);
  fmt::format_to(Out(json), "  \"depth\": {},\n  \"exact\": {},\n", report.depth, report.is_exact);
  fmt::format_to(Out(json), "  \"within\": {},\n  \"complete\": {},\n  \"digest\": \"{}\",\n", report.within,
                 report.is_complete, report.digest);
  const bool is_limited = report.memory_limit != MemoryBudget::kUnlimited;
  fmt::format_to(Out(json), "  \"memory\": {{\"limit\": {}, \"peak\": {}, \"given_way\": {}}},\n",
                 is_limited ? fmt::format("{}", report.memory_limit) : "null", report.memory_peak, report.drop_count);
  fmt::format_to(Out(json), "  \"disk\": {{\"bytes\": {}, \"page_reads\": {}}},\n", report.page_bytes,
                 report.page_reads);
  write_rows(json, "bodies", report.bodies, body_row);
  json += ",\n";
  write_rows(json, "frames", report.frames, frame_row);
  json += "\n}\n";
  return json;
}

std::string sphere_pair_columns(bool is_exact) {
  return is_exact ? "frame,body_a,triangle_a,body_b,triangle_b\n" : "frame,body_a,xa,ya,za,body_b,xb,yb,zb\n";
}

std::string format_sphere_pairs(std::size_t frame, const SphereHits& hits) {
  std::string csv;
  for (const BodyHit& hit : hits.hits) {
    for (const TrianglePair& pair : hit.triangles)
      fmt::format_to(Out(csv), "{},{},{},{},{}\n", frame, hit.a.value, pair.a, hit.b.value, pair.b);
    for (const SpherePair& pair : hit.spheres)
      fmt::format_to(Out(csv), "{},{},{},{},{}\n", frame, hit.a.value, cell_columns(pair.a), hit.b.value,
                     cell_columns(pair.b));
  }
  return csv;
}

}  // namespace abut
