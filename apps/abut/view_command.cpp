#include "view_command.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <fstream>
#include <memory>

#include "base/text.h"
#include "io/recording_chunk.h"
#include "mesh_recording.h"
#include "mesh_summary.h"
#include "report_file.h"
#include "result_view.h"

namespace abut {
namespace {

struct ViewCommandOptions {
  std::vector<std::string> inputs;
  ViewOptions view;
  bool no_weld = false, together = false, quiet = false, force = false;

  std::FILE* messages() const { return quiet ? nullptr : stdout; }
};

// Named like a recording, or begins like one.
bool test_recording(const std::string& path) {
  std::error_code ignored;
  if (std::filesystem::is_other(path, ignored)) return false;  // to open a pipe would be to wait for someone
  std::string start(kRecordingMark.size(), '\0');
  std::ifstream(path, std::ios::binary).read(start.data(), static_cast<std::streamsize>(start.size()));
  return std::filesystem::path(path).extension() == ".abut" || start == kRecordingMark;
}

ExitCode view_recording(const ViewCommandOptions& options) {
  if (options.inputs.size() > 1) return fail({"a recording is shown alone; give one file"});
  if (!options.view.record.empty()) return fail({"this is a recording already; --record is for meshes"});
  const auto recording = RecordingFile::open(options.inputs[0]);
  if (!recording) return fail(recording.error());
  if (!recording->trouble().empty()) print_error(recording->trouble());
  if (const auto status = write_page(options.view, *recording, options.messages()); !status)
    return fail(status.error());
  if (!options.view.view) return ExitCode::clean;
  const auto status = show_recording(options.view, *recording, stdout);
  return status ? ExitCode::clean : fail(status.error());
}

// A still scene is a single frame.
Status add_frames(ResultView& view, const MeshInputs& meshes, bool quiet) {
  const std::size_t count = count_frames(meshes);
  if (count == 0) return view.writer().add_frame({});
  ProgressBar bar("reading", quiet);
  const Progress show_progress = bar.callback();
  for (std::size_t i = 0; i < count; ++i) {
    for (const auto& mesh : meshes) {
      if (auto status = read_frame(*mesh, i); !status) return status;
    }
    if (auto status = view.writer().add_frame({.name = frame_name(meshes, i), .positions = list_moved(meshes)});
        !status)
      return status;
    if (!show_progress(i + 1, count)) return Error{"interrupted"};
  }
  return success();
}

Result<MeshInputs> load(const ViewCommandOptions& options) {
  StatusLine status(options.quiet);
  return load_inputs(options.inputs, {!options.no_weld, options.together}, [&](const std::string& argument) {
    status.show(fmt::format("reading {} ...", printable(argument)));
  });
}

Status view_meshes(const ViewCommandOptions& options) {
  const auto meshes = load(options);
  if (!meshes) return meshes.error();
  const std::vector<std::string> targets = {options.view.html, options.view.record};
  if (auto status = check_not_read(*meshes, targets); !status) return status;
  if (!options.quiet) print_meshes(stdout, *meshes);
  auto view = ResultView::begin(options.view, make_recording_head("view", *meshes, meshes->size()));
  if (!view) return view.error();
  const InterruptGuard guard;
  if (auto status = add_frames(*view, *meshes, options.quiet); !status) return status;
  if (auto status = view->finish({}, 0, options.messages()); !status) return status;
  return InterruptGuard::was_interrupted() ? Status(Error{"interrupted"}) : view->show(stdout);
}

ExitCode run(ViewCommandOptions& options) {
  if (options.inputs.empty()) {
    return fail({"nothing to look at; for example: abut view result.abut (abut view --help)"});
  }
  options.view.view |= options.view.html.empty() && options.view.record.empty();
  for (const std::string& input : options.inputs) {
    for (const std::string& target : {options.view.html, options.view.record}) {
      if (test_same_file(input, target)) return fail({fmt::format("{}: is read and to be written", printable(input))});
    }
  }
  const std::vector<std::string> targets = {options.view.html, options.view.record};
  if (const auto status = check_different(targets); !status) return fail(status.error());
  if (const auto status = check_view_targets(options.view, options.force); !status) return fail(status.error());
  for (const std::string& input : options.inputs) {
    if (test_recording(input)) return view_recording(options);
  }
  const auto status = view_meshes(options);
  return status ? ExitCode::clean : fail(status.error());
}

constexpr const char* kFooter =
    "Examples:\n"
    "  abut check dress.obj --record dress.abut   records a result\n"
    "  abut view dress.abut                       shows it in the browser until Ctrl-C\n"
    "  abut view dress.abut --html dress.html     writes a single page that needs nothing else\n"
    "  abut view dress.obj body.ply               meshes, just to look at them\n"
    "  abut view frames/                          an animation: numbered mesh files of a folder\n"
    "  abut view result.abut --port 8080 --no-browser   on another machine: ssh -L 8080:127.0.0.1:8080\n"
    "\n"
    "The page is served to this machine only, and nothing but the page and the recording is. docs/recording.md has the "
    "format.\n"
    "\nExit code: 0, or 2 in case of trouble.";

}  // namespace

void add_view_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<ViewCommandOptions>();
  CLI::App* command = app.add_subcommand("view", "Look at a recorded result, or at meshes, in the browser");
  command
      ->add_option(
          "FILE", options->inputs,
          "A recording (.abut), or mesh files (OBJ, PLY, STL, OFF, glTF, GLB), folders of frames, point caches, "
          "built-in scenes")
      ->type_name("");
  add_view_options(*command, options->view);
  command->add_flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart");
  command->add_flag("--together", options->together, "Take numbered files with the same polygons as one scene");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors and the address");
  command->add_flag("--force", options->force,
                    "Let what is written replace any file but the inputs, not only its like");
  command->footer(kFooter);
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
