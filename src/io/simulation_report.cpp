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

std::string overlaps_list(const SimulationSummary& summary, const std::vector<SolidOverlap>& overlaps) {
  std::vector<std::string> rows;
  for (const SolidOverlap& o : overlaps) {
    rows.push_back(fmt::format(R"({{"a": {}, "b": {}, "depth": {}}})", json_string(summary.solids[o.a]),
                               o.b == kWorld ? "null" : json_string(summary.solids[o.b]), o.depth));
  }
  return fmt::format("[{}]", fmt::join(rows, ", "));
}

// What can be said of any frame, and then of those that were simulated now.
std::string solids_object(const SimulationSummary& summary, const SimulatedFrame& f) {
  const SolidReport& r = f.report.solids;
  std::string json =
      fmt::format(R"({{"overlaps": {}, "deep_overlaps": {}, "kinetic_energy": {}, "gravity_energy": {})",
                  overlaps_list(summary, f.overlaps), f.deep_overlaps, f.energy.kinetic, f.energy.gravity);
  if (!f.is_resumed) {
    json += fmt::format(
        R"(, "steps": {}, "contacts": {}, "impacts": {}, "backtracks": {}, "unresolved": {}, "deepest": {}, )"
        R"("largest_joint_gap": {}, "largest_speed": {}, "sleeping": {})",
        r.steps, r.contacts, r.impacts, r.backtracks, r.unresolved, r.deepest, r.largest_joint_gap, r.largest_speed,
        r.sleeping);
  }
  return json + "}";
}

std::string cloth_members(const SimulatedFrame& f) {
  const SimulationReport& r = f.report.cloth;
  return fmt::format(
      R"("steps": {}, "shortest_step": {}, )"
      R"("newton_iterations": {}, "linear_iterations": {}, "contacts": {}, "impacts": {}, "held_back": {}, )"
      R"("crossings": {}, "contours": {}, "largest_strain": {}, "largest_speed": {}, "worst_step_seconds": {}, )"
      R"("times": {})",
      r.steps, r.shortest_step, r.newton_iterations, r.linear_iterations, r.contacts, r.impacts, r.held_back,
      r.crossings, r.contours, r.largest_strain, r.largest_speed, r.worst_step_seconds, times_object(r.times));
}

std::string frame_row(const SimulationSummary& summary, const SimulatedFrame& f) {
  std::string row = fmt::format(R"({{"frame": {}, "time": {}, "resumed": {})", f.frame, f.time, f.is_resumed);
  if (summary.triangles > 0) row += fmt::format(R"(, "pairs": {})", f.pairs);
  if (summary.triangles > 0 && !f.is_resumed) row += ", " + cloth_members(f);
  if (!summary.solids.empty()) row += R"(, "solids": )" + solids_object(summary, f);
  if (!f.is_resumed) row += fmt::format(R"(, "seconds": {}, "step_seconds": {})", f.seconds, f.step_seconds);
  return row + "}";
}

}  // namespace

std::string format_simulation_json(const SimulationSummary& summary, std::span<const SimulatedFrame> frames) {
  std::vector<std::string> files;
  for (const std::string& file : summary.files) files.push_back(json_string(file));
  std::string json = "{\n" + report_start("abut-simulate");
  fmt::format_to(Out(json),
                 "  \"scene\": {},\n  \"triangles\": {},\n  \"thickness\": {},\n  \"solids\": {},\n  \"joints\": {},\n "
                 " \"fps\": {},\n"
                 "  \"complete\": {},\n  \"trouble\": {},\n  \"files\": [{}],\n",
                 json_string(summary.scene), summary.triangles, summary.thickness, summary.solids.size(),
                 summary.joints, summary.fps, summary.is_complete,
                 summary.trouble.empty() ? "null" : json_string(summary.trouble), fmt::join(files, ", "));
  write_rows(json, "frames", frames, [&](const SimulatedFrame& frame) { return frame_row(summary, frame); });
  return json + "\n}\n";
}

}  // namespace abut
