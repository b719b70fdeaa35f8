#include "untangle_series.h"

#include <fmt/format.h>

#include "kept_frames.h"
#include "mesh_output.h"
#include "report_file.h"
#include "untangle_frame_summary.h"
#include "untangle_notes.h"
#include "untangle_progress.h"
#include "untangle_recorder.h"
#include "untangle_run.h"

namespace abut {
namespace {

class SeriesRun {
 public:
  SeriesRun(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets,
            const SceneSeries& series)
      : options_(options), inputs_(inputs), targets_(targets), series_(series), progress_(options.quiet) {}

  void run();
  ExitCode finish();

 private:
  Status load(std::size_t i);
  Status untangle_scene(std::size_t i);
  void keep(std::size_t i, UntangleResult result, bool is_resumed);
  Status record(std::size_t i, const UntangleResult& result);
  Status finish_recording(const std::string& summary);

  const UntangleOptions& options_;
  UntangleInputs& inputs_;
  const UntangleTargets& targets_;
  const SceneSeries& series_;
  UntangleProgress progress_;
  std::vector<UntangledFrame> done_;
  std::vector<std::vector<Vec3>> displacements_;  // of the last scene's vertices, as the files have them
  std::optional<UntangleAnimationRecorder> recorder_;
  std::optional<Error> recording_trouble_;  // a recording that cannot be written must not cost the result
  std::optional<Error> trouble_;
  bool is_interrupted_ = false, is_success_ = true;
};

Status SeriesRun::load(std::size_t i) {
  if (auto status = series_.load(i); !status) return status;
  for (std::size_t m = 0; m < displacements_.size(); ++m) {
    const auto positions = file_positions(*inputs_.meshes[m]);
    auto& start = inputs_.roles[m].start;
    start.assign(positions.begin(), positions.end());
    for (std::size_t v = 0; v < start.size(); ++v) start[v] += displacements_[m][v];
  }
  return success();
}

Status SeriesRun::untangle_scene(std::size_t i) {
  if (auto status = load(i); !status) return status;
  if (options_.resume) {
    if (auto status = check_replaceable(options_, inputs_, targets_.files[i]); !status) return status;
    auto kept = find_kept(options_, inputs_, i, targets_.files[i]);
    if (kept) return keep(i, std::move(*kept), true), success();
  }
  const auto observe = [&](const UntangleStep& step, std::span<const std::span<const Vec3>>) { progress_.show(step); };
  auto result = untangle_meshes(options_, inputs_, targets_.files[i], observe);
  if (!result) return result.error();
  keep(i, std::move(*result), false);
  return success();
}

Status SeriesRun::record(std::size_t i, const UntangleResult& result) {
  if (!options_.view.is_wanted() || recording_trouble_) return success();
  if (!recorder_) {
    auto recorder = UntangleAnimationRecorder::begin(options_, inputs_);
    if (!recorder) return recorder.error();
    recorder_.emplace(std::move(*recorder));
  }
  return recorder_->add(series_.name_of(i), result, {options_.threads, {}});
}

void SeriesRun::keep(std::size_t i, UntangleResult result, bool is_resumed) {
  if (series_.is_continuous) displacements_.resize(inputs_.moving_count);
  for (std::size_t m = 0; m < displacements_.size(); ++m) {
    const auto before = file_positions(*inputs_.meshes[m]), after = file_positions(*result.meshes[m]);
    displacements_[m].assign(after.begin(), after.end());
    for (std::size_t v = 0; v < before.size(); ++v) displacements_[m][v] -= before[v];
  }
  is_interrupted_ |= result.report.is_interrupted;
  is_success_ &= test_success(result.written);
  if (const auto recorded = record(i, result); !recorded) recording_trouble_ = recorded.error();
  done_.push_back({series_.name_of(i), std::move(result.report), std::move(result.written), is_resumed});
}

void SeriesRun::run() {
  const std::size_t count = targets_.files.size();
  for (std::size_t i = 0; i < count && !trouble_ && !is_interrupted_; ++i) {
    progress_.set_label(fmt::format("{}/{}", i + 1, count));
    if (const auto status = untangle_scene(i); !status) trouble_ = status.error();
    progress_.clear();
    if (trouble_ || options_.quiet) continue;
    fmt::print(options_.out(), "{}", summarize_untangled_frame(i, count, done_.back()));
    std::fflush(options_.out());
  }
}

Status SeriesRun::finish_recording(const std::string& summary) {
  if (recording_trouble_) return *recording_trouble_;
  if (!recorder_) return success();
  return recorder_->view().finish({summary}, 0, options_.quiet ? nullptr : options_.out());
}

ExitCode SeriesRun::finish() {
  const std::size_t count = targets_.files.size();
  if (!options_.json.empty()) {
    const bool is_complete = done_.size() == count && !is_interrupted_;
    if (const auto status = write_report(options_.json, series_.format_json(done_, is_complete)); !status)
      return fail(status.error());
  }
  const std::string summary = summarize_series(done_, plural(count, series_.one, series_.many));
  if (!options_.quiet) {
    fmt::print(options_.out(), "{}", summary);
    if (!done_.empty())
      fmt::print(options_.out(), "{}", doubt_thickness(options_, done_[0].report.deformation.mean_edge));
  }
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (const auto status = finish_recording(summary); !status) return fail(status.error());
  const std::string written = fmt::format("{} of {} {}", done_.size(), count, series_.many);
  if (trouble_) return fail({fmt::format("{}; {} were untangled and are written", trouble_->message, written)});
  if (is_interrupted_) {
    print_error(fmt::format("interrupted; {} are written, and --resume goes on from there", written));
  } else if (recorder_) {
    if (const auto status = recorder_->view().show(options_.out()); !status) return fail(status.error());
  }
  return is_success_ && !is_interrupted_ ? ExitCode::clean : ExitCode::found;
}

}  // namespace

ExitCode untangle_series(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets,
                         const SceneSeries& series) {
  if (!options.quiet) fmt::print(options.out(), "{}", series.heading);
  SeriesRun run(options, inputs, targets, series);
  run.run();
  return run.finish();
}

}  // namespace abut
