// A layout as JSON.
#include "abut/drawing.h"
#include "io/drawing/drawing_rows.h"

namespace abut {

std::string format_nest_json(const NestReport& report) {
  const NestLayout& layout = report.layout;
  std::string json = "{\n" + report_start("abut-nest");
  fmt::format_to(Out(json), "  \"density\": {},\n  \"length\": {},\n  \"sheets\": {},\n  \"unplaced_count\": {},\n",
                 layout.density, layout.length, layout.sheets, layout.unplaced.size());
  fmt::format_to(Out(json), "  \"gap\": {},\n  \"edge\": {},\n  \"least_clearance\": {},\n", report.gap, report.edge,
                 or_null(report.least_clearance));
  fmt::format_to(Out(json), "  \"unit_millimetres\": {},\n  \"file\": {},\n", or_null(report.units.millimetres),
                 json_string(report.file));
  fmt::format_to(Out(json), "  \"seed\": {},\n  \"effort\": {},\n  \"evaluations\": {},\n  \"complete\": {},\n",
                 report.seed, report.effort, layout.evaluations, layout.is_complete);
  fmt::format_to(Out(json), "  \"seconds\": {:.6f},\n", report.seconds);
  write_rows(json, "files", report.files, drawing_file_row);
  json += ",\n";
  write_rows(json, "items", report.names, [](const std::string& name) { return json_string(name); });
  json += ",\n";
  write_rows(json, "unplaced", layout.unplaced, [](std::uint32_t item) { return std::to_string(item); });
  json += ",\n";
  write_rows(json, "placements", layout.placements, [](const NestPlacement& placement) {
    return fmt::format("{{\"item\": {}, \"sheet\": {}, \"degrees\": {}, \"shift\": [{}, {}]}}", placement.item,
                       placement.sheet, placement.degrees, placement.shift.x(), placement.shift.y());
  });
  return json + "\n}\n";
}

}  // namespace abut
