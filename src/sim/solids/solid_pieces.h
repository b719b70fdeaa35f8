// The pieces of all solids of a scene: what tests for contact see of them.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "abut/mesh_contacts.h"
#include "abut/solids.h"

namespace abut {

struct SolidPiece {
  std::uint32_t body = 0;
  const Convex* shape = nullptr;          ///< none: a mesh
  std::shared_ptr<const RigidMesh> mesh;  ///< of convex pieces only where they may meet a mesh
  Pose3 pose;                             ///< in the body's own axes
  Box3 box;                               ///< in its own axes
  double radius = 0;                      ///< all within this of the shape belongs to it
  double half_extent = 0;                 ///< half the least side of the box; above 0
  /// What is no deeper in it than this is pushed out on the side where it came in: less than the largest ball inside;
  /// 0 if there is no inside.
  double thickness = 0;

  bool is_mesh() const { return shape == nullptr; }
  PlacedConvex place_convex(const Pose3& body_pose) const { return {shape, body_pose * pose}; }
  PlacedMesh place_mesh(const Pose3& body_pose) const { return {mesh.get(), body_pose * pose}; }
};

/// Solid by solid, in the order of their parts.
std::vector<SolidPiece> make_pieces(const SolidScene& scene);

/// No point of it is farther from a center in the axes of the solid.
double measure_reach(const SolidPart& part, const Vec3& center);

}  // namespace abut
