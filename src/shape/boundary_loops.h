// Walks along the rims of a surface.
#pragma once

#include <cstdint>
#include <vector>

#include "abut/shape.h"

namespace abut {

struct BoundaryLoops {
  std::vector<EdgeId> edges;                ///< walk after walk
  std::vector<std::uint32_t> starts = {0};  ///< where each walk begins in `edges`, and where the last one ends
};

/// Needs the faces, edges and their adjacency of the surface, nothing else. Cost: linear.
BoundaryLoops trace_boundary_loops(const Surface& surface);

}  // namespace abut
