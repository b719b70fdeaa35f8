// abut check: where do these meshes cut themselves and each other?
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

/// Adds the subcommand; `run` is set to what it does if it was chosen.
void add_check_command(CLI::App& app, std::function<ExitCode()>& run);

}  // namespace abut
