// abut-bench spheres-gpu: many bodies that move, searched down to the spheres on a graphics card and by the processor.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

namespace abut::bench {

/// Adds the subcommand; `run` is set to what it does if it was chosen, which returns the program's exit code.
void add_spheres_gpu_command(CLI::App& app, std::function<int()>& run);

}  // namespace abut::bench
