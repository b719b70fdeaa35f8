// Spheres as meshes, so that pictures can show them.
#pragma once

#include <span>

#include "abut/shape.h"
#include "abut/sphere_tree.h"

namespace abut::reproduce {

/// Each as 20 * 4^cuts triangles.
PolygonMesh make_sphere_mesh(std::span<const Sphere> spheres, int cuts);

}  // namespace abut::reproduce
