// A pair of features is a contact only if the surfaces around both leave each other along the normal: then neither can
// be nearer beside it. That is what keeps the inner edges of flat regions from giving sideways normals, and what tells
// the outside of a plate from its back. A corner and a face have the face's normal, two edges that across them; both
// are allowed to tilt a little, so that a box that trembles keeps its corners. Corners before edges and corners have
// the way between them, for which no tilt is allowed.
#include "detect/facing_features.h"

#include <algorithm>
#include <cmath>
#include <optional>

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

// A face where it is, and which of its corners and edges are looked at with it: each with the first of its faces only.
struct FaceParts {
  const PlacedSurface& surface;
  FaceId face;
  TrianglePoints points;
  Vec3 normal;
  std::array<bool, 3> has_corner, has_edge;
  std::array<std::span<const FaceId>, 3> edge_faces;  // none of a segment that stands for a face

  FaceParts(const PlacedSurface& s, FaceId f) : surface(s), face(f), points(s.triangle(f)), normal(s.normal(f)) {
    const auto& vertices = s.surface().face(f);
    for (int i = 0; i < 3; ++i) {
      const auto faces = s.surface().vertex_faces(vertices[i]);
      has_corner[i] = faces.empty()
                          ? std::find(vertices.begin(), vertices.begin() + i, vertices[i]) == vertices.begin() + i
                          : faces[0] == f;
      const EdgeId e = s.surface().face_edges(f)[i];
      if (e.is_valid()) edge_faces[i] = s.surface().edge_faces(e);
      has_edge[i] = e.is_valid() ? edge_faces[i][0] == f : i < 2 && vertices[i] != vertices[i + 1];
    }
  }
  VertexId vertex(int corner) const { return surface.surface().face(face)[corner]; }
};

// Whether faces on the whole look along a way: what lies in one plane and looks to the same side does not meet.
bool test_facing(const PlacedSurface& s, std::span<const FaceId> faces, const Vec3& way) {
  Vec3 outwards = Vec3::Zero();
  for (const FaceId f : faces) outwards += s.normal(f);
  return faces.empty() || outwards.dot(way) > 0;
}

// Whether the surface around a corner, or an edge, goes the given way, away from the other body.
bool test_corner_leaving(const PlacedSurface& s, VertexId v, const Vec3& way, double tilt) {
  const Vec3 p = s.point(v);
  for (const FaceId f : s.surface().vertex_faces(v)) {
    for (const VertexId w : s.surface().face(f)) {
      if (w != v && !test_leaving(p, s.point(w), way, tilt)) return false;
    }
  }
  return true;
}
bool test_edge_leaving(const FaceParts& parts, int edge, const Vec3& way, double tilt) {
  const int next = (edge + 1) % 3;
  const Vec3 &p = parts.points[edge], along = (parts.points[next] - p).normalized();
  for (const FaceId f : parts.edge_faces[edge]) {
    for (const VertexId x : parts.surface.surface().face(f)) {
      if (x == parts.vertex(edge) || x == parts.vertex(next)) continue;
      const Vec3 q = parts.surface.point(x);
      if (!test_leaving(p + along.dot(q - p) * along, q, way, tilt)) return false;
    }
  }
  return true;
}

bool test_above(const Vec3& p, const TrianglePoints& t, const Vec3& normal) {
  const double whole = normal.dot((t[1] - t[0]).cross(t[2] - t[0]));
  if (!(whole > 0)) return false;
  for (int i = 0; i < 3; ++i) {
    const Vec3 &from = t[i], &to = t[(i + 1) % 3];
    if (normal.dot((to - from).cross(p - from)) < -kBorder * whole) return false;
  }
  return true;
}

class Finder {
 public:
  Finder(double margin, double reach) : margin_(margin), reach_(reach) {}

  void look_at(const FaceParts& a, const FaceParts& b) {
    faces_ = {a.face, b.face};
    for (int i = 0; i < 3; ++i) {
      if (a.has_corner[i]) look_at_corner(a, i, b, true);
      if (b.has_corner[i]) look_at_corner(b, i, a, false);
      for (int j = 0; j < 3; ++j) {
        if (a.has_corner[i] && b.has_corner[j]) look_at_corners(a, i, b, j);
        if (a.has_edge[i] && b.has_edge[j]) look_at_edges(a, i, b, j);
      }
    }
  }

  std::vector<FacingFeatures> found;

 private:
  void add(bool is_of_a, const Vec3& here, const Vec3& there, const Vec3& normal, double gap) {
    is_of_a ? found.push_back({here, there, normal, gap, faces_})
            : found.push_back({there, here, -normal, gap, faces_});
  }

  // Before or behind a face, or before its edges.
  void look_at_corner(const FaceParts& s, int corner, const FaceParts& t, bool is_of_a) {
    const Vec3& p = s.points[corner];
    const double height = t.normal.dot(p - t.points[0]);
    if (std::abs(height) > reach_ && t.normal != Vec3::Zero()) return;
    if (height >= -margin_ && test_above(p, t.points, t.normal)) {
      const VertexId v = s.vertex(corner);
      if (!test_facing(s.surface, s.surface.surface().vertex_faces(v), -t.normal)) return;
      if (!test_corner_leaving(s.surface, v, t.normal, kTilt)) return;
      add(is_of_a, p, p - height * t.normal, t.normal, height);
      return;
    }
    for (int i = 0; i < 3; ++i) {
      if (t.has_edge[i]) look_at_edge(s, corner, t, i, is_of_a);
    }
  }

  void look_at_edge(const FaceParts& s, int corner, const FaceParts& t, int edge, bool is_of_a) {
    const Vec3 &p = s.points[corner], &q = t.points[edge], along = t.points[(edge + 1) % 3] - q;
    const double at = along.dot(p - q) / along.squaredNorm();
    if (!(at > 0 && at < 1)) return;
    const Vec3 foot = q + at * along, way = p - foot;
    const double gap = way.norm();
    if (!(gap > 0 && gap <= reach_)) return;
    const Vec3 normal = way / gap;
    if (!test_corner_leaving(s.surface, s.vertex(corner), normal, kNoTilt)) return;
    if (test_edge_leaving(t, edge, -normal, kNoTilt)) add(is_of_a, p, foot, normal, gap);
  }

  void look_at_corners(const FaceParts& a, int i, const FaceParts& b, int j) {
    const Vec3 way = a.points[i] - b.points[j];
    const double gap = way.norm();
    if (!(gap > 0 && gap <= reach_)) return;
    const Vec3 normal = way / gap;
    if (!test_corner_leaving(a.surface, a.vertex(i), normal, kNoTilt)) return;
    if (!test_corner_leaving(b.surface, b.vertex(j), -normal, kNoTilt)) return;
    add(true, a.points[i], b.points[j], normal, gap);
  }

  // Across each other.
  void look_at_edges(const FaceParts& a, int i, const FaceParts& b, int j) {
    const Vec3 &p = a.points[i], along = a.points[(i + 1) % 3] - p, &q = b.points[j], other = b.points[(j + 1) % 3] - q;
    const Vec3 across = along.cross(other), between = q - p;
    const double squared = across.squaredNorm();
    if (!(squared > kParallel * kParallel * along.squaredNorm() * other.squaredNorm())) return;
    const double s = between.cross(other).dot(across) / squared, t = between.cross(along).dot(across) / squared;
    if (std::min(s, t) < -kBorder || std::max(s, t) > 1 + kBorder) return;
    const Vec3 unit = across / (across.dot(between) > 0 ? -std::sqrt(squared) : std::sqrt(squared));
    for (const Vec3& normal : {unit, Vec3(-unit)}) {  // apart; in each other
      const double gap = -normal.dot(between);
      if (!(gap >= -margin_ && gap <= reach_)) continue;
      if (!test_facing(b.surface, b.edge_faces[j], normal) || !test_facing(a.surface, a.edge_faces[i], -normal))
        continue;
      if (!test_edge_leaving(a, i, normal, kTilt) || !test_edge_leaving(b, j, -normal, kTilt)) continue;
      add(true, p + s * along, q + t * other, normal, gap);
      return;
    }
  }

  double margin_, reach_;
  NearFacePair faces_{};
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
  Finder finder(margin, reach);
  std::optional<FaceParts> a_parts;
  for (const NearFacePair& pair : pairs) {
    if (!a_parts || a_parts->face != pair.a) a_parts.emplace(a, pair.a);
    finder.look_at(*a_parts, FaceParts(b, pair.b));
  }
  return std::move(finder.found);
}

}  // namespace abut
