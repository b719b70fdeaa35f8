#include "detect/impact_test.h"

namespace abut {
namespace {

// The corners of a face at the start and at the end, and the box of each one's way.
struct Corners {
  std::array<Vec3, 3> start, end;
  std::array<Box3, 3> boxes;

  explicit Corners(const MovingFace& face) {
    for (int i = 0; i < 3; ++i) {
      const VertexId v = face.features.corners()[i];
      start[i] = face.start[v];
      end[i] = face.end[v];
      boxes[i] = {start[i].cwiseMin(end[i]), start[i].cwiseMax(end[i])};
    }
  }
  Box3 edge_box(int i) const { return join(boxes[i], boxes[(i + 1) % 3]); }
  Box3 face_box() const { return join(edge_box(0), boxes[2]); }

 private:
  static Box3 join(const Box3& a, const Box3& b) { return {a.lower.cwiseMin(b.lower), a.upper.cwiseMax(b.upper)}; }
};

// Ends of an edge in the order of the surface's edge, so that the same edge gives the same numbers from any face.
std::array<int, 2> order_ends(const FaceWithFeatures& face, int edge) {
  const int next = (edge + 1) % 3;
  return face.corners()[edge] < face.corners()[next] ? std::array{edge, next} : std::array{next, edge};
}

class FacePair {
 public:
  FacePair(const MovingFace& f, const MovingFace& g, const ImpactSettings& settings, std::vector<Impact>& found)
      : f_(f), g_(g), f_corners_(f), g_corners_(g), settings_(settings), found_(found) {}

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

  // Boxes may be off from the separation by rounding.
  bool test_near(const Box3& a, const Box3& b) const {
    const double reach = settings_.separation * (1 + 0x1p-40);
    return (a.lower.array() - b.upper.array() <= reach).all() && (b.lower.array() - a.upper.array() <= reach).all();
  }

  void test_vertex_face(const FaceWithFeatures& owner, int corner, const FaceWithFeatures& face) {
    const Corners &p = corners(owner), &t = corners(face);
    if (!test_near(p.boxes[corner], t.face_box())) return;
    ++tests_;
    const auto impact = find_vertex_face_impact(
        {{p.start[corner], t.start[0], t.start[1], t.start[2]}, {p.end[corner], t.end[0], t.end[1], t.end[2]}},
        settings_);
    if (!impact) return;
    found_.push_back({{owner.body, SurfaceFeature::Kind::vertex, owner.corners()[corner]},
                      {face.body, SurfaceFeature::Kind::face, face.face},
                      *impact});
  }

  void test_edge_edge(const FaceWithFeatures& a, int i, const FaceWithFeatures& b, int j) {
    const Corners &p = corners(a), &q = corners(b);
    if (!test_near(p.edge_box(i), q.edge_box(j))) return;
    ++tests_;
    const auto [a0, a1] = order_ends(a, i);
    const auto [b0, b1] = order_ends(b, j);
    const auto impact = find_edge_edge_impact(
        {{p.start[a0], p.start[a1], q.start[b0], q.start[b1]}, {p.end[a0], p.end[a1], q.end[b0], q.end[b1]}},
        settings_);
    if (!impact) return;
    found_.push_back({{a.body, SurfaceFeature::Kind::edge, a.surface->face_edges(a.face)[i]},
                      {b.body, SurfaceFeature::Kind::edge, b.surface->face_edges(b.face)[j]},
                      *impact});
  }

  const MovingFace &f_, &g_;
  Corners f_corners_, g_corners_;
  const ImpactSettings& settings_;
  std::vector<Impact>& found_;
  std::uint64_t tests_ = 0;
};

}  // namespace

std::uint64_t test_impacts(const MovingFace& f, const MovingFace& g, const ImpactSettings& settings,
                           std::vector<Impact>& found) {
  return FacePair(f, g, settings, found).test();
}

}  // namespace abut
