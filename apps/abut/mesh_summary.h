// What commands print of the meshes they were given.
#pragma once

#include <cstdio>
#include <string>

#include "mesh_input.h"

namespace abut {

/// One paragraph per mesh: size, topology, what the reader noticed.
std::string summarize_mesh(const MeshInput& mesh);

/// A paragraph for each.
void print_meshes(std::FILE* out, const MeshInputs& meshes);

}  // namespace abut
