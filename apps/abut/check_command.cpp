#include "check_command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <memory>
#include <optional>

#include "abut/detect.h"
#include "abut/io.h"
#include "base/text.h"
#include "base/timer.h"
#include "check_options.h"
#include "check_recording.h"
#include "check_summary.h"
#include "motion_check.h"
#include "option_checks.h"
#include "proximity_check.h"
#include "scenes/scenes.h"

namespace abut {
namespace {

// Those of --against come last.
Result<MeshInputs> load_all(CheckOptions& options) {
  StatusLine status(options.quiet);
  const auto show = [&](const std::string& argument) {
    status.show(fmt::format("reading {} ...", printable(argument)));
  };
  auto meshes = load_inputs(options.inputs,
                            {!options.no_weld, options.together || !options.against.empty() || options.within}, show);
  if (!meshes || options.against.empty()) return meshes;
  options.first_count = meshes->size();
  auto others = load_inputs(options.against, {!options.no_weld, true}, show);
  if (!others) return others;
  for (auto& mesh : *others) meshes->push_back(std::move(mesh));
  if (count_frames(*meshes) > 0) return Error{"--against compares meshes that stand still; give single frames"};
  return meshes;
}

// Of what was found, the pairs that --against and --first ask for.
Intersections keep_asked(const CheckOptions& options, Intersections found, std::size_t mesh_count) {
  if (options.against.empty()) return found;
  std::erase_if(found.pairs, [&](const IntersectingPair& pair) {
    return !options.test_against(pair.a.body, pair.b.body, mesh_count);
  });
  if (options.first && found.pairs.size() > 1) {
    found.pairs.resize(1);
    found.is_complete = false;
  }
  return found;
}

// The meshes of the command line under one detector, checked once or frame by frame.
class CheckRun {
 public:
  CheckRun(const CheckOptions& options, MeshInputs& meshes)
      : options_(options), meshes_(meshes), detector_({}, {options.threads, {}}) {
    const Timer timer;
    for (const auto& mesh : meshes) detector_.add(mesh->body());
    build_seconds_ = timer.seconds();
  }

  double build_seconds() const { return build_seconds_; }

  /// From now on what is checked is recorded, if that is asked for.
  Status begin_recording() {
    if (!options_.view.is_wanted()) return success();
    auto recorder = CheckRecorder::begin(options_, meshes_, detector_);
    if (!recorder) return recorder.error();
    recorder_.emplace(std::move(*recorder));
    return success();
  }

  /// Ends the recording, if there is one with a frame. The error says why there is none.
  Status finish_recording(const std::string& summary) {
    if (recording_trouble_) return *recording_trouble_;
    return recorder_ && recorder_->has_frames() ? recorder_->finish(summary) : success();
  }
  /// Shows the recording until Ctrl-C, if that is asked for.
  Status show_recording() const {
    return recorder_ && recorder_->has_frames() ? recorder_->view().show(options_.out()) : success();
  }

  /// Checks the meshes where they are. An error if an audit finds a difference.
  Result<CheckReport> check(const Progress& progress, const std::string& frame_name) {
    const Timer timer;
    for (std::size_t i = 0; i < meshes_.size(); ++i) detector_.move(BodyId(i), meshes_[i]->positions);
    IntersectionSettings settings = options_.settings(progress);
    if (recorder_) settings.on_visit = recorder_->visitor();
    CheckReport report =
        make_report(list_bodies(meshes_), keep_asked(options_, detector_.find_intersections(settings), meshes_.size()),
                    settings.run);
    report.seconds = timer.seconds();
    counts_ += report.intersections.counts;
    if ((options_.audit || options_.stats) && report.intersections.is_complete) {
      if (const auto status = audit(report, progress); !status) return status.error();
    }
    record(frame_name, report);
    return report;
  }

  std::string summarize_stats() const { return abut::summarize_stats(counts_, plain_counts_); }

 private:
  // A recording that cannot be written must not cost the result. An interrupted search says nothing about a frame.
  void record(const std::string& frame_name, const CheckReport& report) {
    const bool is_cut = !report.intersections.is_complete && InterruptGuard::was_interrupted();
    if (!recorder_ || recording_trouble_ || is_cut) return;
    const auto status = recorder_->add_frame(frame_name, report);
    if (!status) recording_trouble_ = status.error();
  }

  Status audit(const CheckReport& report, const Progress& progress) {
    IntersectionSettings settings = options_.settings(progress);
    settings.culling = Culling::none;
    if (options_.stats) plain_counts_ += detector_.find_intersections(settings).counts;
    if (!options_.audit) return success();
    // Plain box trees have nothing in common with the detector but the exact tests.
    const Intersections plain =
        keep_asked(options_, find_intersections(list_bodies(meshes_), settings), meshes_.size());
    if (!plain.is_complete || plain.pairs == report.intersections.pairs) return success();
    return Error{fmt::format("AUDIT FAILED: {} pairs found with culling, {} without; {}",
                             report.intersections.pairs.size(), plain.pairs.size(),
                             options_.trust ? "--trust-boundaries loses pairs here"
                                            : "this is a bug in abut: please report it with this mesh")};
  }

  const CheckOptions& options_;
  MeshInputs& meshes_;
  Detector detector_;
  double build_seconds_ = 0;
  SearchCounts counts_, plain_counts_;
  std::optional<CheckRecorder> recorder_;
  std::optional<Error> recording_trouble_;
};

void print_extras(const CheckOptions& options, const CheckRun& check) {
  if (options.stats) fmt::print(options.out(), "{}", check.summarize_stats());
  if (options.audit && !options.quiet) fmt::print(options.out(), "Audit: the same pairs without culling.\n");
}

CheckReport check_once(const CheckOptions& options, const MeshInputs& meshes, const Progress& progress) {
  const Timer timer;
  const auto bodies = list_bodies(meshes);
  const IntersectionSettings settings = options.settings(progress);
  CheckReport report =
      make_report(bodies, keep_asked(options, find_intersections(bodies, settings), bodies.size()), settings.run);
  report.seconds = timer.seconds();
  return report;
}

// A single look needs no detector, unless something is asked about it.
ExitCode check_scene(const CheckOptions& options, MeshInputs& meshes) {
  std::optional<CheckRun> check;
  Result<CheckReport> result = [&]() -> Result<CheckReport> {
    ProgressBar bar("checking", options.quiet);
    const bool needs_detector = options.stats || options.audit || options.trust || options.view.is_wanted();
    if (!needs_detector) return check_once(options, meshes, bar.callback());
    check.emplace(options, meshes);
    if (const auto status = check->begin_recording(); !status) return status.error();
    return check->check(bar.callback(), "");
  }();
  if (!result) return fail(result.error());
  CheckReport& report = *result;
  if (check) report.seconds += check->build_seconds();
  const auto checked = list_checked(meshes);
  const auto status = write_reports(
      options, [&] { return format_check_json(checked, report); }, [&] { return format_pairs_csv(checked, report); });
  if (!status) return fail(status.error());
  print_meshes(options, meshes);
  const std::string summary = summarize_check(meshes, report, options.trust);
  if (!options.quiet) fmt::print(options.out(), "{}Checked in {:.3f} s.\n", summary, report.seconds);
  if (check) print_extras(options, *check);
  const auto recorded = check ? check->finish_recording(summary) : success();
  if (options.digest) {
    fmt::print(options.out(), "digest {}{}\n", report.digest, report.intersections.is_complete ? "" : " (incomplete)");
  }
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  const bool is_interrupted = !report.intersections.is_complete && InterruptGuard::was_interrupted();
  if (!recorded) return fail(recorded.error());
  if (is_interrupted) return fail({"interrupted; what was found so far is reported"});
  if (const auto shown = check ? check->show_recording() : success(); !shown) return fail(shown.error());
  return report.intersections.pairs.empty() ? ExitCode::clean : ExitCode::found;
}

// Reads and checks one frame.
Result<CheckReport> check_frame(CheckRun& check, MeshInputs& meshes, std::size_t frame) {
  for (const auto& mesh : meshes) {
    if (const auto status = read_frame(*mesh, frame); !status) return status.error();
  }
  return check.check([](std::uint64_t, std::uint64_t) { return !InterruptGuard::was_interrupted(); },
                     frame_name(meshes, frame));
}

ExitCode check_animation(const CheckOptions& options, MeshInputs& meshes) {
  print_meshes(options, meshes);
  CheckRun check(options, meshes);
  if (const auto status = check.begin_recording(); !status) return fail(status.error());
  std::vector<CheckedFrame> frames;
  std::optional<Error> trouble;
  const std::size_t count = count_frames(meshes);
  ProgressBar bar("checking", options.quiet);
  const Progress show_progress = bar.callback();
  bool is_found = false;
  for (std::size_t i = 0; i < count && !(options.first && is_found); ++i) {
    Result<CheckReport> report = check_frame(check, meshes, i);
    if (!report) trouble = report.error();
    if (report && !report->intersections.is_complete && InterruptGuard::was_interrupted())
      trouble = Error{"interrupted"};
    if (trouble) break;
    is_found |= !report->intersections.pairs.empty();
    frames.push_back({frame_name(meshes, i), std::move(*report)});
    bar.clear();
    if (!options.quiet || options.digest) {
      fmt::print(options.out(), "{}", summarize_frame(i, count, frames.back(), options.digest));
      std::fflush(options.out());
    }
    show_progress(i + 1, count);
  }
  bar.clear();
  const auto checked = list_checked(meshes);
  const auto status = write_reports(
      options, [&] { return format_animation_json(checked, frames, frames.size() == count); },
      [&] { return format_animation_csv(checked, frames); });
  if (!status) return fail(status.error());
  const std::string summary = summarize_animation(frames, count, options.trust);
  if (!options.quiet) fmt::print(options.out(), "{}", summary);
  if (!trouble) print_extras(options, check);
  const auto recorded = check.finish_recording(summary);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (trouble) {
    return fail(
        {fmt::format("{}; {} of {} frames were checked and are reported", trouble->message, frames.size(), count)});
  }
  if (!recorded) return fail(recorded.error());
  if (const auto shown = check.show_recording(); !shown) return fail(shown.error());
  return is_found ? ExitCode::found : ExitCode::clean;
}

ExitCode run(CheckOptions& options) {
  if (options.inputs.empty() && options.motions.empty())
    return fail({"no mesh given; for example: abut check dress.obj (abut check --help)"});
  if (const auto status = check_targets(options); !status) return fail(status.error());
  if (!options.motions.empty()) return check_motion(options);
  auto meshes = load_all(options);
  if (!meshes) return fail(meshes.error());
  if (const auto status = check_not_read(*meshes, options.targets()); !status) return fail(status.error());
  const InterruptGuard guard;
  if (options.within) return check_proximity(options, *meshes);
  return count_frames(*meshes) > 0 ? check_animation(options, *meshes) : check_scene(options, *meshes);
}

std::string footer() {
  std::string text =
      "Examples:\n  abut check dress.obj\n  abut check body.ply dress.ply --json report.json\n"
      "  abut check frames/                     an animation: numbered mesh files of a folder\n"
      "  abut check body.obj shirt.obj walk.pc2 a point cache (PC2, F32SEQ) moves the mesh before it\n"
      "  abut check dress.obj --against body.obj --within 0.002  what is nearer than two millimetres\n"
      "  abut check --motion start.obj end.obj  what touches on the way, and when first\n"
      "  abut check dress.obj --view            look at it in the browser\n"
      "  abut check scene:alpha\n\nScenes (scene:NAME or scene:NAME:TRIANGLES):\n";
  for (const SceneInfo& scene : list_scenes()) text += fmt::format("  {:<9} {}\n", scene.name, scene.summary);
  text += "and the tangles listed by abut untangle --help.\n";
  text +=
      "\nTouching counts, except between neighbours where they are joined. A mesh wholly inside another does not "
      "intersect\n"
      "it. All files together are one scene, unless they are numbered frames of one mesh; vertices at equal positions "
      "are\n"
      "welded within a file, not between files.\n"
      "\nExit code: 0 nothing intersects, 1 something does, 2 trouble. With --motion 1 if something touches on the way "
      "or\n"
      "intersects at the start, with --within if something is that near.";
  return text;
}

}  // namespace

void add_check_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Find where meshes cut themselves and each other, or prove that they do not");
  const CLI::Validator has_name = make_name_check();
  command
      ->add_option("MESH", options->inputs,
                   "Mesh files (OBJ, PLY, STL, OFF, glTF, GLB), folders of frames, point caches, or built-in scenes")
      ->type_name("");
  command->add_option("--json", options->json, "Write all findings as JSON to FILE, or to standard output with -")
      ->type_name("FILE|-")
      ->check(has_name);
  command->add_option("--pairs", options->pairs, "Write the intersecting pairs, impacts or what is near as CSV")
      ->type_name("FILE|-")
      ->check(has_name);
  command
      ->add_option("--threads", options->threads,
                   "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--digest", options->digest, "Print a number that is equal for equal lists of pairs");
  command->add_flag("--first", options->first,
                    "Stop at the first pair: a yes or no; with --motion, find nothing but the first impact");
  command->add_flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart; faces then touch there");
  command->add_flag("--together", options->together,
                    "Check numbered files with the same polygons against each other, not as frames");
  command->add_flag("--stats", options->stats, "Print what the search did, with and without culling by shape");
  command->add_flag("--audit", options->audit,
                    "Search again with plain box trees, compare, and fail loudly on a difference");
  command->add_flag(
      "--trust-boundaries", options->trust,
      "Leave patches alone if all their faces look to one side, whatever their rim: faster, may lose pairs");
  CLI::Option* against =
      command
          ->add_option("--against", options->against,
                       "Compare the meshes with this one, or these, and neither with themselves nor among each other")
          ->type_name("MESH ...");
  CLI::Option* within = command
                            ->add_option("--within", options->within,
                                         "List all vertices, edges and faces as near as this, and the least distance")
                            ->check(make_range("a length", 0, kMaxCoordinate))
                            ->type_name("LENGTH");
  CLI::Option* motion =
      command
          ->add_option(
              "--motion", options->motions,
              "Find what touches while a mesh goes straight from START to END, which have the same polygons; may be "
              "given several times, and other meshes stand still")
          ->type_name("START END")
          ->type_size(2)
          ->expected(1)
          ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
          ->allow_extra_args(false);
  command
      ->add_option("--separation", options->separation,
                   "With --motion: as near as this counts as touching (default: 0)")
      ->needs(motion)
      ->check(make_range("a length", 0, kMaxCoordinate))
      ->type_name("LENGTH");
  command
      ->add_option("--tolerance", options->tolerance,
                   "With --motion: times may be earlier than the true ones by this share of the way (default: 1e-6)")
      ->needs(motion)
      ->check(make_range("a share", 1e-14, 1))
      ->type_name("SHARE");
  command->add_option("--time", options->times, "With --motion: look only at this part of the way, from 0 to 1")
      ->needs(motion)
      ->type_size(2)
      ->allow_extra_args(false)
      ->check(make_range("a time", 0, 1))
      ->type_name("T0 T1");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors and what is asked for; the exit code tells");
  command->add_flag("--force", options->force,
                    "Let what is written replace any file but the inputs, not only its like");
  add_view_options(*command, options->view);
  for (const char* other : {"--digest", "--together", "--trust-boundaries"}) {
    motion->excludes(command->get_option(other));
    within->excludes(command->get_option(other));
  }
  for (const char* other : {"--first", "--stats", "--audit"}) within->excludes(command->get_option(other));
  motion->excludes(within);
  motion->excludes(against);
  command->footer(footer());
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
