// Chooses a few of many places for spheres, so that every cell of a surface lies in one of the spheres.
#pragma once

#include <optional>
#include <vector>

#include "cover/cell_index.h"
#include "cover/sphere_places.h"

namespace abut {

/// Always the place whose sphere holds most cells that no other holds yet. Cells that no place is good for get spheres
/// of their own. Nothing if it takes more than `most` spheres.
std::optional<std::vector<SpherePlace>> choose_places(const SurfaceProbe& probe, const SurfaceCells& cells,
                                                      const CellIndex& index, std::span<const SpherePlace> places,
                                                      double tolerance, std::size_t most, int threads);

}  // namespace abut
