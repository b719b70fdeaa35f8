#include "simulate_scene.h"

#include <fmt/format.h>

#include "scenes/simulations.h"

namespace abut {
namespace {

constexpr std::string_view kPrefix = "scene:";

Result<SceneDescription> describe(const std::string& name) {
  if (!name.starts_with(kPrefix)) return read_scene(name);
  const std::string wanted = name.substr(kPrefix.size());
  std::string known;
  for (const SimulationInfo& info : list_simulations()) {
    if (info.name == wanted) return parse_scene(info.json, name);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", info.name);
  }
  return Error{fmt::format("{}: there is no such scene; there are {}", name, known)};
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
  return head;
}

// What the scene says of outputs counts if the command line says nothing of them.
void take_over(const OutputDescription& output, SimulateOptions& options) {
  if (!options.outputs.empty() || options.view.is_wanted() || !options.json.empty()) return;
  if (!output.animation.empty()) options.outputs.push_back(output.animation);
  options.view.record = output.recording;
  options.json = output.report;
}

}  // namespace

Result<SimulateScene> load_simulation(SimulateOptions& options) {
  auto description = describe(options.scene);
  if (!description) return description.error();
  if (options.fps) description->fps = *options.fps;
  if (options.frames) {
    description->frames = *options.frames;
    description->duration.reset();
  }
  auto loaded = load_scene(*description, std::filesystem::path(options.scene).parent_path());
  if (!loaded) return loaded.error();
  loaded->settings.run.threads = options.threads;
  take_over(description->output, options);
  JournalHead head = make_head(*description, *loaded);
  return SimulateScene{std::move(*loaded), std::move(head), description->up == UpAxis::y};
}

}  // namespace abut
