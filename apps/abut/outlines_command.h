// abut outlines: which curved outlines interfere, and how far are the others apart?
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

/// Adds the subcommand; `run` is set to what it does if it was chosen.
void add_outlines_command(CLI::App& app, std::function<ExitCode()>& run);

}  // namespace abut
