// The shapes that meshes relax to, by --rest.
#pragma once

#include <string>
#include <vector>

#include "untangle_inputs.h"

namespace abut {

/// Each of `rests` is NAME=FILE, or a file for the next mesh that moves. It has the same polygons as the mesh.
Status set_rests(UntangleInputs& inputs, const std::vector<std::string>& rests);

/// The file of NAME=FILE, or all of it.
std::string rest_file(const UntangleInputs& inputs, const std::string& argument);

}  // namespace abut
