#include "reproduce/simulation/scene_run.h"

#include <algorithm>
#include <cmath>

#include "abut/detect.h"
#include "abut/response.h"
#include "scenes/simulations.h"

namespace abut::reproduce {
namespace {

constexpr double kRounding = 1e-6;  // of steps: a frame is not cut into one more by so little

void count_intersections(std::span<const Body> bodies, std::size_t cloth_count, RecordedFrame& frame) {
  const auto pairs = find_cloth_pairs(bodies, cloth_count);
  const Crossings crossings = find_crossings(bodies, pairs);
  const Piercings piercings = find_piercings(bodies, pairs, crossings.crossings, crossings.of_pairs);
  frame.pairs = pairs.size();
  frame.crossings = piercings.piercings.size();
  frame.contours = piercings.contour_count;
}

// Up to this frame, in single steps, so that each is measured with all that it took: tries that failed, too.
Status advance(Simulation& simulation, const LoadedScene& scene, std::size_t number, RecordedFrame& frame) {
  const double end = static_cast<double>(number) / scene.fps, start = simulation.time();
  const double count = std::ceil((end - start) / scene.settings.step - kRounding);
  for (int i = 1; i <= count; ++i) {
    const auto report = simulation.advance(start + (end - start) * i / count);
    if (!report) return report.error();
    ++frame.steps;
    frame.seconds += report->times.total;
    frame.worst_step = std::max(frame.worst_step, report->times.total);
    frame.contacts = report->contacts;
    frame.largest_strain = report->largest_strain;
  }
  frame.time = end;
  return success();
}

ScenePositions copy_positions(const Simulation& simulation) {
  ScenePositions positions;
  for (const Body& body : simulation.bodies()) positions.emplace_back(body.positions.begin(), body.positions.end());
  return positions;
}

}  // namespace

std::vector<IntersectingPair> find_cloth_pairs(std::span<const Body> bodies, std::size_t cloth_count) {
  auto pairs = find_intersections(bodies).pairs;
  std::erase_if(pairs, [&](const IntersectingPair& p) { return p.a.body >= cloth_count && p.b.body >= cloth_count; });
  return pairs;
}

std::vector<Body> SceneRun::place(std::size_t frame) const {
  const ScenePositions& positions = kept.at(frame);
  std::vector<Body> bodies;
  for (const LoadedMesh& mesh : scene.cloths) bodies.push_back({mesh.surface.get(), positions[bodies.size()]});
  for (const LoadedMesh& mesh : scene.obstacles) bodies.push_back({mesh.surface.get(), positions[bodies.size()]});
  return bodies;
}

std::size_t SceneRun::cloth_triangles() const {
  std::size_t count = 0;
  for (const LoadedMesh& mesh : scene.cloths) count += mesh.surface->face_count();
  return count;
}

SceneDescription read_example(std::string_view name) {
  const auto examples = list_simulations();
  return *parse_scene(std::ranges::find(examples, name, &SimulationInfo::name)->json, name);
}

SceneRun run_scene(const SceneDescription& description, std::span<const std::size_t> kept, std::size_t most_frames) {
  SceneRun run{*load_scene(description, "."), {}, {}, {}};
  run.scene.settings.run.threads = 1;
  Simulation simulation = *Simulation::make(run.scene.scene, run.scene.settings);
  for (std::size_t number = 0; number <= std::min(most_frames, run.scene.frames); ++number) {
    RecordedFrame frame;
    if (const Status status = advance(simulation, run.scene, number, frame); !status) {
      run.trouble = status.error().message;
      break;
    }
    count_intersections(simulation.bodies(), simulation.cloth_count(), frame);
    run.frames.push_back(frame);
    if (std::ranges::find(kept, number) != kept.end()) run.kept[number] = copy_positions(simulation);
  }
  run.kept[run.last()] = copy_positions(simulation);
  return run;
}

}  // namespace abut::reproduce
