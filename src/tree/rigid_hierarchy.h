// The boxes of a rigid tree, over any triangles.
#pragma once

#include <span>

#include "abut/rigid_tree.h"

namespace abut {

/// Of triangles whose coordinates are within 1. Nothing of none.
RigidTree::Hierarchy build_hierarchy(std::span<const TrianglePoints> triangles);

}  // namespace abut
