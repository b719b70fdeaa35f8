#include "simulate_outputs.h"

#include <fmt/format.h>

#include <algorithm>

#include "abut/io.h"
#include "base/text.h"
#include "report_file.h"

namespace abut {
namespace {

std::vector<std::span<const Vec3>> list_spans(const std::vector<std::vector<Vec3>>& positions) {
  return {positions.begin(), positions.end()};
}

bool is_sequence(const std::string& path) { return find_animation_format(path) == AnimationFormat::sequence; }

Error read_from(const std::string& input, std::string_view why) {
  return {fmt::format("{}: is what the scene is read from, and {}; choose another name", printable(input), why)};
}

Status check_apart(std::span<const std::string> outputs, std::span<const std::string> inputs) {
  for (const std::string& output : outputs) {
    for (const std::string& input : inputs) {
      if (test_same_file(output, input)) return read_from(input, "nothing may be written there");
    }
  }
  return success();
}

// What is written among the frames of an animation would be taken for some of them, next time.
Status check_folder(const std::string& path, const SimulateScene& scene) {
  const auto parent = std::filesystem::path(path).parent_path();
  for (const std::string& folder : scene.input_folders) {
    if (!test_same_file(parent.empty() ? "." : parent.string(), folder)) continue;
    return Error{fmt::format("{}: the scene reads an animation from this folder; choose another one", printable(path))};
  }
  return success();
}

Status check_output(const std::string& path, const SimulateScene& scene) {
  const auto format = find_animation_format(path);
  if (!format) {
    return Error{
        fmt::format("{}: .usda, .glb, .pc2, or .obj and .ply for a file each frame, are expected", printable(path))};
  }
  if (*format == AnimationFormat::glb && scene.loaded.frames + 1 > kMaxGlbFrames) {
    return Error{fmt::format("{}: {} frames are more than the {} a GLB holds; .usda and .pc2 hold any number",
                             printable(path), scene.loaded.frames + 1, kMaxGlbFrames)};
  }
  return success();
}

}  // namespace

SimulateFrame::SimulateFrame(const SimulateScene& scene, const SimulateOptions& options)
    : scene_(scene), cloth_only_(options.cloth_only) {
  const LoadedScene& loaded = scene.loaded;
  for (std::uint32_t i = 0; !cloth_only_ && i < loaded.solids.size(); ++i) {
    if (loaded.solids[i].mesh.mesh.polygon_count() > 0) solids_.push_back(i);
  }
  positions_.resize(loaded.cloths.size() + (cloth_only_ ? 0 : loaded.obstacles.size()) + solids_.size());
}

AnimationHead SimulateFrame::head() const {
  AnimationHead head;
  head.fps = scene_.loaded.fps;
  head.is_y_up = scene_.is_y_up;
  for (const LoadedMesh& mesh : scene_.loaded.cloths) head.meshes.push_back({mesh.name, &mesh.mesh, true});
  for (std::size_t i = 0; !cloth_only_ && i < scene_.loaded.obstacles.size(); ++i) {
    const bool moves = static_cast<bool>(scene_.loaded.scene.obstacles[i].placement);
    head.meshes.push_back({scene_.loaded.obstacles[i].name, &scene_.loaded.obstacles[i].mesh, moves});
  }
  for (const std::uint32_t i : solids_) {
    const LoadedMesh& mesh = scene_.loaded.solids[i].mesh;
    head.meshes.push_back({mesh.name, &mesh.mesh, scene_.loaded.solid_scene.solids[i].role != SolidRole::fixed});
  }
  return head;
}

const std::vector<std::vector<Vec3>>& SimulateFrame::place(const CoupledState& state) {
  const LoadedScene& loaded = scene_.loaded;
  const double time = loaded.cloths.empty() ? state.solids.time : state.cloth.time;
  std::size_t next = 0;
  for (const LoadedMesh& mesh : loaded.cloths) {
    positions_[next] = mesh.spread(state.cloth.positions[next]);
    ++next;
  }
  for (std::size_t i = 0; !cloth_only_ && i < loaded.obstacles.size(); ++i, ++next) {
    const Obstacle& obstacle = loaded.scene.obstacles[i];
    if (!obstacle.placement) continue;
    std::vector<Vec3> points = obstacle.positions;
    obstacle.placement(time, points);
    positions_[next] = loaded.obstacles[i].spread(points);
  }
  for (const std::uint32_t i : solids_) {
    const Solid& solid = loaded.solid_scene.solids[i];
    if (solid.role != SolidRole::fixed)
      positions_[next] = loaded.solids[i].positions(find_solid_pose(solid, state.solids.motions[i]));
    ++next;
  }
  return positions_;
}

SimulateOutputs::SimulateOutputs(const SimulateScene& scene, const SimulateOptions& options,
                                 std::vector<std::string> own)
    : scene_(scene), options_(options), own_(std::move(own)), frame_(scene, options) {}

Result<AnimationWriter> SimulateOutputs::create(const std::string& path) const {
  const auto is_same = [&](const std::string& file) { return test_same_file(file, path); };
  return AnimationWriter::create(path, frame_.head(), options_.force || std::any_of(own_.begin(), own_.end(), is_same));
}

Status SimulateOutputs::check() const {
  std::vector<std::string> names = options_.outputs;
  names.insert(names.end(), {options_.json, options_.view.html, options_.view.record});
  if (auto status = check_different(names); !status) return status;
  if (auto status = check_apart(names, scene_.inputs); !status) return status;
  for (const std::string& path : options_.outputs) {
    if (auto status = check_output(path, scene_); !status) return status;
    if (auto status = check_folder(path, scene_); !status) return status;
    // A folder is made where there is none; what goes into it is not known before the work is done.
    const auto folder = std::filesystem::path(path).parent_path();
    std::error_code ignored;
    if (!folder.empty()) std::filesystem::create_directories(folder, ignored);
    // A writer that never finishes leaves nothing, and says now what it would say at the end.
    const auto writer = create(path);
    if (!writer) return writer.error();
    for (const std::string& input : scene_.inputs) {
      if (writer->may_replace(input)) return read_from(input, fmt::format("{} would replace it", printable(path)));
    }
  }
  return success();
}

Status SimulateOutputs::begin() {
  for (const std::string& path : options_.outputs) {
    if (!is_sequence(path)) continue;
    auto writer = create(path);
    if (!writer) return writer.error();
    sequences_.push_back(std::move(*writer));
  }
  return success();
}

Status SimulateOutputs::add(const CoupledState& state) {
  const auto positions = list_spans(frame_.place(state));
  for (AnimationWriter& writer : sequences_) {
    if (auto status = writer.add_frame(positions); !status) return status;
  }
  return success();
}

Status SimulateOutputs::finish(const SimulationJournal& journal) {
  const auto finish_writer = [&](AnimationWriter& writer) -> Status {
    if (auto status = writer.finish(); !status) return status;
    for (const auto& file : writer.files()) files_.push_back(file.string());
    return success();
  };
  for (AnimationWriter& writer : sequences_) {
    if (auto status = finish_writer(writer); !status) return status;
  }
  for (const std::string& path : options_.outputs) {
    if (is_sequence(path)) continue;
    auto writer = create(path);
    if (!writer) return writer.error();
    for (std::size_t i = 0; i < journal.state_count(); ++i) {
      const auto state = journal.read(i);
      if (!state) return state.error();
      const auto positions = list_spans(frame_.place(*state));
      if (auto status = writer->add_frame(positions); !status) return status;
    }
    if (auto status = finish_writer(*writer); !status) return status;
  }
  return success();
}

bool test_rounded(const SimulateOptions& options) {
  return std::any_of(options.outputs.begin(), options.outputs.end(),
                     [](const std::string& path) { return !is_sequence(path); });
}

}  // namespace abut
