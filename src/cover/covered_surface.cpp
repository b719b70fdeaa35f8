// Whether a surface bounds a solid.
#include "abut/sphere_set.h"

namespace abut {

CoveredSurface make_covered_surface(const Surface& surface, std::span<const Vec3> positions) {
  std::vector<int> counts(surface.edge_count()), turns(surface.edge_count());
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    for (std::size_t i = 0; i < 3; ++i) {
      const EdgeId e = surface.face_edges(FaceId(f))[i];
      if (!e.is_valid()) continue;
      ++counts[e];
      turns[e] += surface.face(FaceId(f))[i] == surface.edge(e)[0] ? 1 : -1;
    }
  }
  bool is_closed = surface.edge_count() > 0, is_oriented = true;
  for (std::size_t e = 0; e < counts.size(); ++e) {
    is_closed &= counts[e] % 2 == 0;
    is_oriented &= turns[e] == 0;
  }
  return {{positions, surface.faces()}, is_closed ? SphereFill::solid : SphereFill::surface, is_oriented};
}

}  // namespace abut
