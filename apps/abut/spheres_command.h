// abut spheres: trees of spheres around bodies, made where they come near each other.
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

void add_spheres_command(CLI::App& app, std::function<ExitCode()>& chosen);

}  // namespace abut
