#include "scene_choice.h"

#include <fmt/format.h>
#include <CLI/CLI.hpp>

#include <algorithm>

#include "option_checks.h"
#include "scenes/simulations.h"

namespace abut {
namespace {

constexpr std::string_view kPrefix = "scene:";

}  // namespace

bool is_built_in_scene(const std::string& name) { return name.starts_with(kPrefix); }

Result<SceneDescription> read_chosen_scene(const std::string& name) {
  if (!is_built_in_scene(name)) {
    auto read = read_scene(name);
    const auto is_meant = [&](const SimulationInfo& info) { return info.name == name; };
    if (read || std::ranges::none_of(list_simulations(), is_meant)) return read;
    return Error{fmt::format("{}; scene:{} is the one that comes with abut", read.error().message, name)};
  }
  const std::string wanted = name.substr(kPrefix.size());
  std::string known;
  for (const SimulationInfo& info : list_simulations()) {
    if (info.name == wanted) return parse_scene(info.json, name);
    known += fmt::format("{}{}", known.empty() ? "" : ", ", info.name);
  }
  return Error{fmt::format("{}: there is no such scene; there are {}", name, known)};
}

void SceneTimes::apply(SceneDescription& scene) const {
  if (fps) scene.fps = *fps;
  if (!frames) return;
  scene.frames = *frames;
  scene.duration.reset();
}

void add_time_options(CLI::App& command, SceneTimes& times) {
  command.add_option("--frames", times.frames, "How many frames, instead of the scene's time")
      ->check(CLI::Range(1, 10'000'000))
      ->type_name("N");
  command.add_option("--fps", times.fps, "Frames a second, instead of the scene's")
      ->check(make_range("a rate", 0.001, 1e5))
      ->type_name("RATE");
}

}  // namespace abut
