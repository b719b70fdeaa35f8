#include "untangle_inputs.h"

#include <fmt/format.h>

#include <algorithm>
#include <filesystem>

#include "base/sort_unique.h"
#include "base/text.h"
#include "console.h"
#include "mesh_names.h"
#include "pins.h"
#include "report_file.h"
#include "rest_shapes.h"

namespace abut {
namespace {

namespace fs = std::filesystem;

std::vector<std::size_t> find_obstacles(const MeshInputs& meshes, const std::string& argument) {
  std::vector<std::size_t> found;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    if (test_mesh_name(*meshes[m], argument) || test_same_file(meshes[m]->name, argument)) found.push_back(m);
  }
  std::error_code ignored;
  const auto by_stem = find_by_stem(meshes, argument);
  if (found.empty() && by_stem && !fs::exists(argument, ignored)) found.push_back(*by_stem);
  return found;
}

// An obstacle is a mesh that was given already, or a file of its own.
Status add_obstacle(const std::string& argument, const InputSettings& settings, MeshInputs& moving,
                    MeshInputs& obstacles) {
  if (const auto found = find_obstacles(moving, argument); !found.empty()) {
    for (std::size_t i = found.size(); i-- > 0;) {
      obstacles.push_back(std::move(moving[found[i]]));
      moving.erase(moving.begin() + static_cast<std::ptrdiff_t>(found[i]));
    }
    return success();
  }
  std::error_code ignored;
  if (!argument.starts_with("scene:") && !fs::exists(argument, ignored)) {
    const bool is_group = find_named(moving, argument, "--obstacle").has_value();
    return Error{fmt::format("--obstacle {}: there is no such file, and no such mesh among {}{}", printable(argument),
                             list_mesh_names(moving), is_group ? "; a group is kept in place by --pin" : "")};
  }
  auto loaded = load_inputs({argument}, settings, [](const std::string&) {});
  if (!loaded) return loaded.error();
  for (auto& mesh : *loaded) obstacles.push_back(std::move(mesh));
  return success();
}

const SceneMesh* find_scene_mesh(const MeshInput& mesh) { return std::get_if<SceneMesh>(&*mesh.source); }

void take_obstacles_of_scenes(MeshInputs& meshes, MeshInputs& obstacles) {
  const auto moves = [](const std::shared_ptr<MeshInput>& mesh) {
    const SceneMesh* of_scene = find_scene_mesh(*mesh);
    return of_scene == nullptr || !of_scene->is_obstacle;
  };
  const auto first = std::stable_partition(meshes.begin(), meshes.end(), moves);
  obstacles.insert(obstacles.end(), first, meshes.end());
  meshes.erase(first, meshes.end());
}

// What a built-in scene says of its meshes holds where the options say nothing else.
void set_roles_of_scenes(UntangleInputs& inputs, const UntangleOptions& options) {
  for (std::size_t m = 0; m < inputs.meshes.size(); ++m) {
    const SceneMesh* mesh = find_scene_mesh(*inputs.meshes[m]);
    if (mesh == nullptr) continue;
    MeshRole& role = inputs.roles[m];
    role.pins = mesh->pins;
    if (options.rests.empty()) role.rest = mesh->rest;
    if (options.layers.empty() && mesh->layer >= 0) {
      role.layers.assign(inputs.meshes[m]->surface.parts().size(), mesh->layer);
    }
  }
}

Result<UntangleInputs> load_meshes(const UntangleOptions& options) {
  StatusLine status_line(options.quiet);
  InputSettings settings = options.input_settings();
  auto moving = load_inputs(options.inputs, settings, [&](const std::string& argument) {
    status_line.show(fmt::format("reading {} ...", printable(argument)));
  });
  if (!moving) return moving.error();
  MeshInputs obstacles;
  settings.together = true;
  for (const std::string& argument : options.obstacles) {
    if (auto status = add_obstacle(argument, settings, *moving, obstacles); !status) return status.error();
  }
  take_obstacles_of_scenes(*moving, obstacles);
  if (moving->empty()) return Error{"nothing may move: all meshes are obstacles"};
  UntangleInputs inputs{std::move(*moving), {}, 0};
  inputs.moving_count = inputs.meshes.size();
  for (auto& mesh : obstacles) inputs.meshes.push_back(std::move(mesh));
  inputs.roles.resize(inputs.meshes.size());
  return inputs;
}

Status check_animations(const UntangleInputs& inputs) {
  for (const auto& mesh : inputs.meshes) {
    if (!mesh->animation || !mesh->frames.empty()) continue;
    return Error{
        fmt::format("{}: moved by a point cache, which cannot be untangled yet; give its frames as a folder "
                    "or a list of mesh files",
                    printable(mesh->name))};
  }
  if (count_frames(inputs.meshes) == 0) return success();
  for (std::size_t m = 0; m < inputs.moving_count; ++m) {
    if (inputs.meshes[m]->animation) continue;
    return Error{fmt::format("{}: a single mesh, while others are animations; give its frames",
                             printable(inputs.meshes[m]->name))};
  }
  return check_frame_counts(inputs.meshes);
}

Status set_layer(UntangleInputs& inputs, const std::string& name, int layer) {
  const auto found = find_named(inputs.meshes, name, "--layers");
  if (!found) return found.error();
  for (const NamedMesh& named : *found) {
    auto& layers = inputs.roles[named.mesh].layers;
    layers.resize(inputs.meshes[named.mesh]->surface.parts().size(), -1);
    for (std::size_t p = 0; p < layers.size(); ++p) {
      if (named.part && *named.part != PartId(p)) continue;
      if (layers[p] >= 0) return Error{fmt::format("--layers {}: is in a layer already", printable(name))};
      layers[p] = layer;
    }
  }
  return success();
}

Status set_layers(UntangleInputs& inputs, const std::vector<std::string>& names) {
  if (names.size() == 1) {
    return Error{fmt::format("--layers {}: a single layer has no order; give two or more, from the skin outwards",
                             printable(names[0]))};
  }
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (auto status = set_layer(inputs, names[i], static_cast<int>(i)); !status) return status;
  }
  return success();
}

// Vertices of the surface, given those of the file.
std::vector<VertexId> find_welded(const MeshInput& mesh, std::span<const VertexId> file_vertices) {
  std::vector<VertexId> vertices;
  for (const VertexId v : file_vertices) vertices.push_back(mesh.welded(v));
  sort_unique(vertices);
  return vertices;
}

}  // namespace

Result<UntangleInputs> load_untangle_inputs(const UntangleOptions& options) {
  auto inputs = load_meshes(options);
  if (!inputs) return inputs;
  if (auto status = check_animations(*inputs); !status) return status.error();
  set_roles_of_scenes(*inputs, options);
  if (auto status = set_layers(*inputs, options.layers); !status) return status.error();
  if (auto status = set_pins(*inputs, options.pins); !status) return status.error();
  if (auto status = set_rests(*inputs, options.rests); !status) return status.error();
  return inputs;
}

std::vector<fs::path> list_sources(const UntangleOptions& options, const UntangleInputs& inputs, std::size_t frame) {
  std::vector<fs::path> sources;
  for (const auto& mesh : inputs.meshes) {
    if (!mesh->frames.empty()) {
      sources.push_back(mesh->frames[frame]);
    } else if (find_scene_mesh(*mesh) == nullptr) {
      sources.insert(sources.end(), mesh->files.begin(), mesh->files.end());
    }
  }
  for (const std::string& rest : options.rests) sources.push_back(rest_file(inputs, rest));
  sources.insert(sources.end(), options.pins.begin(), options.pins.end());  // some are files
  return sources;
}

PlacedScene place_scene(const UntangleInputs& inputs, const MeshInputs& meshes) {
  PlacedScene placed;
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    placed.rests.push_back(pick_positions(*meshes[m], inputs.roles[m].rest));
    placed.starts.push_back(pick_positions(*meshes[m], inputs.roles[m].start));
  }
  for (std::size_t m = 0; m < meshes.size(); ++m) {
    placed.scene.bodies.push_back({.body = meshes[m]->body(),
                                   .rest = placed.rests[m],
                                   .start = placed.starts[m],
                                   .is_obstacle = inputs.is_obstacle(BodyId(m)),
                                   .pins = find_welded(*meshes[m], inputs.roles[m].pins),
                                   .layers = inputs.roles[m].layers});
  }
  return placed;
}

std::vector<UntangledMesh> list_untangled(const UntangleInputs& inputs, const MeshInputs& meshes,
                                          std::span<const fs::path> files) {
  std::vector<UntangledMesh> untangled;
  for (CheckedMesh& mesh : list_checked(meshes)) {
    const std::size_t m = untangled.size();
    const std::string file = inputs.is_obstacle(BodyId(m)) ? "" : files[m].string();
    untangled.push_back({std::move(mesh), file, inputs.roles[m].pins.size()});
  }
  return untangled;
}

}  // namespace abut
