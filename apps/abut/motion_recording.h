// abut check --motion for people who look: the way from start to end, with the impacts so far.
#pragma once

#include <string>

#include "check_options.h"

namespace abut {

/// Records the motion, if that is asked for, and shows it. The meshes are at the start.
Status record_motion(const CheckOptions& options, const MeshInputs& meshes, const MotionReport& report,
                     const std::string& summary);

}  // namespace abut
