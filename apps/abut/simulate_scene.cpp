#include "simulate_scene.h"

#include <fmt/format.h>

#include <algorithm>
#include <fstream>

#include "base/digest.h"
#include "base/text.h"
#include "scene_choice.h"

namespace abut {
namespace {

std::vector<std::string> list_inputs(const LoadedScene& loaded) {
  std::vector<std::string> inputs;
  const auto add = [&](const LoadedMesh& mesh) {
    for (const auto& file : mesh.files) inputs.push_back(file.string());
  };
  for (const LoadedMesh& mesh : loaded.cloths) add(mesh);
  for (const LoadedMesh& mesh : loaded.obstacles) add(mesh);
  for (const LoadedSolid& solid : loaded.solids) add(solid.mesh);
  std::sort(inputs.begin(), inputs.end());
  inputs.erase(std::unique(inputs.begin(), inputs.end()), inputs.end());
  return inputs;
}

std::string digest_file(const std::filesystem::path& path) {
  Digest digest;
  std::ifstream file(path, std::ios::binary);
  std::string bytes(1 << 20, '\0');
  while (file) {
    file.read(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    digest.add(std::string_view(bytes.data(), static_cast<std::size_t>(file.gcount())));
  }
  return digest.text();
}

JournalHead make_head(SceneDescription description, const LoadedScene& loaded) {
  description.frames = 1;
  description.duration.reset();
  description.output = {};
  JournalHead head{format_scene(description), {}, loaded.solids.size(), loaded.solid_scene.joints.size()};
  for (const Cloth& cloth : loaded.scene.cloths) {
    head.vertex_counts.push_back(cloth.positions.size());
    head.scene.append(reinterpret_cast<const char*>(cloth.positions.data()), cloth.positions.size() * sizeof(Vec3));
  }
  for (const std::string& file : list_inputs(loaded)) head.scene += digest_file(file);
  return head;
}

// Solids and joints have names of their own; the first that a message names is the place to look at.
std::string find_place(const LoadedScene& loaded, const std::string& message) {
  const auto stands = [&](const char* kind, const std::string& name) {
    return message.find(fmt::format("{} {}", kind, quote(name))) != message.npos;
  };
  for (std::size_t i = 0; i < loaded.solids.size(); ++i) {
    if (stands("solid", loaded.solid_scene.solids[i].name)) return loaded.solids[i].place + ": ";
  }
  for (std::size_t j = 0; j < loaded.joint_places.size(); ++j) {
    if (stands("joint", loaded.solid_scene.joints[j].name)) return loaded.joint_places[j] + ": ";
  }
  return "";
}

// What the scene says of an output counts if the command line says nothing of that kind. What a built-in one says is
// for those who say nothing at all.
void take_over(const OutputDescription& output, bool is_built_in, SimulateOptions& options) {
  const bool has_frames = !options.outputs.empty(), has_view = options.view.is_wanted(),
             has_json = !options.json.empty();
  if (is_built_in && (has_frames || has_view || has_json)) return;
  if (!has_frames && !output.animation.empty()) options.outputs.push_back(output.animation);
  if (!has_view) options.view.record = output.recording;
  if (!has_json) options.json = output.report;
}

}  // namespace

Result<CoupledSimulation> make_simulation(const SimulateScene& scene, const SimulateOptions& options) {
  const LoadedScene& loaded = scene.loaded;
  CoupledScene coupled{loaded.scene, loaded.solid_scene, {}};
  for (std::uint32_t i = 0; i < loaded.solids.size(); ++i) {
    const LoadedSolid& solid = loaded.solids[i];
    if (solid.mesh.mesh.polygon_count() == 0) continue;
    coupled.surfaces.push_back({i, solid.mesh.surface.get(), solid.weld(Pose3{})});
  }
  auto simulation = CoupledSimulation::make(std::move(coupled), {loaded.settings, loaded.solid_settings});
  if (simulation) return simulation;
  const std::string& message = simulation.error().message;
  const bool overlaps = message.find("overlap at the start") != message.npos;
  return Error{fmt::format("{}: {}{}{}", printable(options.scene), find_place(loaded, message), message,
                           overlaps && loaded.solid_settings.start == StartOverlap::refuse
                               ? "; \"solid_settings\": {\"start\": \"push_apart\"} moves them apart first"
                               : "")};
}

Result<SimulateScene> load_simulation(SimulateOptions& options) {
  auto description = read_chosen_scene(options.scene);
  if (!description) return description.error();
  options.times.apply(*description);
  if (!description->frames && !description->duration) {
    return Error{
        fmt::format("{}: says neither how long it lasts (duration) nor how many frames there are (frames); "
                    "--frames N does as well",
                    printable(options.scene))};
  }
  const auto folder = std::filesystem::path(options.scene).parent_path();
  auto loaded = load_scene(*description, folder);
  if (!loaded) return loaded.error();
  loaded->settings.run.threads = options.threads;
  const bool is_built_in = is_built_in_scene(options.scene);
  take_over(description->output, is_built_in, options);
  SimulateScene scene;
  scene.journal = make_head(*description, *loaded);
  scene.inputs = list_inputs(*loaded);
  if (!is_built_in) scene.inputs.push_back(options.scene);
  for (const ObstacleDescription& obstacle : description->obstacles) {
    if (!obstacle.animation || obstacle.animation->folder.empty()) continue;
    scene.input_folders.push_back((folder / obstacle.animation->folder).string());
  }
  scene.is_y_up = description->up == UpAxis::y;
  scene.loaded = std::move(*loaded);
  return scene;
}

}  // namespace abut
