#include "untangle_animation.h"

#include "mesh_summary.h"
#include "untangle_notes.h"
#include "untangle_series.h"

namespace abut {

ExitCode untangle_animation(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets) {
  SceneSeries series{.one = "frame", .many = "frames", .is_continuous = true};
  for (const auto& mesh : inputs.meshes) series.heading += summarize_mesh(*mesh);
  series.heading += describe_roles(options, inputs);
  series.load = [&](std::size_t frame) {
    for (const auto& mesh : inputs.meshes) {
      if (auto status = reload_frame(*mesh, frame, options.input_settings()); !status) return status;
    }
    return success();
  };
  series.name_of = [&](std::size_t frame) { return frame_name(inputs.meshes, frame); };
  series.format_json = [&](std::span<const UntangledFrame> frames, bool is_complete) {
    const std::vector<std::filesystem::path> folders(inputs.moving_count, targets.folder);
    return format_untangle_animation_json(list_untangled(inputs, inputs.meshes, folders), frames, is_complete);
  };
  return untangle_series(options, inputs, targets, series);
}

}  // namespace abut
