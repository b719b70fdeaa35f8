// Two faces of a surface that share a vertex or an edge and look to one direction: often it takes a glance along that
// direction to see that they meet in nothing else. Exact tests are slowest just there, where neighbours lie nearly in
// one plane.
#pragma once

#include <array>
#include <cstdint>

#include "abut/math.h"

namespace abut {

/// True only if the faces share one or two vertices and provably meet in nothing else. `f` and `g` name the corners.
/// Both faces look to all directions whose bits are given (directions.h); there is at least one.
bool prove_neighbors(std::uint32_t directions, const TrianglePoints& f_points, const std::array<VertexId, 3>& f,
                     const TrianglePoints& g_points, const std::array<VertexId, 3>& g);

}  // namespace abut
