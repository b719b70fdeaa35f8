#include "narrow/patch_frame.h"

#include "math/small_solve.h"

namespace abut {
namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

// For steps along both tangents: first how much normals turn away from each other, then how far the way between the
// points moves off the normal.
Mat4 find_matrix(const FramePair& pair, double value) {
  Mat4 m;
  for (int i = 0; i < 2; ++i) {
    for (int j = 0; j < 2; ++j) {
      const double one = i == j ? 1 : 0;
      m(i, j) = -pair.a.curvature(i, j);
      m(i, j + 2) = -pair.b.curvature(i, j);
      m(i + 2, j) = value * pair.a.curvature(i, j) - one;
      m(i + 2, j + 2) = one;
    }
  }
  return m;
}

double find_value(const FramePair& pair) { return pair.a.normal.dot(pair.b.position - pair.a.position); }

// How the normal turns where the surface is moved, seen along the tangents; with its sign turned.
Eigen::Vector2d find_tilt(const SurfaceFrame& frame, const Vec3& normal) {
  return frame.velocity_change.transpose() * normal;
}

}  // namespace

Tangents make_tangents(const Vec3& normal) {
  Tangents t;
  t.col(0) = normal.unitOrthogonal();
  t.col(1) = normal.cross(t.col(0));
  return t;
}

Tangents carry_tangents(const Tangents& tangents, const Vec3& normal) {
  Tangents t;
  t.col(0) = (tangents.col(0) - normal.dot(tangents.col(0)) * normal).normalized();
  t.col(1) = normal.cross(t.col(0));
  if (t.col(1).dot(tangents.col(1)) < 0) t.col(1) = -t.col(1);
  return t;
}

ExtremalRest measure_rest(const FramePair& pair) {
  const Vec3 way = pair.b.position - pair.a.position;
  return {(pair.a.normal + pair.b.normal).norm(), (pair.a.tangents.transpose() * way).norm()};
}

// b's curvature is along its own normal, which goes the other way: hence its sign.
std::optional<TangentSteps> find_extremal_step(const FramePair& pair) {
  if (!pair.a.curvature.allFinite() || !pair.b.curvature.allFinite()) return std::nullopt;
  Vec4 rest;
  rest << pair.a.tangents.transpose() * (pair.a.normal + pair.b.normal),
      pair.a.tangents.transpose() * (pair.b.position - pair.a.position);
  const auto step = solve_any<4>(find_matrix(pair, find_value(pair)), -rest);
  if (!step || !step->allFinite()) return std::nullopt;
  return TangentSteps{step->head<2>(), step->tail<2>()};
}

// The value is n·(b - a). Where the points go along their surfaces does not change it at first, since these are across
// the normal: its rate is that of the two velocities along the normal. For the second derivative the points' ways are
// needed; they follow from what they must go on to satisfy.
ExtremalPoints describe_extremal(const FramePair& pair) {
  const auto &a = pair.a, &b = pair.b;
  ExtremalPoints e;
  e.normal = a.normal;
  e.value = find_value(pair);
  e.points.points = {a.position, b.position};
  e.points.distance = (b.position - a.position).norm();
  const Vec3 velocity = b.velocity - a.velocity;
  e.rate = a.normal.dot(velocity);
  e.is_smooth = false;
  if (!a.curvature.allFinite() || !b.curvature.allFinite()) return e;
  const Eigen::Vector2d tilt_a = find_tilt(a, a.normal), tilt_b = find_tilt(b, a.normal);
  Vec4 changes;
  changes << tilt_a - tilt_b, -(a.tangents.transpose() * velocity) - e.value * tilt_a;
  const auto ways = solve_any<4>(find_matrix(pair, e.value), changes);
  if (!ways) return e;
  const Vec3 turning = -a.tangents * (a.curvature * ways->head<2>() + tilt_a);
  e.acceleration = turning.dot(velocity) + tilt_b.dot(ways->tail<2>()) - tilt_a.dot(ways->head<2>()) +
                   a.normal.dot(b.acceleration - a.acceleration);
  e.is_smooth = std::isfinite(e.acceleration);
  return e;
}

}  // namespace abut
