// abut check --within: what is nearer than a length, and how near does it come?
#pragma once

#include "check_options.h"

namespace abut {

ExitCode check_proximity(const CheckOptions& options, const MeshInputs& meshes);

}  // namespace abut
