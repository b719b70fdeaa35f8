// What abut check prints for people.
#pragma once

#include <string>

#include "abut/detect.h"
#include "mesh_input.h"

namespace abut {

/// One paragraph per mesh: size, topology, what the reader noticed.
std::string summarize_mesh(const MeshInput& mesh);

/// The finding: how many pairs, between which objects, and where.
std::string summarize_check(const MeshInputs& meshes, const CheckReport& report);

}  // namespace abut
