// From crossings to piercings in groups. A pair of faces (A, B) that intersect in a segment has two of them: two edges
// of A that pierce B lie on the same line of the contour, an edge of A and one of B on different lines.
#include <algorithm>
#include <cmath>
#include <limits>
#include <tuple>

#include "abut/response.h"
#include "base/signed_union_find.h"
#include "base/sort_unique.h"

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

constexpr std::uint32_t kNone = std::numeric_limits<std::uint32_t>::max();

bool is_loop_vertex(const Crossing& crossing) { return crossing.a.kind == Kind::vertex && crossing.a == crossing.b; }

bool is_piercing(const Crossing& crossing) {
  return (crossing.a.kind == Kind::edge && crossing.b.kind == Kind::face) ||
         (crossing.a.kind == Kind::face && crossing.b.kind == Kind::edge);
}

// Where a point near a segment lies along it; in its middle if it is too short to tell.
double locate_along(const Vec3& from, const Vec3& to, const Vec3& point) {
  const Vec3 way = to - from;
  const double along = way.dot(point - from) / way.squaredNorm();
  return std::isfinite(along) ? std::clamp(along, 0.0, 1.0) : 0.5;
}

// The weights of a point in a triangle; those of its middle if it is too thin to tell.
Vec3 locate_on(const TrianglePoints& triangle, const Vec3& point) {
  const Vec3 u = triangle[1] - triangle[0], v = triangle[2] - triangle[0], w = point - triangle[0], n = u.cross(v);
  const double b = w.cross(v).dot(n) / n.squaredNorm(), c = u.cross(w).dot(n) / n.squaredNorm();
  if (!std::isfinite(b) || !std::isfinite(c)) return Vec3::Constant(1.0 / 3);
  const Vec3 weights = Vec3(1 - b - c, b, c).cwiseMax(0.0);
  return weights / weights.sum();
}

Piercing make_piercing(std::span<const Body> bodies, const Crossing& crossing) {
  const bool edge_first = crossing.a.kind == Kind::edge;
  const SurfaceFeature &edge = edge_first ? crossing.a : crossing.b, &face = edge_first ? crossing.b : crossing.a;
  Piercing piercing{edge.body, face.body, EdgeId(edge.index), FaceId(face.index)};
  const Body &of_edge = bodies[edge.body], &of_face = bodies[face.body];
  const auto& [p, q] = of_edge.surface->edge(piercing.edge);
  piercing.position = crossing.position;
  piercing.edge_parameter = locate_along(of_edge.positions[p], of_edge.positions[q], crossing.position);
  piercing.face_weights = locate_on(face_points(*of_face.surface, of_face.positions, piercing.face), crossing.position);
  return piercing;
}

class Grouping {
 public:
  Grouping(std::span<const Body> bodies, std::span<const IntersectingPair> pairs, std::span<const Crossing> crossings,
           std::span<const PairCrossings> of_pairs, std::span<const std::uint8_t> is_ignored)
      : crossings_(crossings), sets_(crossings.size()), piercing_of_(crossings.size(), kNone) {
    for (std::uint32_t i = 0; i < crossings.size(); ++i) {
      if (!is_ignored.empty() && is_ignored[i]) continue;
      if (is_piercing(crossings[i])) {
        piercing_of_[i] = static_cast<std::uint32_t>(found_.piercings.size());
        found_.piercings.push_back(make_piercing(bodies, crossings[i]));
      } else if (!is_loop_vertex(crossings[i])) {
        found_.not_general.push_back(crossings[i].a);
        found_.not_general.push_back(crossings[i].b);
      }
    }
    for (std::size_t i = 0; i < pairs.size(); ++i) join(pairs[i], of_pairs[i]);
    if (!is_ignored.empty()) join_neighbours(bodies);
    number_contours();
    for (std::size_t i = 0; i < pairs.size(); ++i) list_loop_vertex(of_pairs[i]);
    sort_unique(found_.loop_vertices);
    sort_unique(found_.not_general);
  }

  Piercings take() { return std::move(found_); }

 private:
  // Whether the edge of a piercing in this pair is one of face a.
  bool is_edge_of_a(const IntersectingPair& pair, std::uint32_t crossing) const {
    const Piercing& piercing = found_.piercings[piercing_of_[crossing]];
    return piercing.face_body == pair.b.body && piercing.face == pair.b.face;
  }

  void join(const IntersectingPair& pair, const PairCrossings& of_pair) {
    if (of_pair.count != 2) return;
    const auto [i, j] = std::array{of_pair.crossings[0], of_pair.crossings[1]};
    if (piercing_of_[i] == kNone || piercing_of_[j] == kNone) return;
    sets_.unite(i, j, is_edge_of_a(pair, i) != is_edge_of_a(pair, j));
  }

  // Where crossings are missing, contours are held together by what is around: two piercings whose edges meet and whose
  // faces meet lie on the same line, those where the edge of each meets the face of the other on different ones.
  void join_neighbours(std::span<const Body> bodies) {
    using Corner = std::pair<BodyId, VertexId>;
    struct Meeting {
      std::array<Corner, 2> corners;  // of edge and face, in order
      bool is_edge_first;
      std::uint32_t crossing;
    };
    std::vector<Meeting> meetings;
    for (std::uint32_t i = 0; i < crossings_.size(); ++i) {
      if (piercing_of_[i] == kNone) continue;
      const Piercing& piercing = found_.piercings[piercing_of_[i]];
      for (const VertexId u : bodies[piercing.edge_body].surface->edge(piercing.edge)) {
        for (const VertexId w : bodies[piercing.face_body].surface->face(piercing.face)) {
          const Corner p{piercing.edge_body, u}, q{piercing.face_body, w};
          meetings.push_back({p < q ? std::array{p, q} : std::array{q, p}, p < q, i});
        }
      }
    }
    std::sort(meetings.begin(), meetings.end(), [](const Meeting& a, const Meeting& b) {
      return std::tie(a.corners, a.crossing) < std::tie(b.corners, b.crossing);
    });
    for (std::size_t i = 1; i < meetings.size(); ++i) {
      const Meeting &a = meetings[i - 1], &b = meetings[i];
      if (a.corners == b.corners) sets_.unite(a.crossing, b.crossing, a.is_edge_first != b.is_edge_first);
    }
  }

  void number_contours() {
    std::vector<std::uint32_t> number_of(crossings_.size(), kNone);
    for (std::uint32_t i = 0; i < crossings_.size(); ++i) {
      if (piercing_of_[i] == kNone) continue;
      const auto place = sets_.find(i);
      if (number_of[place.root] == kNone) number_of[place.root] = found_.contour_count++;
      Piercing& piercing = found_.piercings[piercing_of_[i]];
      piercing.contour = number_of[place.root];
      piercing.side = place.is_opposite ? 1 : 0;
    }
  }

  // A pair that shares a vertex intersects from there to a piercing.
  void list_loop_vertex(const PairCrossings& of_pair) {
    if (of_pair.count != 2) return;
    for (int k = 0; k < 2; ++k) {
      const Crossing& crossing = crossings_[of_pair.crossings[k]];
      const std::uint32_t other = piercing_of_[of_pair.crossings[1 - k]];
      if (!is_loop_vertex(crossing) || other == kNone) continue;
      found_.loop_vertices.push_back({found_.piercings[other].contour, crossing.a.body, VertexId(crossing.a.index)});
    }
  }

  std::span<const Crossing> crossings_;
  SignedUnionFind sets_;
  std::vector<std::uint32_t> piercing_of_;  // of each crossing
  Piercings found_;
};

}  // namespace

Piercings find_piercings(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                         std::span<const Crossing> crossings, std::span<const PairCrossings> of_pairs,
                         std::span<const std::uint8_t> is_ignored) {
  return Grouping(bodies, pairs, crossings, of_pairs, is_ignored).take();
}

}  // namespace abut
