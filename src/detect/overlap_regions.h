// What two closed surfaces share, for each closed line along which they cross: in which way it shrinks fastest, and how
// deep it is along that.
#pragma once

#include <vector>

#include "detect/facing_features.h"

namespace abut {

struct OverlapPoint {
  Vec3 on_a, on_b;
  double depth;
};

struct OverlapRegion {
  Vec3 normal;                               ///< from b to a
  std::vector<OverlapPoint> points;          ///< corners and middles of edges of one surface that are inside the other
  std::array<std::vector<FaceId>, 2> faces;  ///< of a and b: those that cross, or have a corner inside; sorted
  double depth = 0;                          ///< the largest
};

/// Regions without points are left out. `pairs` are all that may meet.
std::vector<OverlapRegion> find_overlap_regions(const PlacedSurface& a, const PlacedSurface& b,
                                                std::span<const NearFacePair> pairs);

}  // namespace abut
