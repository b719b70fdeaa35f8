// The nearest side of all differences of two solids by looking at every one there may be: normals of faces, and
// directions across an edge of each. Any direction bounds the depth from above, so what rounding lets in does no harm.
#include <cmath>

#include "narrow/expanding_polytope.h"

namespace abut {
namespace {

class SideSearch {
 public:
  explicit SideSearch(const ConvexView& view) : view_(view) {}

  DifferenceSide run() {
    for (std::size_t f = 0; f < view_.a().face_count(); ++f) look_along(view_.a().normal(FaceId(f)));
    for (std::size_t f = 0; f < view_.b().face_count(); ++f) look_along(-(view_.turn() * view_.b().normal(FaceId(f))));
    for (const auto& a : view_.a().edges()) {
      for (const auto& b : view_.b().edges()) look_across(a, b);
    }
    if (!std::isfinite(best_.distance)) look_at_thin();
    best_.corners = find_foot(view_, best_);
    return best_;
  }

 private:
  void look_along(const Vec3& direction) {
    const double length = direction.norm();
    if (!(length > 0)) return;
    const Vec3 normal = direction / length;
    const DifferencePoint farthest = view_.support(normal);
    const double distance = farthest.point.dot(normal);
    if (distance < best_.distance) best_ = {distance, normal, {{farthest}, {1, 0, 0, 0}, 1}};
  }

  void look_across(const Convex::Edge& a, const Convex::Edge& b) {
    const Vec3 p = view_.point_a(a.vertices[0]), q = view_.point_b(b.vertices[0]);
    const Vec3 along_a = view_.point_a(a.vertices[1]) - p, along_b = view_.point_b(b.vertices[1]) - q;
    const Vec3 across = along_a.stableNormalized().cross(along_b.stableNormalized());
    const double length = across.norm();
    if (!(length > 1e-12)) return;
    const Vec3 normal = across / length;
    const double distance = normal.dot(p - q);
    // No direction is nearer than the edges themselves are along it.
    if (distance < best_.distance && is_on_border(a, b, normal)) look_along(normal);
    if (-distance < best_.distance && is_on_border(a, b, -normal)) look_along(-Plain3(normal));
  }

  // The edges are farthest along the normal only if it lies between those of their faces, on both solids.
  bool is_on_border(const Convex::Edge& a, const Convex::Edge& b, const Vec3& normal) const {
    return is_between(view_.a(), a, normal) && is_between(view_.b(), b, view_.turn_to_b(-Plain3(normal)));
  }
  static bool is_between(const Convex& shape, const Convex::Edge& edge, const Vec3& normal) {
    if (shape.face_count() == 0) return true;
    const Vec3 &first = shape.normal(edge.faces[0]), &second = shape.normal(edge.faces[1]);
    const Vec3 axis = first.cross(second);
    constexpr double kTolerance = 1e-6;  // lets in too much rather than too little
    return first.cross(normal).dot(axis) > -kTolerance && normal.cross(second).dot(axis) > -kTolerance;
  }

  // Points and segments only: the differences are at most a parallelogram, and the way out is across it.
  void look_at_thin() {
    for (const auto* shape : {&view_.a(), &view_.b()}) {
      for (const auto& edge : shape->edges()) {
        const Vec3 along = shape->vertices()[edge.vertices[1]] - shape->vertices()[edge.vertices[0]];
        const Vec3 placed = shape == &view_.a() ? Plain3(along) : view_.turn() * along;
        look_along(placed.stableNormalized().unitOrthogonal());
      }
    }
    if (!std::isfinite(best_.distance)) look_along(Plain3(1, 0, 0));
  }

  const ConvexView& view_;
  DifferenceSide best_{std::numeric_limits<double>::infinity(), Plain3(1, 0, 0), {}};
};

}  // namespace

DifferenceSide find_nearest_side_of_all(const ConvexView& view) { return SideSearch(view).run(); }

}  // namespace abut
