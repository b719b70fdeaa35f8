// A pair of features is a contact only if the surfaces around both leave each other along the normal: then neither can
// be nearer beside it. That is what keeps the inner edges of flat regions from giving sideways normals, and what tells
// the outside of a plate from its back. A corner and a face have the face's normal, two edges that across them; both
// are allowed to tilt a little, so that a box that trembles keeps its corners. Corners before edges and corners have
// the way between them, for which no tilt is allowed.
#include "detect/facing_features.h"

#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "detect/rigid_walk.h"

namespace abut {
namespace {

constexpr double kTilt = 0.09;  // sine of what a surface may rise against the normal
constexpr double kNoTilt = 1e-6;
constexpr double kParallel = 1e-3;  // sine of the angle below which edges have no direction across them
constexpr double kBorder = 1e-9;    // of a face or edge: what is beyond by less than this share is still on it

bool test_leaving(const Vec3& from, const Vec3& to, const Vec3& way, double tilt) {
  const Vec3 along = to - from;
  return along.dot(way) >= -tilt * along.norm();
}

class Finder {
 public:
  Finder(const PlacedSurface& a, const PlacedSurface& b, double margin, double reach)
      : a_(a), b_(b), margin_(margin), reach_(reach) {}

  void look_at(const NearFacePair& pair) {
    pair_ = pair;
    for (int i = 0; i < 3; ++i) {
      look_at_corner(a_, pair.a, i, b_, pair.b, true);
      look_at_corner(b_, pair.b, i, a_, pair.a, false);
      for (int j = 0; j < 3; ++j) look_at_edges(i, j);
    }
    look_at_nearest();
  }

  std::vector<FacingFeatures> found;

 private:
  void add(const Vec3& on_a, const Vec3& on_b, const Vec3& normal, double gap) {
    found.push_back({on_a, on_b, normal, gap, pair_});
  }

  // Whether faces on the whole look along a way: what lies in one plane and looks to the same side does not meet.
  static bool test_facing(const PlacedSurface& s, std::span<const FaceId> faces, const Vec3& way) {
    Vec3 outwards = Vec3::Zero();
    for (const FaceId f : faces) outwards += s.normal(f);
    return faces.empty() || outwards.dot(way) > 0;
  }

  // Whether the surface around a corner, or an edge, goes the given way, away from the other body.
  bool test_corner_leaving(const PlacedSurface& s, VertexId v, const Vec3& way, double tilt) const {
    const Vec3 p = s.point(v);
    for (const FaceId f : s.surface().vertex_faces(v)) {
      for (const VertexId w : s.surface().face(f)) {
        if (w != v && !test_leaving(p, s.point(w), way, tilt)) return false;
      }
    }
    return true;
  }
  bool test_edge_leaving(const PlacedSurface& s, EdgeId e, const Vec3& way, double tilt) const {
    const auto& [v, w] = s.surface().edge(e);
    const Vec3 p = s.point(v), along = (s.point(w) - p).normalized();
    for (const FaceId f : s.surface().edge_faces(e)) {
      for (const VertexId x : s.surface().face(f)) {
        if (x == v || x == w) continue;
        const Vec3 q = s.point(x);
        if (!test_leaving(p + along.dot(q - p) * along, q, way, tilt)) return false;
      }
    }
    return true;
  }

  // Whether this face, and this of its corners, stands for the vertex.
  static bool test_first(const PlacedSurface& s, FaceId face, int corner) {
    const auto& vertices = s.surface().face(face);
    const auto faces = s.surface().vertex_faces(vertices[corner]);
    if (!faces.empty()) return faces[0] == face;
    return std::find(vertices.begin(), vertices.begin() + corner, vertices[corner]) == vertices.begin() + corner;
  }

  // A corner of a face of s, before or behind a face of t.
  void look_at_corner(const PlacedSurface& s, FaceId face, int corner, const PlacedSurface& t, FaceId other,
                      bool is_of_a) {
    const VertexId v = s.surface().face(face)[corner];
    if (!test_first(s, face, corner)) return;
    const Vec3 normal = t.normal(other), p = s.point(v);
    const TrianglePoints points = t.triangle(other);
    const double height = normal.dot(p - points[0]);
    if (!(height >= -margin_ && height <= reach_) || !test_above(p, points, normal)) return;
    if (!test_facing(s, s.surface().vertex_faces(v), -normal) || !test_corner_leaving(s, v, normal, kTilt)) return;
    const Vec3 foot = p - height * normal;
    is_of_a ? add(p, foot, normal, height) : add(foot, p, -normal, height);
  }

  static bool test_above(const Vec3& p, const TrianglePoints& t, const Vec3& normal) {
    const double whole = normal.dot((t[1] - t[0]).cross(t[2] - t[0]));
    if (!(whole > 0)) return false;
    for (int i = 0; i < 3; ++i) {
      const Vec3 &from = t[i], &to = t[(i + 1) % 3];
      if (normal.dot((to - from).cross(p - from)) < -kBorder * whole) return false;
    }
    return true;
  }

  // Two edges across each other; each with the first of its faces only.
  void look_at_edges(int i, int j) {
    const EdgeId e = a_.surface().face_edges(pair_.a)[i], f = b_.surface().face_edges(pair_.b)[j];
    if (!e.is_valid() || !f.is_valid()) return;
    if (a_.surface().edge_faces(e)[0] != pair_.a || b_.surface().edge_faces(f)[0] != pair_.b) return;
    const auto& [v, w] = a_.surface().edge(e);
    const auto& [x, y] = b_.surface().edge(f);
    const Vec3 p = a_.point(v), along = a_.point(w) - p, q = b_.point(x), other = b_.point(y) - q,
               across = along.cross(other);
    const double squared = across.squaredNorm();
    if (!(squared > kParallel * kParallel * along.squaredNorm() * other.squaredNorm())) return;
    const Vec3 between = q - p;
    const double s = between.cross(other).dot(across) / squared, t = between.cross(along).dot(across) / squared;
    if (std::min(s, t) < -kBorder || std::max(s, t) > 1 + kBorder) return;
    const auto e_faces = a_.surface().edge_faces(e), f_faces = b_.surface().edge_faces(f);
    Vec3 normal = across / std::sqrt(squared);
    if (!test_facing(b_, f_faces, normal)) normal = -normal;
    if (!test_facing(b_, f_faces, normal) || !test_facing(a_, e_faces, -normal)) return;
    const double gap = -normal.dot(between);
    if (!(gap >= -margin_ && gap <= reach_)) return;
    if (!test_edge_leaving(a_, e, normal, kTilt) || !test_edge_leaving(b_, f, -normal, kTilt)) return;
    add(p + s * along, q + t * other, normal, gap);
  }

  // A corner before an edge or another corner.
  void look_at_nearest() {
    const TrianglePoints p = a_.triangle(pair_.a), q = b_.triangle(pair_.b);
    const Distance near = measure_triangle_triangle(p, q);
    const auto parts = (near.a_weights.array() != 0).count() + (near.b_weights.array() != 0).count();
    if (!(near.distance > 0 && near.distance <= reach_) || parts > 3) return;
    if (!test_part_leaving(a_, pair_.a, near.a_weights, near.normal)) return;
    if (!test_part_leaving(b_, pair_.b, near.b_weights, -near.normal)) return;
    const auto find_point = [](const TrianglePoints& t, const Vec3& weights) -> Vec3 {
      return weights[0] * t[0] + weights[1] * t[1] + weights[2] * t[2];
    };
    add(find_point(p, near.a_weights), find_point(q, near.b_weights), near.normal, near.distance);
  }

  bool test_part_leaving(const PlacedSurface& s, FaceId face, const Vec3& weights, const Vec3& way) const {
    int corner = 0, absent = 0;
    for (int i = 0; i < 3; ++i) (weights[i] != 0 ? corner : absent) = i;
    if ((weights.array() != 0).count() == 1) {
      return test_first(s, face, corner) && test_corner_leaving(s, s.surface().face(face)[corner], way, kNoTilt);
    }
    const EdgeId e = s.surface().face_edges(face)[(absent + 1) % 3];
    return !e.is_valid() || (s.surface().edge_faces(e)[0] == face && test_edge_leaving(s, e, way, kNoTilt));
  }

  const PlacedSurface &a_, &b_;
  double margin_, reach_;
  NearFacePair pair_{};
};

}  // namespace

std::vector<NearFacePair> find_near_face_pairs(const PlacedSurface& a, const PlacedSurface& b, double reach) {
  std::vector<NearFacePair> pairs;
  const PlacedRigid a_body = a.body(), b_body = b.body();
  if (a_body.tree->is_empty() || b_body.tree->is_empty()) return pairs;
  RigidCounts counts;
  walk_near_pairs(RigidView(a_body, b_body, reach), counts, [&](std::uint32_t p, std::uint32_t q) {
    pairs.push_back({FaceId(a_body.tree->face(p)), FaceId(b_body.tree->face(q))});
  });
  std::sort(pairs.begin(), pairs.end(),
            [](const NearFacePair& p, const NearFacePair& q) { return std::pair(p.a, p.b) < std::pair(q.a, q.b); });
  return pairs;
}

std::vector<FacingFeatures> find_facing_features(const PlacedSurface& a, const PlacedSurface& b,
                                                 std::span<const NearFacePair> pairs, double margin, double reach) {
  Finder finder(a, b, margin, reach);
  for (const NearFacePair& pair : pairs) finder.look_at(pair);
  return std::move(finder.found);
}

}  // namespace abut
