#include "mesh_recording.h"

#include <fmt/format.h>

#include <filesystem>

#include "base/text.h"

namespace abut {
namespace {

constexpr std::size_t kMaxNames = 3;

std::string short_name(const MeshInput& mesh) {
  const std::filesystem::path path(mesh.name);
  const std::string name = (path.has_filename() ? path : path.parent_path()).filename().string();
  return printable(name.empty() ? mesh.name : name);
}

std::string make_title(const MeshInputs& meshes) {
  std::string title;
  for (std::size_t m = 0; m < std::min(kMaxNames, meshes.size()); ++m) {
    title += (m > 0 ? ", " : "") + short_name(*meshes[m]);
  }
  return meshes.size() > kMaxNames ? fmt::format("{} and {} more", title, meshes.size() - kMaxNames) : title;
}

// By habit: files of these kinds come from programs where y points up.
bool test_y_up(const MeshInput& mesh) { return mesh.kind == "OBJ" || mesh.kind == "glTF" || mesh.kind == "GLB"; }

}  // namespace

RecordingHead make_recording_head(std::string command, const MeshInputs& meshes, std::size_t moving_count) {
  RecordingHead head{.command = std::move(command), .title = make_title(meshes)};
  auto checked = list_checked(meshes);
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    for (const std::string& note : meshes[m]->notes) {
      head.notes.push_back(fmt::format("{}: {}", short_name(*meshes[m]), note));
    }
    head.meshes.push_back({std::move(checked[m]), m >= moving_count});
    head.is_y_up |= test_y_up(*meshes[m]);
  }
  return head;
}

std::vector<std::span<const Vec3>> list_moved(const MeshInputs& meshes) {
  std::vector<std::span<const Vec3>> positions;
  for (const auto& mesh : meshes) {
    positions.push_back(mesh->animation ? std::span<const Vec3>(mesh->positions) : std::span<const Vec3>());
  }
  return positions;
}

}  // namespace abut
