#include "detect/feature_pairs.h"

namespace abut {

std::vector<std::uint8_t> find_owned_features(const Surface& surface) {
  std::vector<std::uint8_t> owned(surface.face_count());
  std::vector<bool> is_taken(surface.vertex_count());
  for (std::size_t f = 0; f < surface.face_count(); ++f) {
    const FaceId face(f);
    if (!surface.face_edges(face)[0].is_valid()) continue;
    for (int i = 0; i < 3; ++i) {
      const VertexId v = surface.face(face)[i];
      if (!is_taken[v]) owned[f] |= static_cast<std::uint8_t>(1 << i);
      is_taken[v] = true;
      if (surface.edge_faces(surface.face_edges(face)[i])[0] == face) owned[f] |= static_cast<std::uint8_t>(8 << i);
    }
  }
  return owned;
}

}  // namespace abut
