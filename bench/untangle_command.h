// abut-bench untangle: how many tangles of each kind come out proven clean, in how many iterations, and at what cost.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace abut::bench {

/// Adds the subcommand; `run` is set to what it does if it was chosen, which returns the program's exit code.
void add_untangle_command(CLI::App& app, std::function<int()>& run);

}  // namespace abut::bench
