// abut untangle --each: every file is a scene of its own.
#pragma once

#include "console.h"
#include "untangle_options.h"

namespace abut {

/// Obstacles, and pins and layers by name, are those of every scene.
ExitCode untangle_each(const UntangleOptions& options);

}  // namespace abut
