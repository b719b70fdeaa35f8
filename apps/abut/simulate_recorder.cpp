#include "simulate_recorder.h"

#include <fmt/format.h>

#include <filesystem>

namespace abut {

Result<SimulateRecorder> SimulateRecorder::begin(const SimulateOptions& options, const SimulateScene& scene) {
  RecordingHead head{.command = "simulate", .title = std::filesystem::path(options.scene).stem().string()};
  head.is_y_up = scene.is_y_up;
  head.series = {{"pairs", "Intersecting pairs"},
                 {"contacts", "Contacts"},
                 {"strain", "Largest strain"},
                 {"seconds", "Seconds of work"}};
  const auto add = [&](const LoadedMesh& mesh, std::span<const Vec3> positions, bool is_obstacle) {
    for (const std::string& note : mesh.notes) head.notes.push_back(fmt::format("{}: {}", mesh.name, note));
    head.meshes.push_back({{mesh.name, mesh.mesh.vertex_count(), {mesh.surface.get(), positions}}, is_obstacle});
  };
  const LoadedScene& loaded = scene.loaded;
  for (std::size_t i = 0; i < loaded.cloths.size(); ++i) {
    add(loaded.cloths[i], loaded.scene.cloths[i].positions, false);
  }
  for (std::size_t i = 0; i < loaded.obstacles.size(); ++i) {
    add(loaded.obstacles[i], loaded.scene.obstacles[i].positions, true);
  }
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  return SimulateRecorder(std::move(*view));
}

Status SimulateRecorder::add(const SimulatedFrame& frame, std::span<const Body> bodies,
                             std::span<const IntersectingPair> pairs, const RunSettings& run) {
  RecordedFrame recorded{fmt::format("{:.2f} s", frame.time)};
  const auto known = [&](double value) { return frame.is_resumed ? std::nullopt : std::optional(value); };
  recorded.values = {static_cast<double>(frame.pairs), known(static_cast<double>(frame.report.contacts)),
                     known(frame.report.largest_strain), known(frame.seconds)};
  for (const Body& body : bodies) recorded.positions.push_back(body.positions);
  if (!pairs.empty()) recorded.layers = record_intersections(pairs, find_contours(bodies, pairs, run));
  return view_.writer().add_frame(recorded);
}

}  // namespace abut
