// abut simulate: a scene of cloth in motion, frame by frame.
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

void add_simulate_command(CLI::App& app, std::function<ExitCode()>& chosen);

}  // namespace abut
