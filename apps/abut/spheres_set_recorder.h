// Sets of spheres around their meshes, for people who look.
#pragma once

#include "result_view.h"
#include "spheres_set_bodies.h"
#include "spheres_set_output.h"

namespace abut {

/// One frame with all meshes and all spheres. The recording is not finished yet.
Result<ResultView> record_sphere_sets(const SphereSetOptions& options, const SphereSetBodies& bodies,
                                      const FoundSpheres& found);

}  // namespace abut
