// Whether a surface bounds a solid, and what it takes for it to do so.
#include <algorithm>

#include "abut/sphere_set.h"

namespace abut {
namespace {

using Face = std::array<VertexId, 3>;

// A side of a face, and whether the face goes along it from the lower vertex to the higher.
struct Side {
  VertexId low, high;
  int turn;
};

void add_sides(const Face& face, std::vector<Side>& sides) {
  for (std::size_t i = 0; i < 3; ++i) {
    const VertexId from = face[i], to = face[(i + 1) % 3];
    if (from != to) sides.push_back({std::min(from, to), std::max(from, to), from < to ? 1 : -1});
  }
}

struct Closing {
  bool is_closed = true, is_oriented = true;
};

Closing find_closing(std::span<const Face> faces, std::span<const Face> caps) {
  std::vector<Side> sides;
  for (const Face& face : faces) add_sides(face, sides);
  for (const Face& face : caps) add_sides(face, sides);
  std::sort(sides.begin(), sides.end(),
            [](const Side& a, const Side& b) { return a.low != b.low ? a.low < b.low : a.high < b.high; });
  Closing closing{!sides.empty(), true};
  for (std::size_t begin = 0, end = 0; begin < sides.size(); begin = end) {
    int turns = 0;
    for (end = begin; end < sides.size() && sides[end].low == sides[begin].low && sides[end].high == sides[begin].high;
         ++end) {
      turns += sides[end].turn;
    }
    closing.is_closed &= (end - begin) % 2 == 0;
    closing.is_oriented &= turns == 0;
  }
  return closing;
}

// Each hole as a fan around one of its corners, its sides against those of the faces around it.
std::vector<Face> make_caps(const Surface& surface) {
  std::vector<Face> caps;
  for (std::size_t loop = 0; loop < surface.boundary_loop_count(); ++loop) {
    const auto edges = surface.boundary_loop(loop);
    const VertexId apex = surface.edge(edges.front())[0];
    for (const EdgeId e : edges) {
      const auto [low, high] = surface.edge(e);
      if (low == apex || high == apex) continue;
      const FaceId f = surface.edge_faces(e)[0];
      const auto side = std::find(surface.face_edges(f).begin(), surface.face_edges(f).end(), e);
      const auto corner = static_cast<std::size_t>(side - surface.face_edges(f).begin());
      const bool is_upwards = surface.face(f)[corner] == low;
      caps.push_back(is_upwards ? Face{apex, high, low} : Face{apex, low, high});
    }
  }
  return caps;
}

}  // namespace

CoveredSurface make_covered_surface(const Surface& surface, std::span<const Vec3> positions, bool closes_holes) {
  CoveredSurface covered{{positions, surface.faces()}};
  if (closes_holes) covered.caps = make_caps(surface);
  const Closing closing = find_closing(surface.faces(), covered.caps);
  if (closing.is_closed) covered.fill = SphereFill::solid;
  covered.is_oriented = closing.is_oriented;
  return covered;
}

}  // namespace abut
