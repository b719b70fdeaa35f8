#include "spheres_scene_run.h"

#include <fmt/format.h>

#include <optional>

#include "abut/sphere_report.h"
#include "base/digest.h"
#include "base/text.h"
#include "base/timer.h"
#include "io/staged_file.h"
#include "report_file.h"
#include "spheres_scene_bodies.h"
#include "spheres_scene_recorder.h"
#include "spheres_scene_summary.h"

namespace abut {
namespace {

Status check_targets(const SpheresSceneOptions& options) {
  const std::string_view json_starts[] = {"{\n  \"format\": \"abut-spheres-scene"};
  const std::string exact = sphere_pair_columns(true), rough = sphere_pair_columns(false);
  const std::string_view pair_starts[] = {exact, rough};
  if (auto status = check_different(options.targets()); !status) return status;
  if (auto status = check_report_target(options.json, json_starts, options.force); !status) return status;
  if (auto status = check_report_target(options.pairs, pair_starts, options.force); !status) return status;
  return check_view_targets(options.view, options.force);
}

Status check_inputs(const SpheresSceneOptions& options, const SceneBodies& bodies) {
  for (const std::string& input : bodies.inputs()) {
    for (const std::string& target : options.targets()) {
      if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
    }
  }
  return success();
}

void add_to(Digest& digest, const SphereHits& hits) {
  digest.add(hits.hits.size());
  for (const BodyHit& hit : hits.hits) {
    digest.add(std::uint64_t{hit.a.value} << 32 | hit.b.value);
    for (const TrianglePair& pair : hit.triangles) digest.add(std::uint64_t{pair.a} << 32 | pair.b);
    for (const SpherePair& pair : hit.spheres) {
      for (int k = 0; k < 3; ++k) digest.add(std::uint64_t{pair.a.at[k]} << 32 | pair.b.at[k]);
    }
  }
}

// All pairs of all frames, written while they are found: they may be more than memory holds.
class PairsFile {
 public:
  static Result<PairsFile> create(const SpheresSceneOptions& options) {
    PairsFile pairs;
    if (options.pairs.empty()) return pairs;
    pairs.is_wanted_ = true;
    const std::string columns = sphere_pair_columns(!options.spheres_only);
    if (options.pairs != "-") {
      auto file = StagedFile::create(options.pairs, true);
      if (!file) return file.error();
      pairs.file_.emplace(*std::move(file));
    }
    if (const Status status = pairs.append(columns); !status) return status.error();
    return pairs;
  }
  Status add(std::size_t frame, const SphereHits& hits) {
    return is_wanted_ ? append(format_sphere_pairs(frame, hits)) : success();
  }
  Status finish() { return file_ ? file_->commit() : success(); }

 private:
  Status append(const std::string& text) {
    if (file_) return file_->append(text);
    if (std::fwrite(text.data(), 1, text.size(), stdout) == text.size()) return success();
    return Error{"standard output: cannot be written"};
  }

  bool is_wanted_ = false;
  std::optional<StagedFile> file_;
};

class SceneRun {
 public:
  SceneRun(const SpheresSceneOptions& options, SceneBodies& bodies, PairsFile& pairs, SpheresSceneRecorder* recorder)
      : options_(options), bodies_(bodies), pairs_(pairs), recorder_(recorder) {}

  /// All frames, or as many as there were before Ctrl-C.
  Result<SphereReport> run(const Progress& progress) {
    for (std::size_t frame = 0; frame < bodies_.frame_count(); ++frame) {
      if (!progress(frame, bodies_.frame_count())) break;
      if (const Status status = search(frame); !status)
        return Error{fmt::format("frame {}: {}", frame, status.error().message)};
    }
    describe();
    return std::move(report_);
  }

 private:
  Status search(std::size_t frame) {
    const Timer timer;
    bodies_.move_to(frame);
    const auto found = bodies_.find_hits({.stop_at_first = options_.first});
    if (!found) return found.error();
    SphereReportFrame& row = report_.frames.emplace_back();
    row.seconds = timer.seconds();
    row.time = bodies_.time(frame);
    row.counts = found->counts;
    row.bytes = bodies_.bytes_in_use();
    for (const BodyHit& hit : found->hits) {
      row.touching.push_back({hit.a, hit.b, hit.triangles.size() + hit.spheres.size()});
      report_.within = std::max(report_.within, hit.within);
    }
    add_to(digest_, *found);
    if (const Status status = pairs_.add(frame, *found); !status) return status;
    return recorder_ ? recorder_->add_frame(row, *found) : success();
  }

  void describe() {
    report_.scene = options_.scene;
    report_.backend = bodies_.overlap().backend;
    if (const DeviceOverlapTest* test = bodies_.overlap().test.get()) {
      report_.device = test->device_name();
      report_.query_count = test->query_count();
    }
    report_.depth = options_.depth;
    report_.is_exact = !options_.spheres_only;
    report_.is_complete = report_.frames.size() == bodies_.frame_count();
    for (std::size_t i = 0; i < bodies_.description().bodies.size(); ++i) {
      const SphereTree& tree = bodies_.tree(i);
      report_.bodies.push_back(
          {bodies_.description().bodies[i].name, tree.store().triangle_count(), tree.made_count()});
    }
    report_.memory_limit = bodies_.memory().limit();
    report_.memory_peak = bodies_.peak_bytes();
    report_.drop_count = bodies_.memory().drop_count();
    report_.page_reads = bodies_.count_page_reads();
    report_.page_bytes = bodies_.count_page_bytes();
    report_.digest = digest_.text();
  }

  const SpheresSceneOptions& options_;
  SceneBodies& bodies_;
  PairsFile& pairs_;
  SpheresSceneRecorder* recorder_;
  SphereReport report_;
  Digest digest_;
};

Status write_all(const SpheresSceneOptions& options, const SphereReport& report, PairsFile& pairs) {
  if (const Status status = pairs.finish(); !status) return status;
  return options.json.empty() ? success() : write_report(options.json, format_sphere_json(report));
}

ExitCode find_exit_code(const SphereReport& report) {
  if (!report.is_complete) return fail({"interrupted; what was found so far is reported"});
  for (const SphereReportFrame& frame : report.frames) {
    if (!frame.touching.empty()) return ExitCode::found;
  }
  return ExitCode::clean;
}

}  // namespace

ExitCode run_spheres_scene(const SpheresSceneOptions& options) {
  if (const Status status = check_targets(options); !status) return fail(status.error());
  auto bodies = SceneBodies::load(options);
  if (!bodies) return fail(bodies.error());
  if (const Status status = check_inputs(options, *bodies); !status) return fail(status.error());
  auto pairs = PairsFile::create(options);
  if (!pairs) return fail(pairs.error());
  std::optional<SpheresSceneRecorder> recorder;
  if (options.view.is_wanted()) {
    auto begun = SpheresSceneRecorder::begin(options, *bodies);
    if (!begun) return fail(begun.error());
    recorder.emplace(*std::move(begun));
  }
  const InterruptGuard guard;
  const auto report = [&] {
    ProgressBar bar("searching", options.quiet);
    return SceneRun(options, *bodies, *pairs, recorder ? &*recorder : nullptr).run(bar.callback());
  }();
  if (!report) return fail(report.error());
  if (const Status status = write_all(options, *report, *pairs); !status) return fail(status.error());
  const std::string summary = summarize_spheres_scene(*report, bodies->notes());
  if (!options.quiet) fmt::print(options.out(), "{}", summary);
  if (options.digest)
    fmt::print(options.out(), "digest {}{}\n", report->digest, report->is_complete ? "" : " (incomplete)");
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (recorder) {
    if (const Status status = recorder->finish(summary); !status) return fail(status.error());
    if (const Status status = recorder->show(); !status) return fail(status.error());
  }
  return find_exit_code(*report);
}

}  // namespace abut
