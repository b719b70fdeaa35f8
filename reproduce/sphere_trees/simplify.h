// A mesh in fewer triangles.
#pragma once

#include "abut/shape.h"

namespace abut::reproduce {

struct TriangleMesh {
  std::vector<Vec3> positions;
  std::vector<std::array<VertexId, 3>> faces;
};

/// Edges are collapsed, the one that changes the shape least first (Garland and Heckbert 1997), until no more than so
/// many triangles are left or no edge can be collapsed any more.
TriangleMesh simplify(const TriangleMesh& mesh, std::size_t most_triangles);

}  // namespace abut::reproduce
