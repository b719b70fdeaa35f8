// Vertices that never move, by --pin.
#pragma once

#include <string>
#include <vector>

#include "untangle_inputs.h"

namespace abut {

/// Each of `pins` is a box of six numbers, the name of a mesh, an object or a group, or a file that lists vertices.
Status set_pins(UntangleInputs& inputs, const std::vector<std::string>& pins);

}  // namespace abut
