// Where in a cell the surface is: a box around it, and two planes that it lies between. A few bytes, so that every cell
// of a tree can have them.
#pragma once

#include <array>
#include <cstdint>
#include <span>

#include "abut/sphere_tree.h"

namespace abut {

/// By parts of the cell, rounded outwards.
struct PackedBounds {
  std::array<std::uint8_t, 4> lower = {0, 0, 0, 0}, upper = {255, 255, 255, 255};  ///< the last one counts along facing
  std::array<std::int8_t, 4> facing = {0, 0, 0, 0};                                ///< the last one is 0
};

/// Of these triangles as far as they are in the cell. False if the store failed.
bool pack_bounds(TriangleStore& store, const OctreeGrid& grid, const OctreeCell& cell,
                 std::span<const std::uint32_t> triangles, PackedBounds& packed);

SurfaceBounds unpack_bounds(const OctreeGrid& grid, const OctreeCell& cell, const PackedBounds& packed);

}  // namespace abut
