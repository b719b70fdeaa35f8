// abut spheres with a scene: bodies that move, searched frame by frame.
#pragma once

#include "console.h"
#include "spheres_scene_options.h"

namespace abut {

ExitCode run_spheres_scene(const SpheresSceneOptions& options);

}  // namespace abut
