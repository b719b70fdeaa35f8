#include "motion_recording.h"

#include <fmt/format.h>

#include <algorithm>

#include "mesh_recording.h"
#include "result_view.h"

namespace abut {
namespace {

constexpr std::size_t kMaxSteps = 60;             // a second or two of playing
constexpr std::size_t kMaxVertices = 64'000'000;  // of all frames together

std::size_t choose_steps(const MeshInputs& meshes) {
  std::size_t vertices = 1;
  for (const auto& mesh : meshes) vertices += mesh->animation ? mesh->positions.size() : 0;
  return std::clamp<std::size_t>(kMaxVertices / vertices, 1, kMaxSteps);
}

// Where everything is at a time from 0 to 1; nothing for what stands still.
std::vector<std::vector<Vec3>> find_positions(const MeshInputs& meshes, const MotionReport& report, double time) {
  std::vector<std::vector<Vec3>> positions(meshes.size());
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (!meshes[m]->animation) continue;
    positions[m] = meshes[m]->positions;
    for (std::size_t v = 0; v < positions[m].size(); ++v) {
      positions[m][v] = (1 - time) * positions[m][v] + time * report.end_positions[m][v];
    }
  }
  return positions;
}

Status add_frame(ResultView& view, const MeshInputs& meshes, const MotionReport& report, double time) {
  const auto& impacts = report.found.impacts;
  const auto end = std::find_if(impacts.begin(), impacts.end(), [&](const Impact& i) { return i.touch.time > time; });
  const std::span<const Impact> so_far(impacts.begin(), end);
  const auto positions = find_positions(meshes, report, time);
  RecordedFrame frame{fmt::format("time {:.3f}", time), {static_cast<double>(so_far.size())}};
  frame.positions.assign(positions.begin(), positions.end());
  if (time == 0) {  // of what comes later only impacts are known
    const auto& pairs = report.found.intersecting_at_start;
    frame.layers = record_intersections(pairs, find_contours(list_bodies(meshes), pairs));
  }
  frame.layers.push_back(record_impacts(list_checked(meshes), report, so_far));
  return view.writer().add_frame(frame);
}

}  // namespace

Status record_motion(const CheckOptions& options, const MeshInputs& meshes, const MotionReport& report,
                     const std::string& summary) {
  if (!options.view.is_wanted()) return success();
  RecordingHead head = make_recording_head("check", meshes, meshes.size());
  head.frame_word = "step";
  head.series = {{"impacts", "Impacts so far"}};
  auto view = ResultView::begin(options.view, head);
  if (!view) return view.error();
  const std::size_t steps = choose_steps(meshes);
  for (std::size_t i = 0; i <= steps; ++i) {
    const double time = static_cast<double>(i) / static_cast<double>(steps);
    if (auto status = add_frame(*view, meshes, report, time); !status) return status;
  }
  if (auto status = view->finish({summary}, steps, options.quiet ? nullptr : options.out()); !status) return status;
  return report.is_interrupted ? success() : view->show(options.out());
}

}  // namespace abut
