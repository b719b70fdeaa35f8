// Moves spheres to where they hold their part of a surface best, and makes them as small as that allows.
#pragma once

#include <vector>

#include "cover/cell_index.h"
#include "cover/sphere_places.h"

namespace abut {

/// The cells that each sphere is to hold.
using CellGroups = std::vector<std::vector<std::uint32_t>>;

/// Each cell goes to the place whose sphere reaches least far out to hold it.
CellGroups group_cells(const SurfaceCells& cells, const CellIndex& index, std::span<const SpherePlace> places,
                       double tolerance);

/// How far the sphere at a place reaches out that holds the balls of a group's cells.
double measure_reach(const SurfaceCells& cells, std::span<const std::uint32_t> group, const SpherePlace& place);

/// A place nearby, or in the middle of the group, from where holding it takes the least reach.
SpherePlace fit_place(const SurfaceProbe& probe, const SurfaceCells& cells, std::span<const std::uint32_t> group,
                      const SpherePlace& place);

/// The sphere at a place that holds what the surface has in the cells, up to rounding; in a solid, as large as costs
/// nothing.
Sphere fit_sphere(const SurfaceCells& cells, std::span<const std::uint32_t> group, const SpherePlace& place);

}  // namespace abut
