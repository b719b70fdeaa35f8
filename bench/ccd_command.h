// abut-bench ccd: are the answers to queries of continuous collision right, and how long do they take?
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace abut::bench {

/// Adds the subcommand; `run` is set to what it does if it was chosen, which returns the program's exit code.
void add_ccd_command(CLI::App& app, std::function<int()>& run);

}  // namespace abut::bench
