#include "simulate_scene.h"

#include <fmt/format.h>

#include <fstream>

#include "base/digest.h"
#include "base/text.h"
#include "scene_choice.h"

namespace abut {
namespace {

std::vector<std::string> list_inputs(const LoadedScene& loaded) {
  std::vector<std::string> inputs;
  for (const auto* meshes : {&loaded.cloths, &loaded.obstacles}) {
    for (const LoadedMesh& mesh : *meshes) {
      for (const auto& file : mesh.files) inputs.push_back(file.string());
    }
  }
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
  JournalHead head{format_scene(description), {}};
  for (const Cloth& cloth : loaded.scene.cloths) {
    head.vertex_counts.push_back(cloth.positions.size());
    head.scene.append(reinterpret_cast<const char*>(cloth.positions.data()), cloth.positions.size() * sizeof(Vec3));
  }
  for (const std::string& file : list_inputs(loaded)) head.scene += digest_file(file);
  return head;
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
