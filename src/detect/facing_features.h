// Parts of two surfaces that face each other across a small gap, or just as little in each other.
#pragma once

#include <vector>

#include "detect/placed_surface.h"

namespace abut {

/// Two faces that may be within the reach.
struct NearFacePair {
  FaceId a, b;
};

struct FacingFeatures {
  Vec3 on_a, on_b, normal;
  double gap;
  NearFacePair faces;  ///< that the features belong to
};

std::vector<NearFacePair> find_near_face_pairs(const PlacedSurface& a, const PlacedSurface& b, double reach);

/// Of the pairs, in their order. Gaps are between the triangles, without any radius: from -margin up to the reach.
std::vector<FacingFeatures> find_facing_features(const PlacedSurface& a, const PlacedSurface& b,
                                                 std::span<const NearFacePair> pairs, double margin, double reach);

}  // namespace abut
