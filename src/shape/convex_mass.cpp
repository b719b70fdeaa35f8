// Mass of a convex solid and all within a radius r of it, in pieces that only touch (as in Steiner's formula): the
// solid; a slab on each face; at each edge a wedge, a segment and a sector of a disk; and at each vertex a sector of a
// ball, the cone of all directions u in which the vertex is farthest. That one is a polygon on the unit sphere whose
// sides are great arcs from face to face. With N, of length 1, across the plane of an arc and inwards, and U the
// integral of u along it,
//
//   integral of u     = 1/2 sum of (angle of the arc) N
//   integral of u u^T = (solid angle) / 3 + 1/6 sum of (N U^T + U N^T):
//
// u u^T - 1/3 is a spherical harmonic of degree 2, so its integral is -1/6 times the flow of its gradient through the
// arcs. Both are sums over edges, in any order.
#include <cmath>
#include <numbers>

#include "abut/mass.h"
#include "shape/mass_check.h"
#include "shape/moments.h"

namespace abut {
namespace {

constexpr double kPi = std::numbers::pi;
const Eigen::Matrix3d kIdentity = Eigen::Matrix3d::Identity();

/// A ball's sector by the integrals of 1, u and u u^T over its directions.
Moments make_sector(const Moments& directions, double radius) {
  const double r3 = radius * radius * radius;
  return {r3 / 3 * directions.content, r3 * radius / 4 * directions.first,
          r3 * radius * radius / 5 * directions.second};
}

/// Directions from one normal to another, at right angles to an edge.
struct Arc {
  Vec3 along;  ///< of the edge, length 1
  Vec3 middle, across;
  double angle;

  Arc(const Vec3& n0, const Vec3& n1, const Vec3& edge)
      : along(edge.stableNormalized()),
        middle((n0 + n1).normalized()),
        across(along.cross(middle)),
        angle(2 * std::asin(std::min(1.0, 0.5 * (n1 - n0).norm()))) {}
  Vec3 integral() const { return 2 * std::sin(0.5 * angle) * middle; }
};

// Integrals along the arc of u and u u^T, with s^1, s^2 and s^3 of the radius.
Moments measure_disk_sector(const Arc& arc, double r) {
  const Eigen::Matrix3d squares = 0.5 * ((arc.angle + std::sin(arc.angle)) * arc.middle * arc.middle.transpose() +
                                         (arc.angle - std::sin(arc.angle)) * arc.across * arc.across.transpose());
  return {r * r / 2 * arc.angle, r * r * r / 3 * arc.integral(), r * r * r * r / 4 * squares};
}

// Van Oosterom and Strackee 1983.
double measure_solid_angle(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 2 * std::atan2(std::abs(a.dot(b.cross(c))), 1 + a.dot(b) + b.dot(c) + c.dot(a));
}

class RoundedMoments {
 public:
  RoundedMoments(const Convex& convex, const Vec3& origin) : convex_(convex), origin_(origin), r_(convex.radius()) {}

  Moments measure() const {
    if (convex_.vertices().size() == 1) return measure_ball_part(VertexId(0), whole_sphere());
    if (convex_.face_count() == 0) return measure_capsule();
    Moments sum;
    for (std::size_t f = 0; f < convex_.face_count(); ++f) sum += measure_face(FaceId(f));
    if (r_ == 0) return sum;
    for (const Convex::Edge& e : convex_.edges()) sum += measure_edge(e);
    return sum;
  }

 private:
  Vec3 at(VertexId v) const { return convex_.vertices()[v] - origin_; }

  static Moments whole_sphere() { return {4 * kPi, Vec3::Zero(), 4 * kPi / 3 * kIdentity}; }

  Moments measure_ball_part(VertexId v, const Moments& directions) const {
    return make_product(measure_point(at(v)), make_sector(directions, r_));
  }

  Moments measure_capsule() const {
    const Vec3 a = at(VertexId(0)), b = at(VertexId(1)), along = (b - a).stableNormalized();
    const Moments disk = {kPi * r_ * r_, Vec3::Zero(),
                          kPi / 4 * std::pow(r_, 4) * (kIdentity - Eigen::Matrix3d(along * along.transpose()))};
    Moments sum = make_product(measure_segment(a, b), disk);
    sum += measure_ball_part(VertexId(0), {2 * kPi, -kPi * along, 2 * kPi / 3 * kIdentity});
    sum += measure_ball_part(VertexId(1), {2 * kPi, kPi * along, 2 * kPi / 3 * kIdentity});
    return sum;
  }

  // What is below a face, and the slab on it.
  Moments measure_face(FaceId f) const {
    const auto corners = convex_.face(f);
    Moments below, area;
    for (std::size_t i = 1; i + 1 < corners.size(); ++i) {
      const TrianglePoints t = {at(corners[0]), at(corners[i]), at(corners[i + 1])};
      below += measure_tetrahedron(t);
      area += measure_triangle(t);
    }
    below += make_product(area, measure_segment(Vec3::Zero(), r_ * convex_.normal(f)));
    return below;
  }

  // The wedge along an edge, and what its arc is to the sectors at both ends.
  Moments measure_edge(const Convex::Edge& e) const {
    const Vec3 from = at(e.vertices[0]), to = at(e.vertices[1]);
    const Arc arc(convex_.normal(e.faces[0]), convex_.normal(e.faces[1]), to - from);
    Moments sum = make_product(measure_segment(from, to), measure_disk_sector(arc, r_));
    for (const double side : {-1.0, 1.0}) {
      const VertexId v = e.vertices[side > 0];
      const Vec3 inwards = side * arc.along;
      const double angle =
          measure_solid_angle(middle_normal(v), convex_.normal(e.faces[0]), convex_.normal(e.faces[1]));
      sum += measure_ball_part(
          v, {angle, arc.angle / 2 * inwards, angle / 3 * kIdentity + make_symmetric(inwards, arc.integral()) / 6});
    }
    return sum;
  }

  // Some direction in which the vertex is farthest.
  Vec3 middle_normal(VertexId v) const {
    Vec3 sum = Vec3::Zero();
    for (const FaceId f : convex_.vertex_faces(v)) sum += convex_.normal(f);
    return sum.normalized();
  }

  const Convex& convex_;
  Vec3 origin_;
  double r_;
};

}  // namespace

Result<MassProperties> measure_mass(const Convex& convex, double density) {
  if (const Status status = check_density(density); !status) return status.error();
  const Vec3 origin = convex.center();
  const Moments moments = RoundedMoments(convex, origin).measure();
  if (!(moments.content > 0)) return Error{"a point or segment without a radius has no volume"};
  return check_measured(make_mass(moments, origin, density));
}

}  // namespace abut
