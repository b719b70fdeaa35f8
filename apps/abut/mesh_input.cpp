#include "mesh_input.h"

#include <fmt/format.h>

#include <charconv>
#include <filesystem>
#include <optional>
#include <utility>

#include "base/text.h"
#include "report_file.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

constexpr std::string_view kScenePrefix = "scene:";

template <class Number>
std::optional<Number> parse_number(std::string_view text) {
  Number number = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
  if (error != std::errc() || end != text.data() + text.size()) return std::nullopt;
  return number;
}

struct SceneName {
  std::string_view name;
  std::size_t triangles = 0;
  std::uint64_t seed = 0;
};

// NAME, NAME:TRIANGLES or NAME:TRIANGLES:SEED.
Result<SceneName> parse_scene_name(std::string_view text) {
  SceneName scene{text.substr(0, text.find(':'))};
  if (scene.name.size() == text.size()) return scene;
  const std::string_view numbers = text.substr(scene.name.size() + 1), count = numbers.substr(0, numbers.find(':'));
  const auto triangles = parse_number<std::size_t>(count);
  if (!triangles || *triangles == 0) {
    return Error{fmt::format("scene:{}: '{}' is not a number of triangles; expected e.g. scene:alpha:20000",
                             printable(text), printable(count))};
  }
  scene.triangles = *triangles;
  if (count.size() == numbers.size()) return scene;
  const std::string_view seed_text = numbers.substr(count.size() + 1);
  const auto seed = parse_number<std::uint64_t>(seed_text);
  if (!seed) {
    return Error{fmt::format("scene:{}: '{}' is not a seed; expected e.g. scene:skirts:5000:7", printable(text),
                             printable(seed_text))};
  }
  scene.seed = *seed;
  return scene;
}

Result<MeshInputs> load_scene(std::string_view text, const InputSettings& settings) {
  const auto name = parse_scene_name(text);
  if (!name) return name.error();
  auto scene = make_scene(name->name, name->triangles, name->seed);
  if (!scene) return scene.error();
  MeshInputs inputs;
  for (SceneMesh& mesh : *scene) {
    inputs.push_back(make_input(mesh.name, "scene", mesh.mesh, settings.weld_vertices));
    if (settings.keep_source) inputs.back()->source = std::move(mesh);
  }
  return inputs;
}

std::unique_ptr<MeshInput> make_ready(std::string name, std::string kind, const PolygonMesh& mesh,
                                      std::optional<WeldedMesh> welded) {
  auto input = std::make_unique<MeshInput>();
  input->name = std::move(name);
  input->kind = std::move(kind);
  input->vertices_in_file = mesh.vertex_count();
  input->surface = make_surface(welded ? welded->mesh : mesh);
  input->positions = welded ? std::move(welded->mesh.positions) : mesh.positions;
  if (welded) input->vertex_of = std::move(welded->vertex_of);
  return input;
}

// As weld() does, but only of those that `vertex_of` makes one. Those are chained by the vertices they become.
WeldedMesh weld_alike(const PolygonMesh& mesh, std::span<const VertexId> vertex_of) {
  WeldedMesh welded;
  std::vector<VertexId> first(mesh.vertex_count()), next;
  for (std::size_t v = 0; v < mesh.vertex_count(); ++v) {
    VertexId& start = first[vertex_of[v]];
    VertexId found = start;
    while (found.is_valid() && welded.mesh.positions[found] != mesh.positions[v]) found = next[found];
    if (!found.is_valid()) {
      found = VertexId(welded.mesh.positions.size());
      welded.mesh.positions.push_back(mesh.positions[v]);
      next.push_back(std::exchange(start, found));
    }
    welded.vertex_of.push_back(found);
  }
  welded.mesh.polygon_starts = mesh.polygon_starts;
  welded.mesh.parts = mesh.parts;
  for (const VertexId v : mesh.polygon_vertices) welded.mesh.polygon_vertices.push_back(welded.vertex_of[v]);
  return welded;
}

std::unique_ptr<MeshInput> make_from_file(MeshFile file, const std::string& name, const InputSettings& settings) {
  auto input = make_input(name, std::string(format_name(file.format())), file.mesh(), settings.weld_vertices);
  input->notes = file.notes();
  input->files = file.files();
  if (settings.keep_source) input->source = std::move(file);
  return input;
}

// The first frame is the mesh, and all of them are its animation.
Result<std::unique_ptr<MeshInput>> load_frames(const std::vector<fs::path>& frames, const std::string& name,
                                               const InputSettings& settings) {
  auto base = read_mesh(frames[0]);
  if (!base) return base.error();
  auto animation = open_animation(frames, base->mesh());
  if (!animation) return animation.error();
  auto input = make_from_file(std::move(*base), name, settings);
  input->animation = std::move(*animation);
  input->frames = frames;
  input->files.insert(input->files.end(), frames.begin(), frames.end());
  return input;
}

Status attach_cache(const fs::path& path, MeshInputs& meshes) {
  const std::string name = printable(path.string());
  if (meshes.empty() || meshes.back()->kind == "scene") {
    return Error{
        fmt::format("{}: a point cache follows the mesh file it moves, as in: abut check shirt.obj {}", name, name)};
  }
  MeshInput& mesh = *meshes.back();
  if (mesh.animation) return Error{fmt::format("{}: {} has frames already", name, printable(mesh.name))};
  auto animation = open_animation(path);
  if (!animation) return animation.error();
  if (animation->vertex_count() != mesh.vertices_in_file) {
    return Error{fmt::format("{}: {} vertices found, expected {} as in {}", name, animation->vertex_count(),
                             mesh.vertices_in_file, printable(mesh.name))};
  }
  mesh.animation = std::move(*animation);
  mesh.files.push_back(path);
  return success();
}

// Files that are numbered and have the polygons of the first; two files tell.
bool test_frames(const std::vector<std::string>& arguments) {
  if (arguments.size() < 2) return false;
  std::vector<fs::path> paths;
  for (const std::string& argument : arguments) {
    if (argument.starts_with(kScenePrefix) || !fs::is_regular_file(argument) || is_point_cache(argument)) return false;
    paths.push_back(argument);
  }
  const auto ordered = order_frames(paths);
  if (!ordered || ordered->size() != paths.size()) return false;
  const auto first = read_mesh((*ordered)[0]), second = read_mesh((*ordered)[1]);
  return first && second && test_same_polygons(first->mesh(), second->mesh());
}

Status load_input(const std::string& argument, const InputSettings& settings, MeshInputs& meshes) {
  if (argument.starts_with(kScenePrefix)) {
    auto scene = load_scene(std::string_view(argument).substr(kScenePrefix.size()), settings);
    if (!scene) return scene.error();
    for (auto& mesh : *scene) meshes.push_back(std::move(mesh));
    return success();
  }
  if (is_point_cache(argument)) return attach_cache(argument, meshes);
  std::error_code ignored;
  if (fs::is_directory(argument, ignored)) {
    const auto frames = list_frames(argument);
    if (!frames) return frames.error();
    auto mesh = load_frames(*frames, argument, settings);
    if (!mesh) return mesh.error();
    meshes.push_back(std::move(*mesh));
    return success();
  }
  auto mesh = load_mesh(argument, settings);
  if (!mesh) return mesh.error();
  meshes.push_back(std::move(*mesh));
  return success();
}

}  // namespace

std::unique_ptr<MeshInput> make_input(std::string name, std::string kind, const PolygonMesh& mesh, bool weld_vertices) {
  return make_ready(std::move(name), std::move(kind), mesh, weld_vertices ? std::optional(weld(mesh)) : std::nullopt);
}

std::unique_ptr<MeshInput> make_alike(const MeshInput& pattern, MeshFile file) {
  std::optional<WeldedMesh> welded;
  if (!pattern.vertex_of.empty()) welded = weld_alike(file.mesh(), pattern.vertex_of);
  auto input = make_ready(pattern.name, std::string(format_name(file.format())), file.mesh(), std::move(welded));
  input->source = std::move(file);
  return input;
}

bool test_same_polygons(const PolygonMesh& a, const PolygonMesh& b) {
  return a.vertex_count() == b.vertex_count() && a.polygon_starts == b.polygon_starts &&
         a.polygon_vertices == b.polygon_vertices;
}

Result<std::unique_ptr<MeshInput>> load_mesh(const fs::path& path, const InputSettings& settings) {
  auto file = read_mesh(path);
  if (!file) return file.error();
  return make_from_file(std::move(*file), path.string(), settings);
}

const PolygonMesh& source_polygons(const MeshInput& mesh) {
  const auto* file = std::get_if<MeshFile>(&*mesh.source);
  return file != nullptr ? file->mesh() : std::get<SceneMesh>(*mesh.source).mesh;
}

std::vector<Body> list_bodies(const MeshInputs& meshes) {
  std::vector<Body> bodies;
  for (const auto& mesh : meshes) bodies.push_back(mesh->body());
  return bodies;
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

Result<MeshInputs> load_inputs(const std::vector<std::string>& arguments, const InputSettings& settings,
                               const std::function<void(const std::string&)>& show_argument) {
  MeshInputs meshes;
  if (!settings.together && test_frames(arguments)) {
    show_argument(arguments[0]);
    const auto frames = order_frames({arguments.begin(), arguments.end()});
    auto mesh = load_frames(*frames, arguments[0], settings);
    if (!mesh) return mesh.error();
    (*mesh)->notes.push_back(fmt::format(
        "{} numbered files with the same polygons are taken as frames of one animation (--together: as one scene)",
        arguments.size()));
    meshes.push_back(std::move(*mesh));
    return meshes;
  }
  for (const std::string& argument : arguments) {
    show_argument(argument);
    if (auto status = load_input(argument, settings, meshes); !status) return status.error();
  }
  if (auto status = check_frame_counts(meshes); !status) return status.error();
  return meshes;
}

Result<std::unique_ptr<MeshInput>> load_motion(const std::string& start, const std::string& end,
                                               const InputSettings& settings,
                                               const std::function<void(const std::string&)>& show_argument) {
  show_argument(start);
  return load_frames({start, end}, start, settings);
}

Status check_not_read(const MeshInputs& meshes, std::span<const std::string> targets) {
  for (const auto& mesh : meshes) {
    for (const fs::path& file : mesh->files) {
      for (const std::string& target : targets) {
        if (test_same_file(file.string(), target)) {
          return Error{fmt::format("{}: is read and to be written", printable(file.string()))};
        }
      }
    }
  }
  return success();
}

Status check_frame_counts(const MeshInputs& meshes) {
  const MeshInput* first = nullptr;
  for (const auto& mesh : meshes) {
    if (!mesh->animation) continue;
    if (first == nullptr) first = mesh.get();
    if (mesh->animation->frame_count() == first->animation->frame_count()) continue;
    return Error{fmt::format("{}: {} frames found, expected {} as of {}", printable(mesh->name),
                             mesh->animation->frame_count(), first->animation->frame_count(), printable(first->name))};
  }
  return success();
}

std::size_t count_frames(const MeshInputs& meshes) {
  for (const auto& mesh : meshes) {
    if (mesh->animation) return mesh->animation->frame_count();
  }
  return 0;
}

std::string frame_name(const MeshInputs& meshes, std::size_t frame) {
  for (const auto& mesh : meshes) {
    if (mesh->animation) return mesh->animation->frame_name(frame);
  }
  return {};
}

Result<std::vector<Vec3>> weld_positions(const MeshInput& mesh, std::span<const Vec3> file_positions,
                                         std::string_view name) {
  if (mesh.vertex_of.empty()) return std::vector<Vec3>(file_positions.begin(), file_positions.end());
  std::vector<Vec3> positions(mesh.surface.vertex_count());
  std::vector<std::uint32_t> first(positions.size(), ~0u);
  for (std::uint32_t v = 0; v < file_positions.size(); ++v) {
    std::uint32_t& known = first[mesh.vertex_of[v]];
    if (known == ~0u) {
      known = v;
      positions[mesh.vertex_of[v]] = file_positions[v];
    } else if (file_positions[v] != file_positions[known]) {
      return Error{
          fmt::format("{}: vertices {} and {} part, which are in one place in the mesh and were welded; use --no-weld",
                      name, known, v)};
    }
  }
  return positions;
}

std::vector<Vec3> pick_positions(const MeshInput& mesh, std::span<const Vec3> file_positions) {
  if (mesh.vertex_of.empty() || file_positions.empty()) return {file_positions.begin(), file_positions.end()};
  std::vector<Vec3> positions(mesh.surface.vertex_count());
  for (std::size_t v = 0; v < file_positions.size(); ++v) positions[mesh.vertex_of[v]] = file_positions[v];
  return positions;
}

Status read_frame(MeshInput& mesh, std::size_t frame) {
  if (!mesh.animation) return success();
  const auto positions = mesh.animation->read_frame(frame);
  if (!positions) return positions.error();
  auto welded = weld_positions(mesh, *positions, mesh.animation->frame_name(frame));
  if (!welded) return welded.error();
  mesh.positions = std::move(*welded);
  return success();
}

Status reload_frame(MeshInput& mesh, std::size_t frame, const InputSettings& settings) {
  if (!mesh.animation) return success();
  // Whoever reads a frame finds out whether it has the polygons of the first.
  if (const auto positions = mesh.animation->read_frame(frame); !positions) return positions.error();
  auto loaded = load_mesh(mesh.frames[frame], settings);
  if (!loaded) return loaded.error();
  (*loaded)->name = mesh.name;
  (*loaded)->animation = std::move(mesh.animation);
  (*loaded)->frames = std::move(mesh.frames);
  mesh = std::move(**loaded);
  return success();
}

}  // namespace abut
