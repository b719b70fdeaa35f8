// The result of untangling as JSON.
#include "abut/io.h"
#include "io/report_rows.h"

namespace abut {
namespace {

std::string step_object(const UntangleStep& step) {
  return fmt::format(R"({{"iteration": {}, "pairs": {}, "crossings": {}, "contours": {}, "length": {}, )"
                     R"("largest_motion": {}}})",
                     step.iteration, step.pairs, step.crossings, step.contours, step.length, step.largest_motion);
}

std::string or_null(const std::optional<MinimumDistance>& separation) {
  return separation ? fmt::format("{}", separation->distance) : "null";
}

std::string untangled_row(const UntangledMesh& mesh) {
  std::string row = mesh_row(mesh.mesh);
  row.pop_back();
  return fmt::format(R"({}, "obstacle": {}, "file": {}, "pins": {}}})", row, mesh.file.empty(),
                     mesh.file.empty() ? "null" : json_string(mesh.file), mesh.pins);
}

std::vector<CheckedMesh> list_checked(std::span<const UntangledMesh> meshes) {
  std::vector<CheckedMesh> checked;
  for (const UntangledMesh& mesh : meshes) checked.push_back(mesh.mesh);
  return checked;
}

std::string left_row(const UntangledState& written, std::size_t i) {
  const auto& obstruction = written.obstructions[i];
  return fmt::format(R"({{"obstruction": "{}", {}}})", obstruction ? obstruction_name(*obstruction) : "rounding",
                     contour_members(written.contours.contours[i]));
}

std::string strained_row(std::span<const CheckedMesh> meshes, const SurfaceFeature& edge) {
  return fmt::format(R"({{"mesh": {}, "vertices": [{}]}})", edge.body.value,
                     join(list_file_vertices(meshes[edge.body], edge), ", "));
}

std::string deformation_object(const Deformation& d) {
  return fmt::format(
      R"({{"mean_displacement": {}, "largest_displacement": {}, "reach": {}, "moved_vertices": {}, )"
      R"("movable_vertices": {}, "smallest_stretch": {}, "largest_stretch": {}, "mean_edge": {}, "mean_strain": {}, )"
      R"("strained_edges": {}}})",
      d.mean_displacement, d.largest_displacement, d.reach, d.moved_vertices, d.movable_vertices, d.smallest_stretch,
      d.largest_stretch, d.mean_edge, d.mean_strain, d.strained_edges);
}

std::string resolved_object(const UntangleReport& report) {
  std::string members;
  for (std::size_t i = 0; i < kStrategyCount; ++i) {
    members += fmt::format(R"({}"{}": {})", i == 0 ? "" : ", ", strategy_name(static_cast<Strategy>(i)),
                           report.resolved_by[i]);
  }
  return fmt::format("{{{}}}", members);
}

// What is said of a single result and of each frame, member by member.
std::vector<std::string> list_result(const UntangleReport& report, const UntangledState& written) {
  return {
      fmt::format(R"("intersecting_pairs": {})", written.pairs.size()),
      fmt::format(R"("faces_without_area": {})", written.faces_without_area),
      fmt::format(R"("collapsed_faces": {})", written.collapsed_faces),
      fmt::format(R"("separation": {})", or_null(written.separation)),
      fmt::format(R"("thickness": {})", report.thickness),
      fmt::format(R"("thickness_kept": {})", written.is_thickness_kept),
      fmt::format(R"("settled": {})", report.is_settled),
      fmt::format(R"("interrupted": {})", report.is_interrupted),
      fmt::format(R"("time_out": {})", report.is_time_out),
      fmt::format(R"("iterations": {})", report.iterations()),
      fmt::format(R"("seconds": {:.6f})", report.seconds),
      fmt::format(R"("rounds": {})", written.rounds),
      fmt::format(R"("largest_rounding": {})", written.largest_rounding),
      fmt::format(R"("obstacle_pairs": {})", report.obstacle_pairs),
      fmt::format(R"("before": {})", step_object(report.before)),
      fmt::format(R"("depth": {{"mean": {}, "largest": {}}})", report.depth.mean, report.depth.largest),
      fmt::format(R"("deformation": {})", deformation_object(report.deformation)),
      fmt::format(R"("resolved_by": {})", resolved_object(report)),
  };
}

std::string frame_row(const UntangledFrame& frame) {
  std::string row = fmt::format(R"({{"name": {}, "resumed": {})", json_string(frame.name), frame.is_resumed);
  for (const std::string& member : list_result(frame.report, frame.written)) row += ", " + member;
  row += R"(, "left": [)";
  for (std::size_t i = 0; i < frame.written.contours.contours.size(); ++i) {
    row += (i == 0 ? "" : ", ") + left_row(frame.written, i);
  }
  return row + "]}";
}

// What is said of all frames or files together.
std::string series_start(std::string_view format, std::string_view with_intersections,
                         std::span<const UntangledFrame> frames, bool is_complete) {
  std::size_t pairs = 0, with_pairs = 0;
  for (const UntangledFrame& frame : frames) {
    pairs += frame.written.pairs.size();
    with_pairs += !frame.written.pairs.empty();
  }
  std::string json = "{\n" + report_start(format);
  fmt::format_to(Out(json), "  \"intersecting_pairs\": {},\n  \"{}\": {},\n  \"complete\": {},\n", pairs,
                 with_intersections, with_pairs, is_complete);
  return json;
}

}  // namespace

std::string format_untangle_json(std::span<const UntangledMesh> meshes, const UntangleReport& report,
                                 const UntangledState& written) {
  const auto checked = list_checked(meshes);
  std::string json = "{\n" + report_start("abut-untangle");
  for (const std::string& member : list_result(report, written)) json += "  " + member + ",\n";
  const auto& least = written.separation;
  fmt::format_to(Out(json), "  \"nearest\": {},\n",
                 least && least->nearest ? proximity_row(checked, *least->nearest) : "null");
  const auto& strained = report.deformation.most_strained;
  fmt::format_to(Out(json), "  \"most_strained\": {},\n", strained ? strained_row(checked, *strained) : "null");
  write_rows(json, "meshes", meshes, untangled_row);
  json += ",\n";
  const auto& contours = written.contours.contours;
  write_rows(json, "left", contours,
             [&](const Contour& contour) { return left_row(written, &contour - contours.data()); });
  json += ",\n";
  write_rows(json, "pairs", written.pairs, [&](const IntersectingPair& pair) {
    return pair_row(checked, pair, written.contours.overlaps[&pair - written.pairs.data()]);
  });
  json += ",\n";
  write_rows(json, "steps", report.steps, step_object);
  json += "\n}\n";
  return json;
}

std::string format_untangle_animation_json(std::span<const UntangledMesh> meshes,
                                           std::span<const UntangledFrame> frames, bool is_complete) {
  std::string json = series_start("abut-untangle-animation", "frames_with_intersections", frames, is_complete);
  write_rows(json, "meshes", meshes, untangled_row);
  json += ",\n";
  write_rows(json, "frames", frames, frame_row);
  json += "\n}\n";
  return json;
}

std::string format_untangle_batch_json(std::span<const UntangledFrame> files, bool is_complete) {
  std::string json = series_start("abut-untangle-batch", "files_with_intersections", files, is_complete);
  write_rows(json, "files", files, frame_row);
  json += "\n}\n";
  return json;
}

}  // namespace abut
