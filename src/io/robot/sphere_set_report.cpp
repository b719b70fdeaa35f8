// What abut says of the sets of spheres it makes, as JSON.
#include "abut/sphere_set_file.h"
#include "io/report_rows.h"

namespace abut {
namespace {

std::string number_or_null(const std::optional<double>& number) { return number ? fmt::format("{}", *number) : "null"; }

std::string octree_text(const std::optional<OctreeReport>& octree) {
  if (!octree) return "null";
  return fmt::format("{{\"depth\": {}, \"spheres\": {}, \"protrusion\": {}, \"union_volume\": {}}}", octree->depth,
                     octree->sphere_count, octree->protrusion, octree->union_volume);
}

std::string link_row(const SphereSetLink& link) {
  const SphereSetMeasures& m = link.measures;
  std::string row = fmt::format(
      "{{\"name\": {}, \"triangles\": {}, \"spheres\": {}, \"kept_spheres\": {}, \"covered\": true, \"fill\": \"{}\", "
      "\"tolerance_met\": {}, ",
      json_string(link.name), link.triangle_count, link.sphere_count, link.kept_count,
      link.fill == SphereFill::solid ? "solid" : "surface", link.is_tolerance_met);
  fmt::format_to(Out(row),
                 "\"protrusion\": {}, \"mean_protrusion\": {}, \"union_volume\": {}, \"volume_error\": {}, "
                 "\"solid_volume\": {}, \"filled_share\": {}, \"octree\": {}, \"seconds\": {:.6f}}}",
                 m.protrusion, m.mean_protrusion, m.union_volume, m.volume_error, number_or_null(m.solid_volume),
                 number_or_null(m.filled_share), octree_text(link.octree), link.seconds);
  return row;
}

}  // namespace

std::string format_sphere_set_json(const SphereSetReport& report) {
  std::string json = "{\n" + report_start("abut-spheres-report");
  std::size_t spheres = 0, triangles = 0;
  for (const SphereSetLink& link : report.links) {
    spheres += link.sphere_count;
    triangles += link.triangle_count;
  }
  fmt::format_to(Out(json), "  \"input\": {},\n  \"output\": {},\n  \"method\": {},\n", json_string(report.input),
                 json_string(report.output), json_string(report.method));
  fmt::format_to(Out(json), "  \"spheres\": {},\n  \"triangles\": {},\n  \"covered\": true,\n  \"seconds\": {:.6f},\n",
                 spheres, triangles, report.seconds);
  write_rows(json, "notes", report.notes, [](const std::string& note) { return json_string(note); });
  json += ",\n";
  write_rows(json, "skipped", report.skipped, [](const std::string& text) { return json_string(text); });
  json += ",\n";
  write_rows(json, "links", report.links, link_row);
  return json + "\n}\n";
}

}  // namespace abut
