// What a search through a scene of moving bodies found, for people.
#pragma once

#include <string>
#include <vector>

#include "abut/sphere_report.h"

namespace abut {

std::string summarize_spheres_scene(const SphereReport& report, const std::vector<std::string>& notes);

}  // namespace abut
