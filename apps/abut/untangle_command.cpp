#include "untangle_command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <limits>
#include <memory>

#include "mesh_output.h"
#include "mesh_summary.h"
#include "option_checks.h"
#include "report_file.h"
#include "scenes/tangles.h"
#include "untangle_animation.h"
#include "untangle_batch.h"
#include "untangle_notes.h"
#include "untangle_progress.h"
#include "untangle_recorder.h"
#include "untangle_run.h"
#include "untangle_summary.h"
#include "untangle_targets.h"

namespace abut {
namespace {

using Files = std::span<const std::filesystem::path>;

Result<UntangleResult> untangle_watched(const UntangleOptions& options, const UntangleInputs& inputs, Files files,
                                        UntangleRecorder& recorder) {
  UntangleProgress progress(options.quiet);
  return untangle_meshes(options, inputs, files,
                         [&](const UntangleStep& step, std::span<const std::span<const Vec3>> positions) {
                           progress.show(step);
                           if (options.view.is_wanted()) recorder.add(step, positions);
                         });
}

// Page and recording, where they are asked for.
Status record(const UntangleOptions& options, const UntangleInputs& inputs, const UntangleResult& result,
              const UntangleRecorder& recorder, const std::string& summary) {
  if (!options.view.is_wanted()) return success();
  auto view = begin_untangle_view(options, inputs, "step");
  if (!view) return view.error();
  {
    StatusLine line(options.quiet);
    line.show("recording ...");
    if (auto status = recorder.write(*view, result, {options.threads, {}}); !status) return status;
  }
  if (auto status = view->finish({summary}, 0, options.quiet ? nullptr : options.out()); !status) return status;
  return result.report.is_interrupted ? success() : view->show(options.out());
}

ExitCode untangle_single(const UntangleOptions& options, const UntangleInputs& inputs, Files files) {
  if (!options.quiet) {
    print_meshes(options.out(), inputs.meshes);
    fmt::print(options.out(), "{}", describe_roles(options, inputs));
  }
  std::fflush(options.out());
  UntangleRecorder recorder(inputs);
  const auto result = untangle_watched(options, inputs, files, recorder);
  if (!result) return fail(result.error());
  if (!options.json.empty()) {
    const auto meshes = list_untangled(inputs, result->meshes, files);
    const auto status = write_report(options.json, format_untangle_json(meshes, result->report, result->written));
    if (!status) return fail(status.error());
  }
  const std::string summary = summarize_untangling(options, *result, files);
  if (!options.quiet) fmt::print(options.out(), "{}", summary);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  if (result->report.is_interrupted) print_error("interrupted; the best state found so far is written");
  if (const auto status = record(options, inputs, *result, recorder, summary); !status) return fail(status.error());
  const bool is_success = test_success(result->written) && !result->report.is_interrupted;
  return is_success ? ExitCode::clean : ExitCode::found;
}

ExitCode run(const UntangleOptions& options) {
  if (options.inputs.empty()) {
    return fail({"no mesh given; for example: abut untangle dress.obj -o clean.obj (abut untangle --help)"});
  }
  if (options.output.empty()) return fail({"where to? Give a file, or a folder for several meshes: -o OUT"});
  if (options.each) return untangle_each(options);
  auto inputs = load_untangle_inputs(options);
  if (!inputs) return fail(inputs.error());
  const bool is_animation = count_frames(inputs->meshes) > 0;
  if (options.resume && !is_animation) {
    return fail({"--resume keeps frames of an animation, and this is a single scene; --force replaces a file"});
  }
  const auto targets = find_targets(options, *inputs);
  if (!targets) return fail(targets.error());
  if (const auto status = check_targets(options, *inputs, *targets); !status) return fail(status.error());
  return is_animation ? untangle_animation(options, *inputs, *targets)
                      : untangle_single(options, *inputs, targets->files[0]);
}

constexpr std::string_view kDetails =
    "Examples:\n"
    "  abut untangle dress.obj -o clean.obj\n"
    "  abut untangle shirt.obj coat.obj --layers shirt.obj,coat.obj --obstacle body.obj -o out/\n"
    "  abut untangle dress.ply -o clean.ply --obstacle body.ply --thickness 0.002 --pin collar --json report.json\n"
    "  abut untangle frames/ --obstacle body_frames/ -o out/   an animation, frame by frame\n"
    "  abut untangle garments/*.obj --each -o out/              one by one, not as one scene\n"
    "  abut untangle scene:skirts -o out/ --view               watch how it came about, in the browser\n"
    "\n"
    "All files together are one scene, unless they are numbered frames of one mesh (--together: one scene all the "
    "same) "
    "or\n"
    "--each is given.\n"
    "\n"
    "Everything in a file but positions stays as it is, and so does its format. What was written is read back and "
    "checked\n"
    "exactly, in the file's precision. If not everything could be resolved, the best state found is written, which "
    "never\n"
    "has more intersecting pairs than the input, and the report says what is left, where and why.\n"
    "\n"
    "--pin takes a group or object by name, a box as x0,y0,z0,x1,y1,z1, or a text file with one vertex a line,\n"
    "counted from 0 as the mesh file has them (with several meshes NAME:VERTEX); # starts a comment.\n"
    "Meshes are named by their file, with its folder and extension or without; parts by their object, group, or both.\n"
    "\n"
    "Exit code: 0 nothing intersects in what was written, and the thickness asked for is kept; 1 something is left, or "
    "Ctrl-C;\n"
    "2 trouble.";

std::string footer() {
  std::string text = fmt::format(
      "{}\n\nBuilt-in tangles (scene:NAME, scene:NAME:TRIANGLES or scene:NAME:TRIANGLES:SEED), with obstacles, pins "
      "and\n"
      "layers of their own:\n",
      kDetails);
  for (const TangleKind& kind : list_tangles()) text += fmt::format("  {:<9} {}\n", kind.name, kind.summary);
  return text;
}

CLI::Option* add_list(CLI::App& command, const std::string& name, std::vector<std::string>& values,
                      const std::string& description) {
  return command.add_option(name, values, description)
      ->expected(1)
      ->allow_extra_args(false)
      ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll)
      ->check(make_name_check());
}

void add_roles(CLI::App& command, UntangleOptions& options) {
  add_list(command, "--obstacle", options.obstacles,
           "A mesh that never moves and is not written: a file, or an input by its name; may be given several times")
      ->type_name("MESH");
  add_list(command, "--pin", options.pins, "Vertices that never move; may be given several times")
      ->type_name("GROUP|FILE|BOX");
  command
      .add_option("--layers", options.layers,
                  "Meshes or groups, by name, ordered from the skin outwards; of flat ones, normals point outwards")
      ->delimiter(',')
      ->allow_extra_args(false)
      ->type_name("INNER,...,OUTER");
  add_list(command, "--rest", options.rests,
           "A mesh with the same polygons whose shape is kept, instead of the input's; with several meshes one for "
           "each in order, or by name")
      ->type_name("FILE|NAME=FILE");
}

void add_limits(CLI::App& command, UntangleOptions& options) {
  command
      .add_option("--thickness", options.thickness,
                  "The distance to keep between surfaces everywhere (default: a hundredth of an edge, where something "
                  "was untangled)")
      ->check(make_range("a length", 0, kMaxCoordinate))
      ->type_name("LENGTH");
  command
      .add_option("--max-iterations", options.max_iterations,
                  fmt::format("Stop after so many iterations (default: {})", options.max_iterations))
      ->check(CLI::Range(1, 1'000'000))
      ->type_name("N");
  command
      .add_option("--time-limit", options.time_limit,
                  "Stop after so many seconds; results then depend on the machine (default: none)")
      ->check(make_range("a time", 0, 1e9))
      ->type_name("SECONDS");
  command.add_option("--seed", options.seed, "For what is left to chance (default: 1)")->type_name("N");
  command
      .add_option("--threads", options.threads,
                  "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
}

void add_outputs(CLI::App& command, UntangleOptions& options) {
  const CLI::Validator has_name = make_name_check();
  command
      .add_option("-o,--output", options.output,
                  "Where the result goes: a file, or a folder, in which meshes keep their names")
      ->check(has_name)
      ->type_name("FILE|FOLDER");
  command.add_option("--json", options.json, "Write all findings as JSON to FILE, or to standard output with -")
      ->check(has_name)
      ->type_name("FILE|-");
  command.add_flag("--quiet", options.quiet, "Print nothing but errors; the exit code tells");
  command.add_flag("--force", options.force, "Replace any file but those that are read");
  command.add_flag(
      "--resume", options.resume,
      "Of an animation or with --each, keep results that are there already, clean, and newer than what they come from");
}

}  // namespace

void add_untangle_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<UntangleOptions>();
  CLI::App* command =
      app.add_subcommand("untangle", "Take intersecting meshes apart, keeping their shape, and prove the result");
  command
      ->add_option("MESH", options->inputs,
                   "Mesh files (OBJ, PLY, STL, OFF, glTF, GLB), folders of frames, or built-in scenes")
      ->type_name("");
  add_outputs(*command, *options);
  add_roles(*command, *options);
  add_limits(*command, *options);
  add_view_options(*command, options->view);
  command->add_flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart; faces then touch there");
  auto* together = command->add_flag("--together", options->together,
                                     "Take numbered files with the same polygons as one scene, not as frames");
  command
      ->add_flag("--each", options->each,
                 "Take every file as a scene of its own; obstacles, pins and layers are those of all")
      ->excludes(together);
  command->footer(footer());
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
