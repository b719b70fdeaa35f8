// Solids for the scenes of this chapter.
#pragma once

#include <string>

#include "abut/solids.h"

namespace abut::reproduce {

/// Of density 1000.
Solid make_solid(std::string name, const Convex& shape, const Vec3& at);

/// On one thread.
SolidSimulation start(const SolidScene& scene, SolidSettings settings = {});

}  // namespace abut::reproduce
