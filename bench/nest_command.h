// abut-bench nest: how tight layouts of known instances are, beside the best that are known.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace abut::bench {

/// Adds the subcommand; `run` is set to what it does if it was chosen, which returns the program's exit code.
void add_nest_command(CLI::App& app, std::function<int()>& run);

}  // namespace abut::bench
