#include "untangle_recorder.h"

#include <fmt/format.h>

#include <algorithm>

#include "console.h"
#include "mesh_output.h"
#include "mesh_recording.h"

namespace abut {
namespace {

constexpr std::size_t kMaxSteps = 200;
constexpr std::size_t kMaxVertices = 12'000'000;  // of all steps together: 300 MB, half of it in the file

const std::vector<RecordedSeries> kSeries = {{"pairs", "Intersecting pairs"},
                                             {"crossings", "Crossings"},
                                             {"contours", "Contours"},
                                             {"length", "Length of the contours"}};

std::vector<Body> place_bodies(const UntangleInputs& inputs, std::span<const std::vector<Vec3>> positions) {
  std::vector<Body> bodies = list_bodies(inputs.meshes);
  for (std::size_t m = 0; m < positions.size(); ++m) bodies[m].positions = positions[m];
  return bodies;
}

// What the files have, and obstacles, vertex by vertex as in the input.
std::vector<std::vector<Vec3>> read_positions(const UntangleInputs& inputs, const UntangleResult& result) {
  std::vector<std::vector<Vec3>> positions;
  for (std::size_t m = 0; m < inputs.meshes.size(); ++m) {
    positions.push_back(pick_positions(*inputs.meshes[m], file_positions(*result.meshes[m])));
  }
  return positions;
}

// A frame with the first meshes at these positions, and with all that intersects there.
Status add_frame(ResultView& view, const UntangleInputs& inputs, const std::string& name,
                 std::span<const std::vector<Vec3>> positions, const RunSettings& run) {
  const auto bodies = place_bodies(inputs, positions);
  const auto pairs = find_counted(inputs, bodies, run).pairs;
  const Contours contours = find_contours(bodies, pairs, run);
  RecordedFrame frame{name, {}, {positions.begin(), positions.end()}, record_intersections(pairs, contours)};
  std::size_t crossings = 0;
  for (auto& layer : record_gradients(bodies, pairs, inputs.moving_count, run)) {
    crossings = std::get<RecordedArrows>(layer.content).origins.size();
    frame.layers.push_back(std::move(layer));
  }
  frame.values = {static_cast<double>(pairs.size()), static_cast<double>(crossings),
                  static_cast<double>(contours.contours.size()), measure_length(contours)};
  return view.writer().add_frame(frame);
}

// The mesh as it is now, without what is needed to read or write it.
std::shared_ptr<MeshInput> copy_shape(const MeshInput& mesh) {
  auto copy = std::make_shared<MeshInput>();
  copy->name = mesh.name;
  copy->notes = mesh.notes;
  copy->vertices_in_file = mesh.vertices_in_file;
  copy->positions = mesh.positions;
  copy->surface = mesh.surface;
  copy->vertex_of = mesh.vertex_of;
  return copy;
}

}  // namespace

void UntangleRecorder::thin_out() {
  every_ *= 2;
  std::erase_if(steps_, [&](const Step& kept) { return kept.step.iteration % every_ != 0; });
}

void UntangleRecorder::add(const UntangleStep& step, std::span<const std::span<const Vec3>> positions) {
  if (step.iteration % every_ != 0) return;
  Step& kept = steps_.emplace_back(Step{step, {}});
  std::size_t vertices = 1;
  for (const auto& of_mesh : positions.first(inputs_.moving_count)) {
    kept.positions.emplace_back(of_mesh.begin(), of_mesh.end());
    vertices += of_mesh.size();
  }
  if (steps_.size() > std::clamp<std::size_t>(kMaxVertices / vertices, 2, kMaxSteps)) thin_out();
}

Status UntangleRecorder::write(ResultView& view, const UntangleResult& result, const RunSettings& run) const {
  for (const Step& kept : steps_) {
    const int iteration = kept.step.iteration;
    const std::string name = iteration == 0 ? "input" : fmt::format("after iteration {}", iteration);
    if (auto status = add_frame(view, inputs_, name, kept.positions, run); !status) return status;
  }
  return add_frame(view, inputs_, "result", read_positions(inputs_, result), run);
}

Result<ResultView> begin_untangle_view(const UntangleOptions& options, const UntangleInputs& inputs,
                                       const std::string& frame_word) {
  RecordingHead head = make_recording_head("untangle", inputs.meshes, inputs.moving_count);
  head.frame_word = frame_word;
  head.series = kSeries;
  return ResultView::begin(options.view, head);
}

UntangleAnimationRecorder::UntangleAnimationRecorder(UntangleInputs pattern, ResultView view)
    : pattern_(std::move(pattern)), view_(std::move(view)) {}

Result<UntangleAnimationRecorder> UntangleAnimationRecorder::begin(const UntangleOptions& options,
                                                                   const UntangleInputs& inputs) {
  UntangleInputs pattern;
  pattern.moving_count = inputs.moving_count;
  for (const auto& mesh : inputs.meshes) pattern.meshes.push_back(copy_shape(*mesh));
  auto view = begin_untangle_view(options, pattern, "frame");
  if (!view) return view.error();
  return UntangleAnimationRecorder(std::move(pattern), std::move(*view));
}

Status UntangleAnimationRecorder::add(const std::string& name, const UntangleResult& result, const RunSettings& run) {
  return add_frame(view_, pattern_, name, read_positions(pattern_, result), run);
}

}  // namespace abut
