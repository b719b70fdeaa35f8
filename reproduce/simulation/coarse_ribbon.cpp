#include "reproduce/simulation/coarse_ribbon.h"

#include <algorithm>

namespace abut::reproduce {
namespace {

// Two vertices at a time, one on each side.
PolygonMesh make_coarse(std::span<const Vec3> positions, std::array<int, 2> cells, int stride) {
  PolygonMesh mesh;
  const auto other_side = static_cast<std::size_t>(cells[0] + 1) * static_cast<std::size_t>(cells[1]);
  for (int i = 0; i < cells[0] + stride; i += stride) {
    const auto at = static_cast<std::size_t>(std::min(i, cells[0]));
    mesh.positions.push_back(positions[at]);
    mesh.positions.push_back(positions[other_side + at]);
  }
  for (std::uint32_t v = 0; v + 3 < mesh.positions.size(); v += 2) {
    mesh.add_polygon(std::array{VertexId(v), VertexId(v + 2), VertexId(v + 3), VertexId(v + 1)});
  }
  return mesh;
}

}  // namespace

CoarseRibbon::CoarseRibbon(std::span<const Vec3> positions, std::array<int, 2> cells, int stride)
    : mesh_(make_coarse(positions, cells, stride)), surface_(make_surface(mesh_)) {}

}  // namespace abut::reproduce
