// A scene that was named on the command line: a file, or one that comes with abut.
#pragma once

#include <optional>
#include <string>

#include "abut/scene_file.h"

namespace CLI {
class App;
}

namespace abut {

/// Whether the name is that of a built-in scene, scene:NAME.
bool is_built_in_scene(const std::string& name);

Result<SceneDescription> read_chosen_scene(const std::string& name);

/// Another rate, or another number of frames, than the scene says.
struct SceneTimes {
  std::optional<double> fps;
  std::optional<int> frames;

  void apply(SceneDescription& scene) const;
};

void add_time_options(CLI::App& command, SceneTimes& times);

}  // namespace abut
