// abut simulate: a scene of cloth in motion, frame by frame.
#pragma once

#include <CLI/CLI.hpp>
#include <functional>

#include "console.h"

namespace abut {

void add_simulate_command(CLI::App& app, std::function<ExitCode()>& chosen);

}  // namespace abut
