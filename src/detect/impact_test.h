// The elementary test of what moves: do features of two faces come to touch?
#pragma once

#include <span>
#include <vector>

#include "detect/feature_pairs.h"

namespace abut {

/// A face on its way.
struct MovingFace {
  FaceWithFeatures features;
  std::span<const Vec3> start, end;  ///< of all vertices
};

/// Appends the impacts of features that the faces own. Returns how many pairs of features were tested.
std::uint64_t test_impacts(const MovingFace& f, const MovingFace& g, const ImpactSettings& settings,
                           std::vector<Impact>& found);

}  // namespace abut
