// abut untangle: takes these meshes apart, and proves it on the files it writes.
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

/// Adds the subcommand; `run` is set to what it does if it was chosen.
void add_untangle_command(CLI::App& app, std::function<ExitCode()>& run);

}  // namespace abut
