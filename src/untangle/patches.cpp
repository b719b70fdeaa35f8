#include "untangle/patches.h"

namespace abut {

void Patches::add_cut_faces(const Tangle& tangle) {
  const auto add_with_neighbours = [&](BodyId body, VertexId v, std::uint32_t contour, std::uint32_t side) {
    const std::uint32_t vertex = assembly_.number(body, v);
    add(vertex, contour, side);
    for (const std::uint32_t other : assembly_.neighbours(vertex)) add(other, contour, side);
  };
  for (const Piercing& piercing : tangle.found.piercings) {
    const Surface& surface = assembly_.surface(piercing.edge_body);
    for (const VertexId v : surface.edge(piercing.edge)) {
      add_with_neighbours(piercing.edge_body, v, piercing.contour, piercing.side);
    }
    for (const VertexId v : assembly_.surface(piercing.face_body).face(piercing.face)) {
      add_with_neighbours(piercing.face_body, v, piercing.contour, 1 - piercing.side);
    }
  }
}

}  // namespace abut
