// What can be wrong with a scene of solids.
#pragma once

#include "abut/solids.h"

namespace abut {

/// The error names the solid, joint or setting, and says what is expected of it.
Status check_solid_scene(const SolidScene& scene);
Status check_solid_settings(const SolidSettings& settings);

}  // namespace abut
