// abut view: shows a recording, or meshes.
#pragma once

#include <functional>

#include "console.h"

namespace CLI {
class App;
}

namespace abut {

void add_view_command(CLI::App& app, std::function<ExitCode()>& chosen);

}  // namespace abut
