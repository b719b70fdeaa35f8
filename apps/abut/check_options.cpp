#include "check_options.h"

#include <fmt/format.h>

#include <filesystem>
#include <fstream>
#include <span>

#include "base/text.h"
#include "check_summary.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

// How reports begin: of a scene, of an animation, of a motion, of what is near.
constexpr std::string_view kJsonStarts[] = {"{\n  \"format\": \"abut-check"},
                           kCsvStarts[] = {"mesh_a,part_a,", "frame,mesh_a,", "time,at_start,", "distance,kind,"};

// A report may replace an earlier report of the same kind, and nothing else: a mistyped name must not cost a mesh.
Status check_target(const std::string& path, std::span<const std::string_view> starts, bool force) {
  if (path.empty() || path == "-") return success();
  if (auto status = check_writable(path); !status) return status;
  std::error_code ignored;
  if (force || !fs::is_regular_file(path, ignored) || fs::file_size(path, ignored) == 0) return success();
  std::string found(64, '\0');
  std::ifstream(path, std::ios::binary).read(found.data(), static_cast<std::streamsize>(found.size()));
  for (const std::string_view start : starts) {
    if (found.starts_with(start)) return success();
  }
  return Error{fmt::format("{}: exists and is not an earlier report; choose another name, or --force to replace it",
                           printable(path))};
}

bool test_same_file(const std::string& a, const std::string& b) {
  if (a.empty() || b.empty()) return false;
  std::error_code ignored;
  return a == b || fs::weakly_canonical(a, ignored) == fs::weakly_canonical(b, ignored) ||
         fs::equivalent(a, b, ignored);
}

}  // namespace

Status check_targets(const CheckOptions& options) {
  for (const auto* inputs : {&options.inputs, &options.against, &options.motions}) {
    for (const std::string& input : *inputs) {
      for (const std::string& target : {options.json, options.pairs}) {
        if (test_same_file(input, target)) return Error{fmt::format("{}: is read and to be written", printable(input))};
      }
    }
  }
  if (test_same_file(options.json, options.pairs)) {
    return Error{
        fmt::format("--json and --pairs both write to {}; give them different names", printable(options.json))};
  }
  if (auto status = check_target(options.json, kJsonStarts, options.force); !status) return status;
  return check_target(options.pairs, kCsvStarts, options.force);
}

Status write_report(const std::string& path, const std::string& text) {
  if (path != "-") return write_file(path, text, true);
  if (std::fwrite(text.data(), 1, text.size(), stdout) != text.size() || std::fflush(stdout) != 0) {
    return Error{"standard output: cannot be written"};
  }
  return success();
}

std::vector<CheckedMesh> list_checked(const MeshInputs& meshes) {
  std::vector<CheckedMesh> checked;
  for (const auto& mesh : meshes) {
    std::vector<VertexId> file_vertices(mesh->vertex_of.empty() ? 0 : mesh->positions.size());
    for (std::size_t v = mesh->vertex_of.size(); v-- > 0;) file_vertices[mesh->vertex_of[v]] = VertexId(v);
    checked.push_back({mesh->name, mesh->vertices_in_file, mesh->body(), std::move(file_vertices)});
  }
  return checked;
}

std::vector<Body> list_bodies(const MeshInputs& meshes) {
  std::vector<Body> bodies;
  for (const auto& mesh : meshes) bodies.push_back(mesh->body());
  return bodies;
}

ExitCode fail(const Error& error) {
  print_error(error.message);
  return ExitCode::trouble;
}

void print_meshes(const CheckOptions& options, const MeshInputs& meshes) {
  if (options.quiet) return;
  for (const auto& mesh : meshes) fmt::print(options.out(), "{}", summarize_mesh(*mesh));
}

}  // namespace abut
