// Solids on their way, and how near they come when looked at often.
#pragma once

#include <cmath>
#include <numbers>

#include "abut/convex_pair.h"
#include "abut/rigid_impact.h"
#include "support/convexes.h"

namespace abut::test {

inline Vec3 make_direction(Random& random) {
  for (;;) {
    const Vec3 p = random.point();
    if (p.norm() > 0.1 && p.norm() < 1) return p.normalized();
  }
}

inline double measure_gap(const MovingConvex& a, const MovingConvex& b, double time) {
  return measure_distance({a.shape, a.motion.at(time)}, {b.shape, b.motion.at(time)}).distance;
}
inline double measure_gap(const MovingConvex& a, const HalfSpace& b, double time) {
  const Pose3 pose = a.motion.at(time);
  double least = std::numeric_limits<double>::infinity();
  for (const Vec3& v : a.shape->vertices()) least = std::min(least, b.normal.dot(pose.apply(v)));
  return std::max(0.0, least - b.offset - a.shape->radius());
}

/// The least gap of so many looks from time 0 until `end`, evenly, and some just before the end.
template <class A, class B>
double sample_least_gap(const A& a, const B& b, double end, int looks) {
  double least = std::numeric_limits<double>::infinity();
  for (int i = 0; i < looks; ++i) least = std::min(least, measure_gap(a, b, end * i / looks));
  for (double before = 0.1 / looks; before > 1e-12; before *= 0.1) {
    least = std::min(least, measure_gap(a, b, end * (1 - before)));
  }
  return std::min(least, measure_gap(a, b, end));
}

inline RigidMotion make_motion_anyhow(Random& random, double distance, double turns) {
  const double far = random.uniform(0, distance);
  const Pose3 start = {make_turn_anyhow(random), far * make_direction(random)};
  const Vec3 pivot = random.coin() ? Vec3(Vec3::Zero()) : Vec3(0.5 * random.point());
  return make_rigid_motion(start, distance * random.point(),
                           random.uniform(0, 2 * std::numbers::pi * turns) * make_direction(random), 1, pivot);
}

}  // namespace abut::test
