// What can be wrong with a scene.
#pragma once

#include "abut/sim.h"

namespace abut {

Status check_scene(const SimulationScene& scene);
Status check_settings(const SimulationSettings& settings);

}  // namespace abut
