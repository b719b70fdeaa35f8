#include "motion_check.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/timer.h"
#include "check_summary.h"
#include "motion_recording.h"
#include "motion_summary.h"

namespace abut {
namespace {

// The meshes that move come first, at their starts; then those that stay.
struct MotionInputs {
  MeshInputs meshes;
  std::vector<std::vector<Vec3>> ends;
};

Result<MotionInputs> load(const CheckOptions& options) {
  StatusLine status(options.quiet);
  const InputSettings settings{!options.no_weld, true};
  const auto show = [&](const std::string& argument) { status.show(fmt::format("reading {} ...", argument)); };
  MotionInputs inputs;
  for (std::size_t i = 0; i + 1 < options.motions.size(); i += 2) {
    auto mesh = load_motion(options.motions[i], options.motions[i + 1], settings, show);
    if (!mesh) return mesh.error();
    MeshInput& moving = **mesh;
    const std::vector<Vec3> start = moving.positions;
    if (const auto read = read_frame(moving, 1); !read) return read.error();
    inputs.ends.push_back(std::exchange(moving.positions, start));
    inputs.meshes.push_back(std::move(*mesh));
  }
  auto still = load_inputs(options.inputs, settings, show);
  if (!still) return still.error();
  if (count_frames(*still) > 0)
    return Error{"--motion goes from one mesh to another; what else takes part must stand still"};
  for (auto& mesh : *still) {
    inputs.ends.push_back(mesh->positions);
    inputs.meshes.push_back(std::move(mesh));
  }
  return inputs;
}

Result<ImpactSettings> make_settings(const CheckOptions& options) {
  ImpactSettings settings;
  settings.separation = options.separation;
  settings.tolerance = options.tolerance.value_or(settings.tolerance);
  if (options.times.empty()) return settings;
  if (options.times.size() != 2) return Error{"--time is given more than once"};
  settings.t0 = options.times[0];
  settings.t1 = options.times[1];
  if (!(settings.t0 <= settings.t1)) {
    return Error{fmt::format("--time {} {}: the second time comes before the first", settings.t0, settings.t1)};
  }
  return settings;
}

// All that moves under one detector.
class MotionRun {
 public:
  MotionRun(const CheckOptions& options, const MotionInputs& inputs, const ImpactSettings& touch)
      : options_(options), touch_(touch), detector_({}, {options.threads, {}}) {
    for (std::size_t i = 0; i < inputs.meshes.size(); ++i) {
      detector_.sweep(detector_.add(inputs.meshes[i]->body()), inputs.meshes[i]->positions, inputs.ends[i]);
    }
  }

  Impacts search(const Progress& progress) {
    ImpactSearchSettings settings = make_settings(progress);
    if (!options_.first) return detector_.find_impacts(settings);
    Impacts found;
    if (const auto impact = detector_.find_earliest_impact(settings)) found.impacts.push_back(*impact);
    found.intersecting_at_start = detector_.find_intersections({.run = settings.run, .stop_at_first = true}).pairs;
    found.is_complete = found.impacts.empty();
    return found;
  }

  /// What the same search does without culling; an error if an audit is asked for and finds a difference.
  Result<SearchCounts> search_plainly(const Impacts& found, const Progress& progress) {
    ImpactSearchSettings settings = make_settings(progress);
    settings.check_start = false;
    settings.culling = Culling::none;
    const Impacts plain = detector_.find_impacts(settings);
    const bool is_same = std::equal(
        plain.impacts.begin(), plain.impacts.end(), found.impacts.begin(), found.impacts.end(),
        [](const Impact& a, const Impact& b) { return a.a == b.a && a.b == b.b && a.touch.time == b.touch.time; });
    if (!options_.audit || !plain.is_complete || is_same) return plain.counts;
    return Error{
        fmt::format("AUDIT FAILED: {} impacts found with culling, {} without; this is a bug in abut: please "
                    "report it with these meshes",
                    found.impacts.size(), plain.impacts.size())};
  }

 private:
  ImpactSearchSettings make_settings(const Progress& progress) const {
    return {.run = {options_.threads, progress}, .touch = touch_};
  }

  const CheckOptions& options_;
  ImpactSettings touch_;
  Detector detector_;
};

void print_findings(const CheckOptions& options, const MotionInputs& inputs, const MotionReport& report,
                    const std::string& summary, const std::optional<SearchCounts>& plain) {
  print_meshes(options, inputs.meshes);
  if (!options.quiet) fmt::print(options.out(), "{}Checked in {:.3f} s.\n", summary, report.seconds);
  if (options.stats && plain) fmt::print(options.out(), "{}", summarize_stats(report.found.counts, *plain));
  if (options.audit && plain && !options.quiet) {
    fmt::print(options.out(), "Audit: the same impacts without culling.\n");
  }
}

}  // namespace

ExitCode check_motion(const CheckOptions& options) {
  if (options.first && (options.stats || options.audit)) {
    return fail({"with --motion, --first cannot be combined with --stats or --audit"});
  }
  const auto settings = make_settings(options);
  if (!settings) return fail(settings.error());
  const auto inputs = load(options);
  if (!inputs) return fail(inputs.error());
  if (const auto status = check_not_read(inputs->meshes, options.targets()); !status) return fail(status.error());
  const InterruptGuard guard;
  ProgressBar bar("checking", options.quiet);
  MotionReport report{*settings, {}, {inputs->ends.begin(), inputs->ends.end()}};
  const Timer timer;
  MotionRun run(options, *inputs, *settings);
  report.found = run.search(bar.callback());
  report.seconds = timer.seconds();
  report.is_interrupted = InterruptGuard::was_interrupted();
  report.first_only = options.first;
  std::optional<SearchCounts> plain;
  if ((options.stats || options.audit) && report.found.is_complete) {
    const auto counts = run.search_plainly(report.found, bar.callback());
    if (!counts) return fail(counts.error());
    plain = *counts;
  }
  bar.clear();

  const auto checked = list_checked(inputs->meshes);
  const auto status = write_reports(
      options, [&] { return format_motion_json(checked, report); }, [&] { return format_motion_csv(checked, report); });
  if (!status) return fail(status.error());
  const std::string summary = summarize_motion(checked, report);
  print_findings(options, *inputs, report, summary, plain);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (const auto recorded = record_motion(options, inputs->meshes, report, summary); !recorded)
    return fail(recorded.error());
  if (report.is_interrupted) return fail({"interrupted; what was found so far is reported"});
  const bool is_clean = report.found.impacts.empty() && report.found.intersecting_at_start.empty();
  return is_clean ? ExitCode::clean : ExitCode::found;
}

}  // namespace abut
