// abut untangle for an animation: frame by frame, each from its own input or as the one before was moved.
#pragma once

#include "console.h"
#include "untangle_targets.h"

namespace abut {

ExitCode untangle_animation(const UntangleOptions& options, UntangleInputs& inputs, const UntangleTargets& targets);

}  // namespace abut
