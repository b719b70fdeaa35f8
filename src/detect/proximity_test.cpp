#include "detect/proximity_test.h"

#include <limits>

#include "detect/nearest_parts.h"

namespace abut {
namespace {

using Kind = SurfaceFeature::Kind;

// The corners of a face, and boxes of its edges and of the whole.
struct Corners {
  TrianglePoints points;
  std::array<Box3, 3> edge_boxes;
  Box3 face_box;

  explicit Corners(const StillFace& face) {
    for (int i = 0; i < 3; ++i) points[i] = face.positions[face.features.corners()[i]];
    for (int i = 0; i < 3; ++i) {
      const Vec3 &p = points[i], &q = points[(i + 1) % 3];
      edge_boxes[i] = {p.cwiseMin(q), p.cwiseMax(q)};
    }
    face_box = {edge_boxes[0].lower.cwiseMin(points[2]), edge_boxes[0].upper.cwiseMax(points[2])};
  }
};

class FacePair {
 public:
  FacePair(const StillFace& f, const StillFace& g, double within, std::vector<Proximity>& found)
      : f_(f), g_(g), f_corners_(f), g_corners_(g), within_(within), margin_(find_safe_margin(within)), found_(found) {}

  std::uint64_t test() {
    visit_feature_pairs(
        f_.features, g_.features,
        [&](const FaceWithFeatures& owner, int corner, const FaceWithFeatures& face) {
          test_vertex_face(owner, corner, face);
        },
        [&](const FaceWithFeatures& a, int i, const FaceWithFeatures& b, int j) { test_edge_edge(a, i, b, j); });
    return tests_;
  }

 private:
  const Corners& corners(const FaceWithFeatures& face) const { return &face == &f_.features ? f_corners_ : g_corners_; }
  const StillFace& side(BodyId body) const { return body == f_.features.body ? f_ : g_; }
  const Surface& surface(BodyId body) const { return *side(body).features.surface; }
  const Vec3& point(BodyId body, VertexId v) const { return side(body).positions[v]; }

  // Squares of the smallest numbers are rounded to nothing, or to something larger than they are.
  bool test_near(const Box3& a, const Box3& b) const {
    const Vec3 gap = (a.lower - b.upper).cwiseMax(b.lower - a.upper).cwiseMax(Vec3::Zero());
    return gap.squaredNorm() <= margin_ * margin_ + std::numeric_limits<double>::min();
  }

  void test_vertex_face(const FaceWithFeatures& owner, int corner, const FaceWithFeatures& face) {
    const Vec3& p = corners(owner).points[corner];
    const Corners& t = corners(face);
    if (!test_near({p, p}, t.face_box)) return;
    ++tests_;
    const Distance d = measure_point_triangle(p, t.points);
    if (d.distance > margin_) return;
    add({owner.body, Kind::vertex, owner.corners()[corner]},
        find_face_part(face.body, *face.surface, face.face, d.b_weights), d);
  }

  void test_edge_edge(const FaceWithFeatures& a, int i, const FaceWithFeatures& b, int j) {
    if (!test_near(corners(a).edge_boxes[i], corners(b).edge_boxes[j])) return;
    ++tests_;
    const EdgeId e = a.surface->face_edges(a.face)[i], g = b.surface->face_edges(b.face)[j];
    const auto &v = a.surface->edge(e), &w = b.surface->edge(g);
    const Distance d =
        measure_edge_edge(point(a.body, v[0]), point(a.body, v[1]), point(b.body, w[0]), point(b.body, w[1]));
    if (d.distance > margin_) return;
    add(find_edge_part(a.body, *a.surface, e, d.a_weights), find_edge_part(b.body, *b.surface, g, d.b_weights), d);
  }

  // A vertex and an edge, or two vertices, may come from several faces and edges, and each gives numbers that are
  // rounded in its own way. So they are measured again by themselves.
  void add(const SurfaceFeature& a, const SurfaceFeature& b, const Distance& distance) {
    if (a.kind == Kind::vertex && b.kind == Kind::vertex) return add_vertices(a, b);
    if (a.kind == Kind::vertex && b.kind == Kind::edge) return add_vertex_edge(a, b);
    if (a.kind == Kind::edge && b.kind == Kind::vertex) return add_vertex_edge(b, a);
    list(a, b, distance);
  }

  // Measured by itself, what seemed to be inside of an edge may turn out to be its end.
  void add_vertex_edge(const SurfaceFeature& a, const SurfaceFeature& b) {
    const VertexId v(a.index);
    const EdgeId e(b.index);
    const Surface& s = surface(b.body);
    if (a.body == b.body && test_same_face(s, v, e)) return;
    const auto& ends = s.edge(e);
    const Distance d = measure_point_edge(point(a.body, v), point(b.body, ends[0]), point(b.body, ends[1]));
    const SurfaceFeature part = find_edge_part(b.body, s, e, d.b_weights);
    part.kind == Kind::vertex ? add_vertices(a, part) : list(a, b, d);
  }

  void add_vertices(const SurfaceFeature& a, const SurfaceFeature& b) {
    if (b < a) return add_vertices(b, a);
    const VertexId v(a.index), w(b.index);
    if (a.body == b.body && test_same_face(surface(a.body), v, w)) return;
    list(a, b, measure_point_point(point(a.body, v), point(b.body, w)));
  }

  void list(const SurfaceFeature& a, const SurfaceFeature& b, const Distance& distance) {
    if (distance.distance > within_) return;
    found_.push_back(a < b ? Proximity{a, b, distance} : Proximity{b, a, swap_sides(distance)});
  }

  const StillFace &f_, &g_;
  Corners f_corners_, g_corners_;
  double within_, margin_;
  std::vector<Proximity>& found_;
  std::uint64_t tests_ = 0;
};

}  // namespace

std::uint64_t test_proximities(const StillFace& f, const StillFace& g, double within, std::vector<Proximity>& found) {
  return FacePair(f, g, within, found).test();
}

void sort_and_merge(std::vector<Proximity>& found) {
  std::sort(found.begin(), found.end());
  const auto end = std::unique(found.begin(), found.end(),
                               [](const Proximity& x, const Proximity& y) { return x.a == y.a && x.b == y.b; });
  found.erase(end, found.end());
}

}  // namespace abut
