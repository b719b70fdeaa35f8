// The scene of abut simulate: from a file or by name, with what the command line says otherwise.
#pragma once

#include <filesystem>
#include <string>

#include "abut/journal.h"
#include "abut/scene_file.h"
#include "simulate_options.h"

namespace abut {

struct SimulateScene {
  LoadedScene loaded;
  JournalHead journal;                     ///< how many frames there are, and where they go, is no part of what it is
  std::vector<std::string> inputs;         ///< files that were read, the scene's own among them
  std::vector<std::string> input_folders;  ///< all of whose files are frames of an animation
  bool is_y_up = false;
};

/// With everything where it is at the start. The error names the place in the scene file where it can.
Result<CoupledSimulation> make_simulation(const SimulateScene& scene, const SimulateOptions& options);

/// Also fills in outputs that the command line leaves to the scene.
Result<SimulateScene> load_simulation(SimulateOptions& options);

}  // namespace abut
