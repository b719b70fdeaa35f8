// Names of vertices, edges and faces for people.
#pragma once

#include <span>
#include <string>

#include "abut/io.h"

namespace abut {

/// "vertex 12", "edge 3-4 of shirt.obj", "face 7": vertices as the file numbers them, the mesh if there are several.
std::string describe_feature(std::span<const CheckedMesh> meshes, const SurfaceFeature& feature);

}  // namespace abut
