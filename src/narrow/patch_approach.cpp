#include "narrow/patch_approach.h"

#include <algorithm>
#include <cmath>

#include "math/small_solve.h"

namespace abut {
namespace {

using Vec4 = Eigen::Vector4d;
using Mat4 = Eigen::Matrix4d;

// Half the square of the distance: its derivatives by all four parameters.
struct Slope {
  Vec4 gradient;
  Mat4 bend;        ///< all of it, which need not be positive
  Mat4 least_bend;  ///< what it has where patches touch: never negative
};

Slope find_slope(const PatchJet& a, const PatchJet& b) {
  const Vec3 way = a.position - b.position;
  Eigen::Matrix<double, 3, 4> ways;
  ways << a.u, a.v, -b.u, -b.v;
  Slope slope;
  slope.gradient = ways.transpose() * way;
  slope.least_bend = ways.transpose() * ways;
  slope.bend = slope.least_bend;
  slope.bend(0, 0) += way.dot(a.uu);
  slope.bend(1, 1) += way.dot(a.vv);
  slope.bend(2, 2) -= way.dot(b.uu);
  slope.bend(3, 3) -= way.dot(b.vv);
  slope.bend(0, 1) = slope.bend(1, 0) = slope.bend(0, 1) + way.dot(a.uv);
  slope.bend(2, 3) = slope.bend(3, 2) = slope.bend(2, 3) - way.dot(b.uv);
  return slope;
}

Vec4 gather(const PatchPoints& p) { return {p.a[0], p.a[1], p.b[0], p.b[1]}; }

PatchPoints scatter(const Vec4& x) {
  PatchPoints p;
  p.a = {std::clamp(x[0], 0.0, 1.0), std::clamp(x[1], 0.0, 1.0)};
  p.b = {std::clamp(x[2], 0.0, 1.0), std::clamp(x[3], 0.0, 1.0)};
  return p;
}

// A step among parameters that may move; those that would leave at an end stay.
Vec4 find_step(Slope slope, const Vec4& at) {
  for (int i = 0; i < 4; ++i) {
    const bool is_held = (at[i] <= 0 && slope.gradient[i] > 0) || (at[i] >= 1 && slope.gradient[i] < 0);
    if (!is_held) continue;
    slope.gradient[i] = 0;
    for (Mat4* m : {&slope.bend, &slope.least_bend}) {
      m->row(i).setZero();
      m->col(i).setZero();
      (*m)(i, i) = 1;
    }
  }
  if (const auto step = solve_positive<4>(slope.bend, -slope.gradient)) return *step;
  slope.least_bend.diagonal().array() += 1e-9 * slope.least_bend.trace() + 1e-300;
  return solve_positive<4>(slope.least_bend, -slope.gradient).value_or(Vec4(Vec4::Zero()));
}

}  // namespace

void measure_points(const Patch& a, const Patch& b, double time, PatchPoints& p) {
  p.points = {a.at(p.a[0], p.a[1], time), b.at(p.b[0], p.b[1], time)};
  p.distance = (p.points[0] - p.points[1]).norm();
}

PatchPoints approach(const Patch& a, const Patch& b, double time, PatchPoints best, int max_steps) {
  measure_points(a, b, time, best);
  for (int i = 0; i < max_steps && best.distance > 0; ++i) {
    const Vec4 at = gather(best);
    const Slope slope = find_slope(a.find_jet(best.a[0], best.a[1], time), b.find_jet(best.b[0], best.b[1], time));
    const Vec4 step = find_step(slope, at);
    if (!step.allFinite() || step.isZero(0)) break;
    double share = 1;
    PatchPoints next = best;
    for (int halving = 0; halving < 5; ++halving, share *= 0.25) {
      next = scatter(at + share * step);
      measure_points(a, b, time, next);
      if (next.distance < best.distance) break;
    }
    if (!(next.distance < best.distance)) break;
    const bool is_done = best.distance - next.distance <= 1e-14 * best.distance;
    best = next;
    if (is_done) break;
  }
  return best;
}

}  // namespace abut
