#include "detect/face_test.h"

namespace abut {
namespace {

int count_shared(const std::array<VertexId, 3>& a, const std::array<VertexId, 3>& b) {
  int shared = 0;
  for (const VertexId v : a) shared += std::count(b.begin(), b.end(), v) > 0;
  return shared;
}

}  // namespace

void test_faces(const PlacedFace& f, const PlacedFace& g, std::vector<IntersectingPair>& found) {
  if (f.body_id != g.body_id) {
    if (test_triangle_triangle(f.points, g.points)) found.push_back({{f.body_id, f.id}, {g.body_id, g.id}, 0});
    return;
  }
  const auto &v = f.body.surface->face(f.id), &w = g.body.surface->face(g.id);
  if (!test_self_intersection(f.points, v, g.points, w)) return;
  const auto shared = static_cast<std::uint8_t>(count_shared(v, w));
  found.push_back({{f.body_id, std::min(f.id, g.id)}, {f.body_id, std::max(f.id, g.id)}, shared});
}

}  // namespace abut
