// abut nest: parts placed on a strip or on sheets, and the proof that none overlaps.
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

/// Adds the subcommand; `run` is set to what it does if it was chosen.
void add_nest_command(CLI::App& app, std::function<ExitCode()>& run);

}  // namespace abut
