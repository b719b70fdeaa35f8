#include "simulate_recorder.h"

#include <fmt/format.h>

#include <filesystem>

#include "simulate_run.h"

namespace abut {

Result<SimulateRecorder> SimulateRecorder::begin(const SimulateOptions& options, const SimulateScene& scene) {
  RecordingHead head{.command = "simulate", .title = std::filesystem::path(options.scene).stem().string()};
  head.is_y_up = scene.is_y_up;
  const LoadedScene& loaded = scene.loaded;
  if (!loaded.cloths.empty()) {
    head.series = {{"pairs", "Intersecting pairs"}, {"contacts", "Contacts"}, {"strain", "Largest strain"}};
  }
  if (!loaded.solids.empty()) {
    head.series.push_back({"solid_contacts", "Contacts of solids"});
    head.series.push_back({"overlap", "Deepest overlap of solids"});
    head.series.push_back({"energy", "Energy of solids"});
  }
  head.series.push_back({"seconds", "Seconds of work"});
  head.notes = loaded.notes;
  const auto add = [&](const LoadedMesh& mesh, std::span<const Vec3> positions, bool is_obstacle) {
    for (const std::string& note : mesh.notes) head.notes.push_back(fmt::format("{}: {}", mesh.name, note));
    head.meshes.push_back({{mesh.name, mesh.mesh.vertex_count(), {mesh.surface.get(), positions}}, is_obstacle});
  };
  for (std::size_t i = 0; i < loaded.cloths.size(); ++i) {
    add(loaded.cloths[i], loaded.scene.cloths[i].positions, false);
  }
  for (std::size_t i = 0; i < loaded.obstacles.size(); ++i) {
    add(loaded.obstacles[i], loaded.scene.obstacles[i].positions, true);
  }
  std::vector<std::vector<Vec3>> welded;
  welded.reserve(loaded.solids.size());
  for (std::size_t i = 0; i < loaded.solids.size(); ++i) {
    const LoadedSolid& solid = loaded.solids[i];
    if (solid.mesh.mesh.polygon_count() == 0) continue;
    welded.push_back(solid.weld(loaded.solid_scene.solids[i].pose));
    add(solid.mesh, welded.back(), loaded.solid_scene.solids[i].role != SolidRole::moving);
  }
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  return SimulateRecorder(std::move(*view), !loaded.cloths.empty(), !loaded.solids.empty());
}

Status SimulateRecorder::add(const SimulatedFrame& frame, std::span<const Body> bodies,
                             std::span<const IntersectingPair> pairs, const RunSettings& run) {
  RecordedFrame recorded{fmt::format("{:.2f} s", frame.time)};
  const auto known = [&](double value) { return frame.is_resumed ? std::nullopt : std::optional(value); };
  if (has_cloth_) {
    recorded.values = {static_cast<double>(frame.pairs), known(static_cast<double>(frame.report.cloth.contacts)),
                       known(frame.report.cloth.largest_strain)};
  }
  if (has_solids_) {
    recorded.values.push_back(known(static_cast<double>(frame.report.solids.contacts)));
    recorded.values.push_back(measure_deepest(frame.overlaps));
    recorded.values.push_back(frame.energy.total());
  }
  recorded.values.push_back(known(frame.seconds));
  for (const Body& body : bodies) recorded.positions.push_back(body.positions);
  if (!pairs.empty()) recorded.layers = record_intersections(pairs, find_contours(bodies, pairs, run));
  return view_.writer().add_frame(recorded);
}

}  // namespace abut
