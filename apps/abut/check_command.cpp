#include "check_command.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <memory>

#include "abut/detect.h"
#include "abut/io.h"
#include "base/text.h"
#include "check_summary.h"
#include "mesh_input.h"
#include "scenes/scenes.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

struct CheckOptions {
  std::vector<std::string> inputs;
  std::string json, pairs;
  int threads = 0;
  bool digest = false, first = false, quiet = false, no_weld = false, force = false;
};

Result<MeshInputs> load_all(const CheckOptions& options) {
  MeshInputs meshes;
  StatusLine status(options.quiet);
  for (const std::string& argument : options.inputs) {
    status.show(fmt::format("reading {} ...", printable(argument)));
    auto loaded = load_input(argument, !options.no_weld);
    if (!loaded) return loaded.error();
    for (auto& mesh : *loaded) meshes.push_back(std::move(mesh));
  }
  return meshes;
}

constexpr std::string_view kJsonStart = "{\n  \"format\": \"abut-check\"", kCsvStart = "mesh_a,part_a,";

// A report may replace an earlier report of the same kind, and nothing else: a mistyped name must not cost a mesh.
Status check_target(const std::string& path, std::string_view first_bytes, bool force) {
  if (path.empty() || path == "-") return success();
  if (auto status = check_writable(path); !status) return status;
  std::error_code ignored;
  if (force || !fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) == 0) return success();
  std::string found(first_bytes.size(), '\0');
  std::ifstream(path, std::ios::binary).read(found.data(), static_cast<std::streamsize>(found.size()));
  if (found == first_bytes) return success();
  return Error{fmt::format("{}: exists and is not an earlier report; choose another name, or --force to replace it",
                           printable(path))};
}

bool test_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  return a == b || fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
         fs::equivalent(a, b, ignored);
}

Status check_targets(const CheckOptions& options) {
  for (const std::string& input : options.inputs) {
    for (const std::string& target : {options.json, options.pairs}) {
      if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
    }
  }
  if (test_same_file(options.json, options.pairs)) {
    return Error{
        fmt::format("--json and --pairs both write to {}; give them different names", printable(options.json))};
  }
  if (auto status = check_target(options.json, kJsonStart, options.force); !status) return status;
  return check_target(options.pairs, kCsvStart, options.force);
}

Status write_report(const std::string& path, const std::string& text) {
  if (path != "-") return write_file(path, text, true);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    return Error{"standard output: cannot be written"};
  }
  return success();
}

Status write_reports(const CheckOptions& options, const MeshInputs& meshes, const CheckReport& report) {
  std::vector<CheckedMesh> checked;
  for (const auto& mesh : meshes) checked.push_back({mesh->name, mesh->vertices_in_file, mesh->body()});
  if (!options.json.empty()) {
    if (auto status = write_report(options.json, format_check_json(checked, report)); !status) return status;
  }
  if (!options.pairs.empty()) return write_report(options.pairs, format_pairs_csv(checked, report));
  return success();
}

CheckReport run_check(const CheckOptions& options, const MeshInputs& meshes) {
  std::vector<Body> bodies;
  for (const auto& mesh : meshes) bodies.push_back(mesh->body());
  ProgressBar bar("checking", options.quiet);
  return check(bodies, {.run = {options.threads, bar.callback()}, .stop_at_first = options.first});
}

void print_summary(const CheckOptions& options, const MeshInputs& meshes, const CheckReport& report) {
  // With a report on standard output, people read standard error.
  std::FILE* out = options.json == "-" || options.pairs == "-" ? stderr : stdout;
  if (!options.quiet) {
    for (const auto& mesh : meshes) fmt::print(out, "{}", summarize_mesh(*mesh));
    fmt::print(out, "{}Checked in {:.3f} s.\n", summarize_check(meshes, report), report.seconds);
  }
  if (options.digest)
    fmt::print(out, "digest {}{}\n", report.digest, report.intersections.is_complete ? "" : " (incomplete)");
}

ExitCode fail(const Error& error) {
  print_error(error.message);
  return ExitCode::trouble;
}

ExitCode run(const CheckOptions& options) {
  if (options.inputs.empty()) return fail({"no mesh given; for example: abut check dress.obj (abut check --help)"});
  if (const auto status = check_targets(options); !status) return fail(status.error());
  const auto meshes = load_all(options);
  if (!meshes) return fail(meshes.error());
  const InterruptGuard guard;
  const CheckReport report = run_check(options, *meshes);
  if (const auto status = write_reports(options, *meshes, report); !status) return fail(status.error());
  print_summary(options, *meshes, report);
  if (std::fflush(stdout) != 0) return fail({"standard output: cannot be written"});
  const bool is_interrupted = !report.intersections.is_complete && InterruptGuard::was_interrupted();
  if (is_interrupted) return fail({"interrupted; what was found so far is reported"});
  return report.intersections.pairs.empty() ? ExitCode::clean : ExitCode::found;
}

std::string footer() {
  std::string text =
      "Examples:\n  abut check dress.obj\n  abut check body.ply dress.ply --json report.json\n"
      "  abut check scene:alpha\n\nScenes (scene:NAME or scene:NAME:TRIANGLES):\n";
  for (const SceneInfo& scene : list_scenes()) text += fmt::format("  {:<9} {}\n", scene.name, scene.summary);
  text +=
      "\nTouching counts, except between neighbours where they are joined. All files together are one scene; vertices "
      "at\n"
      "equal positions are welded within a file, not between files. A mesh wholly inside another does not intersect "
      "it.\n"
      "\nExit code: 0 nothing intersects, 1 something does, 2 trouble.";
  return text;
}

}  // namespace

void add_check_command(CLI::App& app, std::function<ExitCode()>& chosen) {
  auto options = std::make_shared<CheckOptions>();
  CLI::App* command =
      app.add_subcommand("check", "Find where meshes cut themselves and each other, or prove that they do not");
  const CLI::Validator has_name([](const std::string& name) { return name.empty() ? "a file name is missing" : ""; },
                                "");
  command->add_option("MESH", options->inputs, "Mesh files (OBJ, PLY, STL, OFF, glTF, GLB), or built-in scenes")
      ->type_name("");
  command->add_option("--json", options->json, "Write all findings as JSON to FILE, or to standard output with -")
      ->type_name("FILE|-")
      ->check(has_name);
  command->add_option("--pairs", options->pairs, "Write the intersecting pairs as CSV")
      ->type_name("FILE|-")
      ->check(has_name);
  command
      ->add_option("--threads", options->threads,
                   "Number of threads; the result never depends on it (default: all cores)")
      ->check(CLI::Range(1, 1024))
      ->type_name("N");
  command->add_flag("--digest", options->digest, "Print a number that is equal for equal lists of pairs");
  command->add_flag("--first", options->first, "Stop at the first pair: a yes or no");
  command->add_flag("--no-weld", options->no_weld, "Keep vertices at equal positions apart; faces then touch there");
  command->add_flag("--quiet", options->quiet, "Print nothing but errors and what is asked for; the exit code tells");
  command->add_flag("--force", options->force,
                    "Let --json and --pairs replace any file but the inputs, not only earlier reports");
  command->footer(footer());
  command->callback([options, &chosen] { chosen = [options] { return run(*options); }; });
}

}  // namespace abut
