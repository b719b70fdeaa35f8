// Readers of sets of spheres. They throw Failure.
#pragma once

#include <string_view>
#include <vector>

#include "abut/robot.h"

namespace abut {

std::vector<LinkSpheres> read_sphere_set_json(std::string_view bytes);
/// Of YAML no more than what abut writes.
std::vector<LinkSpheres> read_sphere_set_yaml(std::string_view bytes);

}  // namespace abut
