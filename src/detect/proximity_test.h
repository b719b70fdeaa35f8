// The elementary test of what is near: how far are features of two faces apart, and which parts of them are nearest?
#pragma once

#include <span>
#include <vector>

#include "detect/feature_pairs.h"

namespace abut {

/// A face where it is.
struct StillFace {
  FaceWithFeatures features;
  std::span<const Vec3> positions;  ///< of all vertices
};

/// A little more than a distance: what is farther apart than this is also measured to be farther than that.
inline double find_safe_margin(double distance) { return distance * (1 + 0x1p-36); }

/// Appends what is as near as `within` among the features that the faces own. Returns how many pairs of features were
/// measured.
///
/// Each vertex and face, and each two edges, that have no vertex in common are looked at with one pair of faces: the
/// owners. If all pairs of faces are visited that have such features within the safe margin, then everything is found
/// that there is, since a part that holds a nearest point is found from each pair of features it is nearest in. It may
/// be appended several times, always with the same numbers.
std::uint64_t test_proximities(const StillFace& f, const StillFace& g, double within, std::vector<Proximity>& found);

/// Sorts, and leaves of those that were found several times one.
void sort_and_merge(std::vector<Proximity>& found);

}  // namespace abut
