#include "kept_frames.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "mesh_output.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// A frame of this animation, even one that is to be done again, has the polygons of its input.
Status check_frame(const MeshInput& input, const fs::path& target) {
  const auto file = read_mesh(target);
  if (file && test_same_polygons(file->mesh(), source_polygons(input))) return success();
  return Error{fmt::format(
      "{}: is there already, but does not belong to this animation{}; choose another folder, or --force to replace it",
      printable(target.string()), file ? ", since its polygons are others" : ", since it cannot be read as a mesh")};
}

// Files of one moment may be from before a change, so only a later one is newer. One that is gone is older than any.
bool test_newer(std::span<const fs::path> targets, const std::vector<fs::path>& sources) {
  const auto time_of = [](const fs::path& file) {
    std::error_code error;
    const auto time = fs::last_write_time(file, error);
    return error ? fs::file_time_type::min() : time;
  };
  for (const fs::path& target : targets) {
    const auto is_older = [&](const fs::path& source) { return time_of(source) < time_of(target); };
    if (!std::all_of(sources.begin(), sources.end(), is_older)) return false;
  }
  return true;
}

bool test_pins(const UntangleInputs& inputs, const MeshInputs& kept) {
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    const auto before = file_positions(*inputs.meshes[m]), after = file_positions(*kept[m]);
    const auto is_still = [&](VertexId v) { return before[v] == after[v]; };
    if (!std::all_of(inputs.roles[m].pins.begin(), inputs.roles[m].pins.end(), is_still)) return false;
  }
  return true;
}

// What can still be said of how a kept frame came about: untangling that does nothing looks at the input.
Result<UntangleReport> make_report(const UntangleOptions& options, UntangleInputs inputs, const MeshInputs& kept) {
  for (MeshRole& role : inputs.roles) role.start.clear();
  const PlacedScene placed = place_scene(inputs, inputs.meshes);
  auto report = untangle(placed.scene, {.run = {options.threads, {}}, .max_iterations = 0});
  if (!report) return report;
  report->positions.clear();  // the files have them
  report->thickness = options.thickness.value_or(report->thickness);
  report->deformation = measure_deformation(inputs, kept, {options.threads, {}});
  report->seconds = 0;  // nothing was untangled
  return report;
}

bool test_there(const fs::path& file) {
  std::error_code ignored;
  return fs::exists(file, ignored);
}

}  // namespace

Status check_replaceable(const UntangleOptions& options, const UntangleInputs& inputs,
                         std::span<const fs::path> targets) {
  for (std::size_t m = 0; m < targets.size() && !options.force; ++m) {
    if (!test_there(targets[m])) continue;
    if (auto status = check_frame(*inputs.meshes[m], targets[m]); !status) return status;
  }
  return success();
}

std::optional<UntangleResult> find_kept(const UntangleOptions& options, const UntangleInputs& inputs, std::size_t frame,
                                        std::span<const fs::path> targets) {
  if (!std::all_of(targets.begin(), targets.end(), test_there)) return {};
  if (!test_newer(targets, list_sources(options, inputs, frame))) return {};
  auto kept = check_written(options, inputs, targets);
  if (!kept || !test_pins(inputs, kept->meshes)) return {};
  for (std::size_t m = 0; m < targets.size(); ++m) {
    kept->written.largest_rounding = std::max(kept->written.largest_rounding, estimate_rounding(*kept->meshes[m]));
  }
  check_thickness(options, inputs, *kept);
  if (!test_success(kept->written)) return {};
  auto report = make_report(options, inputs, kept->meshes);
  if (!report) return {};
  kept->report = std::move(*report);
  return std::move(*kept);
}

}  // namespace abut
