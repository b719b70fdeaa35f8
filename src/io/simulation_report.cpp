// A simulation as JSON.
#include "abut/journal.h"
#include "io/report_rows.h"

namespace abut {
namespace {

std::string times_object(const SimulationTimes& t) {
  return fmt::format(
      R"({{"elasticity": {}, "solving": {}, "detection": {}, "response": {}, "recovery": {}, "total": {}}})",
      t.elasticity, t.solving, t.detection, t.response, t.recovery, t.total);
}

std::string frame_row(const SimulatedFrame& f) {
  const SimulationReport& r = f.report;
  if (f.is_resumed) {
    return fmt::format(R"({{"frame": {}, "time": {}, "pairs": {}, "resumed": true}})", f.frame, f.time, f.pairs);
  }
  return fmt::format(
      R"({{"frame": {}, "time": {}, "pairs": {}, "resumed": false, "steps": {}, "shortest_step": {}, )"
      R"("newton_iterations": {}, "linear_iterations": {}, "contacts": {}, "impacts": {}, "held_back": {}, )"
      R"("crossings": {}, "contours": {}, "largest_strain": {}, "largest_speed": {}, "worst_step_seconds": {}, )"
      R"("seconds": {}, "times": {}}})",
      f.frame, f.time, f.pairs, r.steps, r.shortest_step, r.newton_iterations, r.linear_iterations, r.contacts,
      r.impacts, r.held_back, r.crossings, r.contours, r.largest_strain, r.largest_speed, r.worst_step_seconds,
      f.seconds, times_object(r.times));
}

}  // namespace

std::string format_simulation_json(const SimulationSummary& summary, std::span<const SimulatedFrame> frames) {
  std::vector<std::string> files;
  for (const std::string& file : summary.files) files.push_back(json_string(file));
  std::string json = "{\n" + report_start("abut-simulate");
  fmt::format_to(Out(json),
                 "  \"scene\": {},\n  \"triangles\": {},\n  \"thickness\": {},\n  \"fps\": {},\n"
                 "  \"complete\": {},\n  \"trouble\": {},\n  \"files\": [{}],\n",
                 json_string(summary.scene), summary.triangles, summary.thickness, summary.fps, summary.is_complete,
                 summary.trouble.empty() ? "null" : json_string(summary.trouble), fmt::join(files, ", "));
  write_rows(json, "frames", frames, frame_row);
  return json + "\n}\n";
}

}  // namespace abut
