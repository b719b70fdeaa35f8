#include "mesh_input.h"

#include <fmt/format.h>

#include <charconv>
#include <optional>

#include "scenes/scenes.h"

namespace abut {
namespace {

constexpr std::string_view kScenePrefix = "scene:";

std::unique_ptr<MeshInput> prepare(std::string name, std::string kind, const PolygonMesh& mesh, bool weld_vertices) {
  auto input = std::make_unique<MeshInput>();
  input->name = std::move(name);
  input->kind = std::move(kind);
  input->vertices_in_file = mesh.vertex_count();
  if (weld_vertices) {
    WeldedMesh welded = weld(mesh);
    input->surface = make_surface(welded.mesh);
    input->positions = std::move(welded.mesh.positions);
  } else {
    input->surface = make_surface(mesh);
    input->positions = mesh.positions;
  }
  return input;
}

std::optional<std::size_t> parse_count(std::string_view text) {
  std::size_t count = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), count);
  if (error != std::errc() || end != text.data() + text.size() || count == 0) return std::nullopt;
  return count;
}

Result<MeshInputs> load_scene(std::string_view description, bool weld_vertices) {
  const auto colon = description.find(':');
  std::size_t triangles = 0;
  if (colon != description.npos) {
    const auto count = parse_count(description.substr(colon + 1));
    if (!count) {
      return Error{fmt::format("scene:{}: '{}' is not a number of triangles; expected e.g. scene:alpha:20000",
                               description, description.substr(colon + 1))};
    }
    triangles = *count;
  }
  auto scene = make_scene(description.substr(0, colon), triangles);
  if (!scene) return scene.error();
  MeshInputs inputs;
  for (const SceneMesh& part : *scene) inputs.push_back(prepare(part.name, "scene", part.mesh, weld_vertices));
  return inputs;
}

}  // namespace

Result<MeshInputs> load_input(const std::string& argument, bool weld_vertices) {
  if (argument.starts_with(kScenePrefix))
    return load_scene(std::string_view(argument).substr(kScenePrefix.size()), weld_vertices);
  auto file = read_mesh(argument);
  if (!file) return file.error();
  MeshInputs inputs;
  inputs.push_back(prepare(argument, std::string(format_name(file->format())), file->mesh(), weld_vertices));
  inputs.back()->notes = file->notes();
  return inputs;
}

}  // namespace abut
