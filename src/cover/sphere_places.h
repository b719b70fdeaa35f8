// Places where spheres may have their centers: as deep as they can be under what they are to hold.
#pragma once

#include <vector>

#include "cover/surface_cells.h"
#include "cover/surface_probe.h"

namespace abut {

/// A center, and how deep it is in what spheres may fill (SurfaceProbe::measure_depth): with a tolerance t, its sphere
/// may be as large as depth + t.
struct SpherePlace {
  Vec3 center = Vec3::Zero();
  double depth = 0;
};

/// At most about `most` of them, spread evenly over the surface. For solids they are centers of balls that touch the
/// surface at two places and lie inside: points of the medial axis.
std::vector<SpherePlace> find_sphere_places(const CoveredSurface& surface, const SurfaceProbe& probe,
                                            const SurfaceCells& cells, std::size_t most, const RunSettings& run);

}  // namespace abut
