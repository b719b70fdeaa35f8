#include "untangle_targets.h"

#include <fmt/format.h>

#include <algorithm>
#include <set>

#include "base/text.h"
#include "io/format_detection.h"
#include "report_file.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// How reports begin: of a scene, of an animation, of several files.
constexpr std::string_view kJsonStarts[] = {"{\n  \"format\": \"abut-untangle\"",
                                            "{\n  \"format\": \"abut-untangle-animation\"",
                                            "{\n  \"format\": \"abut-untangle-batch\""};

const MeshFile* file_of(const MeshInput& mesh) { return std::get_if<MeshFile>(&*mesh.source); }

// The name that a mesh keeps in a folder.
fs::path name_in_folder(const MeshInput& mesh, std::size_t frame) {
  if (!mesh.frames.empty()) return mesh.frames[frame].filename();
  return file_of(mesh) != nullptr ? fs::path(mesh.name).filename() : fs::path(mesh.name + ".obj");
}

bool test_folder(const fs::path& path) {
  std::error_code ignored;
  return fs::is_directory(path, ignored) || !path.has_filename();
}

// A file is written again as it was but for positions, so its format stays. The mesh of a scene gets one that holds
// doubles, and vertices as they are.
Status check_format(const MeshInput& mesh, const fs::path& target) {
  const auto wanted = find_format_by_extension(target);
  const MeshFile* file = file_of(mesh);
  const std::string name = printable(target.string()), extension = quote(target.extension().string());
  if (file == nullptr) {
    const bool is_good = wanted == MeshFormat::obj || wanted == MeshFormat::ply || wanted == MeshFormat::off;
    if (is_good) return success();
    return Error{
        fmt::format("{0}: extension {1} found, expected .obj, .ply or .off, or a folder, as in {0}/", name, extension)};
  }
  if (wanted == file->format() || target.extension() == fs::path(mesh.name).extension()) return success();
  return Error{fmt::format("{}: extension {} found, expected that of {}, since the format ({}) stays{}", name,
                           extension, printable(mesh.name), format_name(file->format()),
                           target.has_extension() ? "" : fmt::format("; for a folder write {}/", name))};
}

// Names that lead to one file are equal here. Of a hard link only one name is replaced, so the other keeps its file.
fs::path find_canonical(const fs::path& path) {
  std::error_code error;
  const fs::path found = fs::weakly_canonical(path, error);
  return error ? path : found;
}

Status check_mesh_target(const UntangleOptions& options, const fs::path& path, bool is_frame) {
  std::error_code ignored;
  const fs::file_status status = fs::status(path, ignored);
  const std::string name = printable(path.string());
  if (fs::exists(status) && !fs::is_directory(status) && !fs::is_regular_file(status)) {
    return Error{fmt::format("{}: is no file that could be read back, which is how a result is checked", name)};
  }
  if (fs::is_regular_file(status) && !options.force && !options.resume) {
    return Error{fmt::format("{}: exists already; choose another name, or --force to replace it{}", name,
                             is_frame ? ", or --resume to keep it" : "")};
  }
  return check_writable(path);
}

Error name_taken(const fs::path& file) {
  return {fmt::format("{}: two meshes would be written there; rename one, or untangle from copies",
                      printable(file.string()))};
}

// A folder with the name of a mesh file would be a surprise.
Status check_folder_name(const fs::path& output) {
  std::error_code ignored;
  if (!output.has_filename() || fs::exists(output, ignored) || !find_format_by_extension(output)) return success();
  return Error{
      fmt::format("{0}: named like a mesh file, expected a folder, since there are several meshes to write; if it is "
                  "one write {0}/",
                  printable(output.string()))};
}

// A folder that is still to be made is written to the one it will be in.
Status check_folder(const fs::path& folder) {
  std::error_code ignored;
  if (folder.empty() || fs::is_directory(folder, ignored)) return success();
  if (fs::exists(folder, ignored)) {
    return Error{fmt::format("{}: is a file, expected a folder, since there are several meshes to write",
                             printable(folder.string()))};
  }
  return check_writable(folder);
}

// A report may go to the folder that is made for the meshes.
Status check_reports(const UntangleOptions& options, std::set<fs::path> taken, const fs::path& new_folder) {
  const ViewOptions& view = options.view;
  for (const std::string& report : {options.json, view.html, view.record}) {
    if (report.empty() || report == "-") continue;
    if (!taken.insert(find_canonical(report)).second) {
      return Error{fmt::format("{}: is read or written by something else already", printable(report))};
    }
  }
  const auto check = [&](const std::string& report, std::span<const std::string_view> starts) {
    const bool is_in_new_folder = !new_folder.empty() && find_canonical(report).parent_path() == new_folder;
    return is_in_new_folder ? success() : check_report_target(report, starts, options.force);
  };
  if (auto status = check_view(view); !status) return status;
  if (auto status = check(options.json, kJsonStarts); !status) return status;
  if (auto status = check(view.html, page_starts()); !status) return status;
  return check(view.record, recording_starts());
}

}  // namespace

Result<UntangleTargets> find_targets(const UntangleOptions& options, const UntangleInputs& inputs) {
  const std::size_t frames = count_frames(inputs.meshes);
  const fs::path output = options.output;
  UntangleTargets targets;
  targets.is_series = frames > 0;
  const bool is_several = frames > 0 || inputs.moving_count > 1, is_folder = is_several || test_folder(output);
  if (is_several) {
    if (auto status = check_folder_name(output); !status) return status.error();
  }
  if (is_folder) targets.folder = output.has_filename() ? output : output.parent_path();
  std::set<fs::path> taken;
  for (std::size_t frame = 0; frame < std::max<std::size_t>(1, frames); ++frame) {
    auto& files = targets.files.emplace_back();
    for (std::size_t m = 0; m < inputs.moving_count; ++m) {
      const MeshInput& mesh = *inputs.meshes[m];
      files.push_back(is_folder ? targets.folder / name_in_folder(mesh, frame) : output);
      if (auto status = check_format(mesh, files.back()); !status) return status.error();
      if (!taken.insert(files.back()).second) return name_taken(files.back());
    }
  }
  return targets;
}

Result<UntangleTargets> find_targets_of_each(const UntangleOptions& options, const std::vector<std::string>& files) {
  const fs::path output = options.output;
  if (auto status = check_folder_name(output); !status) return status.error();
  UntangleTargets targets{.folder = output.has_filename() ? output : output.parent_path(), .is_series = true};
  std::set<fs::path> taken;
  for (const std::string& file : files) {
    targets.files.push_back({targets.folder / fs::path(file).filename()});
    if (!taken.insert(targets.files.back()[0]).second) return name_taken(targets.files.back()[0]);
  }
  return targets;
}

Status check_targets(const UntangleOptions& options, const std::vector<fs::path>& read,
                     const UntangleTargets& targets) {
  if (auto status = check_folder(targets.folder); !status) return status;
  std::error_code ignored;
  const bool is_new_folder = !targets.folder.empty() && !fs::exists(targets.folder, ignored);
  std::set<fs::path> inputs, taken;
  for (const fs::path& file : read) inputs.insert(find_canonical(file));
  for (const auto& files : targets.files) {
    for (const fs::path& file : files) {
      if (inputs.contains(find_canonical(file))) {
        return Error{fmt::format("{}: is an input, and inputs are never written; choose another name",
                                 printable(file.string()))};
      }
      if (!taken.insert(find_canonical(file)).second) return name_taken(file);
      if (is_new_folder) continue;
      if (auto status = check_mesh_target(options, file, targets.is_series); !status) return status;
    }
  }
  taken.merge(inputs);
  return check_reports(options, std::move(taken), is_new_folder ? find_canonical(targets.folder) : fs::path());
}

Status check_targets(const UntangleOptions& options, const UntangleInputs& inputs, const UntangleTargets& targets) {
  std::vector<fs::path> read;
  for (std::size_t frame = 0; frame < targets.files.size(); ++frame) {
    const auto sources = list_sources(options, inputs, frame);
    read.insert(read.end(), sources.begin(), sources.end());
  }
  return check_targets(options, read, targets);
}

}  // namespace abut
