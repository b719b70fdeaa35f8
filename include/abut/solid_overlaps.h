// Room 6, sim, another face: which solids of a scene are in each other, and how deep.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/solids.h"

namespace abut {

struct SolidOverlap {
  std::uint32_t a = 0, b = 0;  ///< numbers of solids; b may be kWorld: a ground
  double depth = 0;  ///< m: the shortest way out, of the deepest pieces; of meshes as find_mesh_contacts has it
};

/// Where the scene has its solids, or where motions (as many) put them. Pairs that are not to touch, and those of which
/// nothing moves, are left out, as are those that only touch. Normals of grounds are of length 1. Sorted.
std::vector<SolidOverlap> find_solid_overlaps(const SolidScene& scene, std::span<const SolidMotion> motions = {});

}  // namespace abut
