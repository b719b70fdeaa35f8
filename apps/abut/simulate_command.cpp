#include "simulate_command.h"

#include <fmt/format.h>

#include <CLI/CLI.hpp>
#include <filesystem>
#include <memory>

#include "base/text.h"
#include "base/timer.h"
#include "option_checks.h"
#include "report_file.h"
#include "scenes/simulations.h"
#include "simulate_journal.h"
#include "simulate_run.h"
#include "simulate_summary.h"

namespace abut {
namespace {

constexpr std::string_view kReportStart[] = {"{\n  \"format\": \"abut-simulate\""};
constexpr double kLogSeconds = 10;
constexpr const char* kStopping = "\nabut: stopping; finished frames are kept (Ctrl-C again: stop at once)\n";

std::string describe_time(double seconds) {
  if (seconds < 100) return fmt::format("{:.0f} s", seconds);
  if (seconds < 6000) return fmt::format("{:.0f} min", seconds / 60);
  return fmt::format("{:.1f} h", seconds / 3600);
}

// How it goes on: a line on the terminal that changes, or now and then a line in a log.
class SimulateProgress {
 public:
  SimulateProgress(bool quiet, bool has_cloth)
      : guard_(quiet ? "" : kStopping), line_(quiet), is_logged_(!quiet && !test_terminal()), has_cloth_(has_cloth) {}

  void show(const SimulatedFrame& frame, std::size_t frame_count) {
    if (frame.is_resumed) return;
    if (first_ == 0) first_ = std::max<std::size_t>(frame.frame, 1);
    if (is_logged_ && timer_.seconds() - last_shown_ < kLogSeconds) return;
    last_shown_ = timer_.seconds();
    const double done = static_cast<double>(frame.frame + 1 - first_);
    const double left = done > 0 ? timer_.seconds() / done * static_cast<double>(frame_count - frame.frame) : 0;
    const std::size_t contacts = frame.report.cloth.contacts + frame.report.solids.contacts;
    const std::string pairs =
        has_cloth_ ? ", " + plural(frame.pairs, "intersecting pair", "intersecting pairs") : std::string();
    const std::string text = fmt::format("frame {} of {}, {}{}, {:.2g} s a frame, {} left", frame.frame, frame_count,
                                         plural(contacts, "contact", "contacts"), pairs,
                                         done > 0 ? timer_.seconds() / done : 0.0, describe_time(left));
    if (is_logged_) {
      std::fputs((text + "\n").c_str(), stderr);
    } else {
      line_.show(text);
    }
  }
  void clear() { line_.clear(); }

 private:
  InterruptGuard guard_;
  StatusLine line_;
  bool is_logged_, has_cloth_;
  Timer timer_;
  double last_shown_ = 0;
  std::size_t first_ = 0;
};

void print_files(std::FILE* out, const std::vector<std::string>& files) {
  if (files.empty()) return;
  fmt::print(out, "Written: {}{}\n", printable(files.front()),
             files.size() > 1 ? fmt::format(" and {} more, up to {}", files.size() - 1, printable(files.back())) : "");
}

// What there is so far is written, whatever ended the run.
Status write_results(SimulateResult& result, const SimulateOptions& options, SimulateOutputs& outputs,
                     std::optional<SimulationJournal>& journal) {
  if (journal && journal->state_count() > 0) {
    if (auto status = outputs.finish(*journal); !status) return status;
    result.summary.files = outputs.files();
  }
  if (options.json.empty()) return success();
  return write_report(options.json, format_simulation_json(result.summary, result.frames));
}

Status show(const SimulateOptions& options, const SimulateResult& result, const std::string& summary,
            std::optional<SimulateRecorder>& recorder) {
  if (!recorder || !recorder->view().has_frames()) return success();
  if (auto status = recorder->view().finish({summary}, 0, options.quiet ? nullptr : options.out()); !status)
    return status;
  return result.is_interrupted || result.trouble ? success() : recorder->view().show(options.out());
}

ExitCode run(SimulateOptions options) {
  auto scene = load_simulation(options);
  if (!scene) return fail(scene.error());
  if (const auto status = check_view(options.view); !status) return fail(status.error());
  if (const auto status = check_view_targets(options.view, options.force); !status) return fail(status.error());
  if (const auto status = check_report_target(options.json, kReportStart, options.force); !status)
    return fail(status.error());
  auto journal = resume_journal(*scene, options);
  if (!journal) return fail(journal.error());
  SimulateOutputs outputs(*scene, options, *journal ? (*journal)->outputs() : std::vector<std::string>());
  if (const auto status = outputs.check(); !status) {
    const bool is_alone = options.resume && !*journal;
    return fail(
        {status.error().message + (is_alone ? "; there is no journal of an unfinished run to go on with" : "")});
  }
  // A scene that cannot be simulated leaves nothing behind.
  if (const auto possible = make_simulation(*scene, options); !possible) return fail(possible.error());
  if (!options.quiet) {
    for (const std::string& note : scene->loaded.notes) fmt::print(options.out(), "Note: {}\n", note);
  }
  if (const auto status = outputs.begin(); !status) return fail(status.error());
  std::optional<SimulateRecorder> recorder;
  if (options.view.is_wanted()) {
    auto begun = SimulateRecorder::begin(options, *scene);
    if (!begun) return fail(begun.error());
    recorder.emplace(std::move(*begun));
  }
  if (!*journal) journal = begin_journal(*scene, options);
  if (!journal) return fail(journal.error());

  auto result = [&] {
    SimulateProgress progress(options.quiet, !scene->loaded.cloths.empty());
    return run_simulation(*scene, options, *journal ? &**journal : nullptr, outputs, recorder ? &*recorder : nullptr,
                          [&](const SimulatedFrame& frame, std::size_t count) { progress.show(frame, count); });
  }();
  if (!result) return fail(result.error());
  if (const auto status = write_results(*result, options, outputs, *journal); !status) return fail(status.error());
  const std::string summary = summarize(*result, scene->loaded.frames);
  if (!options.quiet) {
    fmt::print(options.out(), "{}", summary);
    print_files(options.out(), result->summary.files);
    if (result->summary.files.empty() && !options.view.is_wanted()) {
      fmt::print(options.out(), "No frame was kept: -o FILE writes them, --record FILE or --view shows them\n");
    }
  }
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (result->summary.is_complete && *journal) (*journal)->remove();
  if (const auto status = show(options, *result, summary, recorder); !status) return fail(status.error());
  const std::string advice = *journal ? "; --resume goes on from there" : "";
  if (result->trouble)
    return fail({fmt::format("{}: {} (finished frames are kept{})", printable(options.scene), result->trouble->message,
                             advice)});
  if (result->is_interrupted) {
    print_error(fmt::format("interrupted; finished frames are kept{}", advice));
    return ExitCode::found;
  }
  return result->is_clean() ? ExitCode::clean : ExitCode::found;
}

std::string footer() {
  std::string names;
  for (const SimulationInfo& info : list_simulations()) {
    if (info.can_be_simulated) names += fmt::format("{}{}", names.empty() ? "" : ", ", info.name);
  }
  return fmt::format(
      "Examples:\n"
      "  abut simulate scene:sphere -o cloth.usda            for Blender, Houdini or usdview\n"
      "  abut simulate dress.json -o frames/dress.obj        a file each frame: dress_0000.obj and so on\n"
      "  abut simulate scene:flag --view                     watch it in the browser\n"
      "  abut simulate scene:pile -o pile.usda               200 solids fall on each other\n"
      "  abut simulate dress.json -o dress.glb --resume      go on after a kill or Ctrl-C\n"
      "\n"
      "The scene is a JSON file: cloth, solids, joints, robots (URDF), obstacles, ground, wind, time\n"
      "(docs/simulate_json.md), or one of the built-in ones, scene:NAME, which are files in examples/: {}.\n"
      "\n"
      "Every frame is checked: cloth exactly, in the precision of what is written; solids for how deep they are in\n"
      "each other. Until a run is done, finished frames are "
      "kept\n"
      "in a journal beside the first output, so that nothing is lost to Ctrl-C, a kill or a full disk.\n"
      "\n"
      "Exit code: 0 in the last frame cloth intersects nothing, and no solid is deeper in another than a tenth of\n"
      "the smaller one's half extent; 1 otherwise, or Ctrl-C; 2 trouble.",
      names);
}

}  // namespace

void add_simulate_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<SimulateOptions>();
  CLI::App* command = app.add_subcommand("simulate", "Move cloth and solids by gravity, wind, joints and contact");
  const CLI::Validator has_name = make_name_check();
  command->add_option("SCENE", options->scene, "A scene file (JSON), or scene:NAME")
      ->type_name("")
      ->required()
      ->check(has_name);
  command
      ->add_option("-o,--output", options->outputs,
                   "Where frames go: .usda, .glb, .pc2, or .obj and .ply for a file each; may be given several times")
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(has_name)
      ->type_name("FILE");
  add_time_options(*command, options->times);
  command
      ->add_option("--threads", options->threads,
                   "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--cloth-only", options->cloth_only, "Write no obstacles and no solids");
  command
      ->add_option("--json", options->json,
                   "Write what happened in each frame as JSON to FILE, or to standard output with -")
      ->check(has_name)
      ->type_name("FILE|-");
  command->add_flag("--resume", options->resume, "Go on where an earlier run of the same scene ended");
  command->add_flag("--force", options->force, "Replace files that are there");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors; the exit code tells");
  add_view_options(*command, options->view);
  command->footer(footer());
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
