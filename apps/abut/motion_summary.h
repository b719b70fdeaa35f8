// What abut check --motion prints for people.
#pragma once

#include <string>

#include "abut/io.h"

namespace abut {

/// What touches when, the first first, and what intersected before anything moved.
std::string summarize_motion(std::span<const CheckedMesh> meshes, const MotionReport& report);

}  // namespace abut
