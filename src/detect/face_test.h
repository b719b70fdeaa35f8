// The elementary test: do two faces intersect?
#pragma once

#include <algorithm>
#include <vector>

#include "abut/model.h"

namespace abut {

/// A face of a body and where it is.
struct PlacedFace {
  BodyId body_id;
  const Body& body;
  FaceId id;
  const TrianglePoints& points;
};

/// Appends the pair if the faces intersect: within a body in more than what they share, between bodies in any point.
/// Both must have area.
void test_faces(const PlacedFace& f, const PlacedFace& g, std::vector<IntersectingPair>& found);

}  // namespace abut
