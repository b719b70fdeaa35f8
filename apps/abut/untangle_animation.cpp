#include "untangle_animation.h"

#include <fmt/format.h>

#include "kept_frames.h"
#include "mesh_output.h"
#include "mesh_summary.h"
#include "report_file.h"
#include "untangle_frame_summary.h"
#include "untangle_notes.h"
#include "untangle_progress.h"
#include "untangle_run.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

class AnimationRun {
 public:
  AnimationRun(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets)
      : options_(options), inputs_(inputs), targets_(targets), progress_(options.quiet) {}

  void run();
  ExitCode finish() const;

 private:
  Status load_frame(std::size_t frame);
  Status untangle_frame(std::size_t frame);
  void keep(std::size_t frame, UntangleResult result, bool is_resumed);

  const UntangleOptions& options_;
  UntangleInputs& inputs_;
  const UntangleTargets& targets_;
  UntangleProgress progress_;
  std::vector<UntangledFrame> frames_;
  std::vector<std::vector<Vec3>> displacements_;  // of the last frame's vertices, as the files have them
  std::optional<Error> trouble_;
  bool is_interrupted_ = false, is_success_ = true;
};

// What moved the frame before is a good start for this one, so that the result does not jump.
Status AnimationRun::load_frame(std::size_t frame) {
  for (const auto& mesh : inputs_.meshes) {
    if (auto status = reload_frame(*mesh, frame, options_.input_settings()); !status) return status;
  }
  for (std::size_t m = 0; m < displacements_.size(); ++m) {
    const auto positions = file_positions(*inputs_.meshes[m]);
    auto& start = inputs_.roles[m].start;
    start.assign(positions.begin(), positions.end());
    for (std::size_t v = 0; v < start.size(); ++v) start[v] += displacements_[m][v];
  }
  return success();
}

Status AnimationRun::untangle_frame(std::size_t frame) {
  if (auto status = load_frame(frame); !status) return status;
  if (options_.resume) {
    if (auto status = check_replaceable(options_, inputs_, targets_.files[frame]); !status) return status;
    auto kept = find_kept(options_, inputs_, frame, targets_.files[frame]);
    if (kept) return keep(frame, std::move(*kept), true), success();
  }
  const auto observe = [&](const UntangleStep& step, std::span<const std::span<const Vec3>>) { progress_.show(step); };
  auto result = untangle_meshes(options_, inputs_, targets_.files[frame], observe);
  if (!result) return result.error();
  keep(frame, std::move(*result), false);
  return success();
}

void AnimationRun::keep(std::size_t frame, UntangleResult result, bool is_resumed) {
  displacements_.resize(inputs_.moving_count);
  for (std::size_t m = 0; m < inputs_.moving_count; ++m) {
    const auto before = file_positions(*inputs_.meshes[m]), after = file_positions(*result.meshes[m]);
    displacements_[m].assign(after.begin(), after.end());
    for (std::size_t v = 0; v < before.size(); ++v) displacements_[m][v] -= before[v];
  }
  is_interrupted_ |= result.report.is_interrupted;
  is_success_ &= test_success(options_, result.written);
  frames_.push_back(
      {frame_name(inputs_.meshes, frame), std::move(result.report), std::move(result.written), is_resumed});
}

void AnimationRun::run() {
  const std::size_t count = targets_.files.size();
  for (std::size_t i = 0; i < count && !trouble_ && !is_interrupted_; ++i) {
    progress_.set_label(fmt::format("{}/{}", i + 1, count));
    if (const auto status = untangle_frame(i); !status) trouble_ = status.error();
    progress_.clear();
    if (trouble_ || options_.quiet) continue;
    fmt::print(options_.out(), "{}", summarize_untangled_frame(i, count, frames_.back()));
    std::fflush(options_.out());
  }
}

ExitCode AnimationRun::finish() const {
  const std::size_t count = targets_.files.size();
  if (!options_.json.empty()) {
    const bool is_complete = frames_.size() == count && !is_interrupted_;
    const std::vector<fs::path> folders(inputs_.moving_count, targets_.folder);
    const auto meshes = list_untangled(inputs_, inputs_.meshes, folders);
    const auto status = write_report(options_.json, format_untangle_animation_json(meshes, frames_, is_complete));
    if (!status) return fail(status.error());
  }
  if (!options_.quiet) {
    fmt::print(options_.out(), "{}", summarize_untangled_animation(frames_, count));
    if (!frames_.empty())
      fmt::print(options_.out(), "{}", doubt_thickness(options_, frames_[0].report.deformation.mean_edge));
  }
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (trouble_) {
    return fail(
        {fmt::format("{}; {} of {} frames were untangled and are written", trouble_->message, frames_.size(), count)});
  }
  if (is_interrupted_) {
    print_error(fmt::format("interrupted; {} of {} frames are written, and --resume goes on from there", frames_.size(),
                            count));
  }
  return is_success_ && !is_interrupted_ ? ExitCode::clean : ExitCode::found;
}

}  // namespace

ExitCode untangle_animation(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets) {
  if (!options.record.empty()) return fail({"--record keeps the steps of a single scene; give a single frame"});
  if (!options.quiet) {
    print_meshes(options.out(), inputs.meshes);
    fmt::print(options.out(), "{}", describe_roles(options, inputs));
  }
  AnimationRun run(options, inputs, targets);
  run.run();
  return run.finish();
}

}  // namespace abut
