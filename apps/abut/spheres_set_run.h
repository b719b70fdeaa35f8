// abut spheres with a mesh or a robot: sets of spheres that enclose it.
#pragma once

#include "console.h"
#include "spheres_set_options.h"

namespace abut {

ExitCode run_sphere_set(const SphereSetOptions& options, SpheresInput kind);

}  // namespace abut
