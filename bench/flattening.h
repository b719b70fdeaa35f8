// Outlines for libraries that know straight lines only.
#pragma once

#include <span>
#include <vector>

#include "abut/outlines.h"

namespace abut::bench {

/// Corners, each once.
using Polygon = std::vector<Vec2>;

/// Lines from each piece, as many as keep it within the tolerance: the fast way.
Polygon flatten(const Loop& loop, double tolerance);

/// Lines that are each as long as the tolerance allows, across pieces: what to ask many questions with.
Polygon flatten_sparsely(const Loop& loop, double tolerance);

Polygon place(Polygon polygon, const Pose2& pose);

}  // namespace abut::bench
