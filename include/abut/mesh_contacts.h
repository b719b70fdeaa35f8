// Room 5, detect: where two rigid bodies press on each other: few points that hold as all of the contact would, for
// steps of time. Bodies are meshes, or convex solids made into such; or one is all that lies behind a plane.
#pragma once

#include <vector>

#include "abut/convex_pair.h"
#include "abut/pose.h"
#include "abut/rigid_tree.h"

namespace abut {

struct PlacedMesh {
  const RigidMesh* mesh = nullptr;
  Pose3 pose;
};

/// Contacts that hang together and look about the same way.
struct MeshContact {
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  ///< opposite to each other across the contact
  Vec3 normal = Vec3::UnitZ();                    ///< of length 1, from b to a
  double gap = 0;                                 ///< along the normal; negative: how deep
  std::uint32_t region = 0;                       ///< contacts of one region, of which there are at most four
  bool is_deep = false;                           ///< of surfaces that are in each other by more than the margin

  Vec3 position() const { return 0.5 * (on_a + on_b); }
};

/// Where the bodies are no farther apart than the margin, which is above 0, or in each other. Regions are numbered from
/// 0 on, each with its deepest contact first.
///
/// Within the margin on either side of touching, contacts are pairs of features that face each other: a corner and a
/// face, two edges, and what is nearest. Normals are those of the faces, or across the edges. Surfaces that are deeper
/// in each other are looked at as a whole, for each closed line along which they cross: the normal is the way in which
/// what they share shrinks fastest, the depth that along this way. Bodies that are inside each other without crossing
/// have no contacts.
std::vector<MeshContact> find_mesh_contacts(const PlacedMesh& a, const PlacedMesh& b, double margin);

/// The same for a mesh and all that lies behind a plane, which is b. The normal has length 1. One region.
std::vector<MeshContact> find_plane_contacts(const PlacedMesh& a, const Vec3& plane_point, const Vec3& plane_normal,
                                             double margin);

}  // namespace abut
