// What sets of spheres came to, for people.
#pragma once

#include <string>

#include "abut/sphere_set_file.h"

namespace abut {

std::string summarize_sphere_sets(const SphereSetReport& report);

}  // namespace abut
