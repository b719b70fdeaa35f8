// The expanding polytope: from a tetrahedron of differences of two solids outwards to the side of all differences that
// is nearest to the origin. Two questions are asked of it: how deep, and whether the origin is inside at all.
#pragma once

#include <optional>

#include "narrow/simplex.h"

namespace abut {

/// A side of all differences: no difference is farther than `distance` along the normal.
struct DifferenceSide {
  double distance = 0;
  Plain3 normal{1, 0, 0};  ///< of length 1
  Simplex corners;         ///< with the weights of the point nearest to the origin
};

/// The side nearest to the origin, which is not beyond any by more than the slack. Nothing if rounding gets in the way.
std::optional<DifferenceSide> find_nearest_side(const ConvexView& view, const Simplex& start);

enum class OriginPlace : std::uint8_t { inside, outside, unclear };
struct OriginProof {
  OriginPlace place = OriginPlace::unclear;
  Plain3 direction{};  ///< that separates, if it is outside
};
/// Whether the origin is inside the differences, or outside, by more than the slack.
OriginProof prove_place_of_origin(const ConvexView& view, const Simplex& start);

/// Differences of a side around its point nearest to the origin, found by walking along it from those it has.
Simplex find_foot(const ConvexView& view, const DifferenceSide& side);

/// The same as find_nearest_side by looking at every normal of a face and every pair of edges: slow and always good.
DifferenceSide find_nearest_side_of_all(const ConvexView& view);

}  // namespace abut
