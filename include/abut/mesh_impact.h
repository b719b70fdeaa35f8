// Room 5, detect, another face: when rigid meshes that move and turn first touch, each other or convex solids.
#pragma once

#include <cstdint>

#include "abut/rigid_impact.h"
#include "abut/rigid_tree.h"

namespace abut {

/// Triangles, and all within a radius of them. What is inside a closed surface does not touch it.
struct MovingMesh {
  const RigidTree* tree = nullptr;
  RigidMotion motion;
  double radius = 0;
};

struct MeshImpact {
  RigidImpact impact;   ///< its iterations are those of all pairs of triangles
  std::uint32_t a = 0;  ///< faces, as the tree numbers them; 0 for a solid
  std::uint32_t b = 0;
  std::uint32_t pairs = 0;  ///< triangles that were looked at closely
};

/// The first touch of all their triangles, with what find_rigid_impact promises. max_iterations is for each pair of
/// triangles. Empty trees touch nothing.
MeshImpact find_rigid_impact(const MovingMesh& a, const MovingMesh& b, const RigidImpactSettings& settings = {});
MeshImpact find_rigid_impact(const MovingConvex& a, const MovingMesh& b, const RigidImpactSettings& settings = {});

}  // namespace abut
