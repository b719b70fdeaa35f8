#include "untangle_batch.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"
#include "report_file.h"
#include "untangle_series.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// An obstacle may be among them, as where all files of a folder are given.
std::vector<std::string> list_files(const UntangleOptions& options) {
  std::vector<std::string> files = options.inputs;
  std::erase_if(files, [&](const std::string& file) {
    return std::any_of(options.obstacles.begin(), options.obstacles.end(),
                       [&](const std::string& obstacle) { return test_same_file(file, obstacle); });
  });
  return files;
}

Status check_batch(const UntangleOptions& options, const std::vector<std::string>& files) {
  if (files.empty()) return Error{"nothing may move: all meshes are obstacles"};
  if (options.view.is_wanted()) {
    return Error{"--each makes many scenes, and a recording shows one; untangle a file alone to look at it"};
  }
  if (!options.rests.empty()) return Error{"--rest is the shape of a single mesh, while --each has many"};
  for (const std::string& file : files) {
    std::error_code ignored;
    if (fs::is_regular_file(file, ignored) && !is_point_cache(file)) continue;
    return Error{fmt::format("{}: expected a mesh file, since --each makes a scene of every file", printable(file))};
  }
  return success();
}

}  // namespace

ExitCode untangle_each(const UntangleOptions& options) {
  const std::vector<std::string> files = list_files(options);
  if (const auto status = check_batch(options, files); !status) return fail(status.error());
  const auto targets = find_targets_of_each(options, files);
  if (!targets) return fail(targets.error());
  std::vector<fs::path> read(options.inputs.begin(), options.inputs.end());
  for (const auto* more : {&options.obstacles, &options.pins}) read.insert(read.end(), more->begin(), more->end());
  if (const auto status = check_targets(options, read, *targets); !status) return fail(status.error());

  UntangleInputs inputs;
  SceneSeries series{.one = "file", .many = "files", .format_json = format_untangle_batch_json};
  series.load = [&](std::size_t i) {
    UntangleOptions own = options;
    own.inputs = {files[i]};
    auto loaded = load_untangle_inputs(own);
    if (!loaded) return Status(loaded.error());
    inputs = std::move(*loaded);
    return success();
  };
  series.name_of = [&](std::size_t i) { return fs::path(files[i]).filename().string(); };
  return untangle_series(options, inputs, *targets, series);
}

}  // namespace abut
