// Random patches in motion, and the slow honest twin of everything about them: dense sampling.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <numbers>
#include <vector>

#include "abut/patch.h"
#include "support/random.h"

namespace abut::test {

inline Patch unwrap(Result<Patch> patch) {
  EXPECT_TRUE(patch.has_value()) << (patch.has_value() ? "" : patch.error().message);
  return *patch;
}

inline Patch place(const Patch& patch, const PatchMotion& motion) { return unwrap(patch.moved(motion)); }
inline Patch place(const Patch& patch, const Vec3& at, const Vec3& velocity = Vec3::Zero()) {
  return place(patch, {.start = {Eigen::Quaterniond::Identity(), at}, .velocity = velocity});
}

inline Eigen::Quaterniond random_rotation(Random& random) {
  Eigen::Vector4d q;
  do q << random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1), random.uniform(-1, 1);
  while (q.norm() < 0.1);
  return Eigen::Quaterniond(q.normalized());
}

inline PatchMotion random_motion(Random& random, double spread, double speed, double turning) {
  PatchMotion motion;
  motion.start = {random_rotation(random), random.point(-spread, spread)};
  motion.velocity = random.point(-speed, speed);
  motion.turning = random.point(-turning, turning);
  motion.pivot = motion.start.translation + random.point(-0.2, 0.2);
  return motion;
}

/// About a square of 2 in the plane z = 0, bumpy by so much.
inline BezierNet random_net(Random& random, double bumps) {
  BezierNet net;
  for (int k = 0; k < 16; ++k) net[k] = Vec3(k / 4 * 2.0 / 3 - 1, k % 4 * 2.0 / 3 - 1, 0) + random.point(-bumps, bumps);
  return net;
}

inline BezierNet flat_net(double half = 1) {
  BezierNet net;
  for (int k = 0; k < 16; ++k) net[k] = half * Vec3(k / 4 * 2.0 / 3 - 1, k % 4 * 2.0 / 3 - 1, 0);
  return net;
}

inline SplineNet random_spline(Random& random) {
  SplineNet net;
  net.rows = static_cast<std::size_t>(random.integer(4, 6));
  net.columns = static_cast<std::size_t>(random.integer(4, 6));
  net.is_closed_u = random.coin();
  net.is_closed_v = random.coin();
  const bool moves = random.coin();
  for (std::size_t i = 0; i < net.rows * net.columns; ++i) {
    net.points.push_back(random.point());
    if (moves) net.end.push_back(net.points.back() + random.point(-0.2, 0.2));
  }
  return net;
}

/// A ripple whose derivatives are bounded by its amplitude, with second derivatives or without.
inline PatchFunction make_ripple(double height, double pace, bool has_bends) {
  PatchFunction f;
  const double k = 2 * std::numbers::pi;
  f.at = [=](double u, double v, double t) {
    return Vec3(2 * u - 1, 2 * v - 1, height * std::sin(k * (u + v) + pace * t));
  };
  f.slopes = {2 + height * k, 2 + height * k, height * pace};
  f.find_jet = [=](double u, double v, double t) {
    const double angle = k * (u + v) + pace * t, c = height * std::cos(angle), s = -height * std::sin(angle);
    PatchJet jet;
    jet.position = Vec3(2 * u - 1, 2 * v - 1, -s);
    jet.u = Vec3(2, 0, k * c);
    jet.v = Vec3(0, 2, k * c);
    jet.t = Vec3(0, 0, pace * c);
    jet.uu = jet.uv = jet.vv = Vec3(0, 0, k * k * s);
    jet.ut = jet.vt = Vec3(0, 0, k * pace * s);
    jet.tt = Vec3(0, 0, pace * pace * s);
    return jet;
  };
  if (has_bends) {
    const double b = height * k * k, m = height * k * pace;
    f.bends = PatchBends{b, b, b, m, m, height * pace * pace};
  }
  return f;
}

inline constexpr int kPatchKinds = 8;

/// One of each kind, standing where it was made.
inline Patch random_patch(Random& random, int kind) {
  switch (kind) {
    case 0:
      return unwrap(make_bezier_patch(random_net(random, 0.5)));
    case 1:
      return unwrap(make_bezier_patch(random_net(random, 0.5), random_net(random, 0.5)));
    case 2:
      return unwrap(make_spline_patch(random_spline(random)));
    case 3:
      return unwrap(make_sphere_patch(random.uniform(0.2, 1)));
    case 4:
      return unwrap(make_torus_patch(random.uniform(0.6, 1), random.uniform(0.1, 0.4)));
    case 5:
    case 6: {
      SuperquadricSettings s;
      s.radii = random.point(0.3, 1);
      const std::array<double, 8> exponents = {0.1, 0.4, 0.7, 1, 1.5, 2, 2.7, 4};
      s.along = random.pick(exponents);
      s.around = random.pick(exponents);
      if (kind == 6) s.ring = random.uniform(1.1, 2);
      return unwrap(make_superquadric_patch(s));
    }
    default:
      return unwrap(make_function_patch(make_ripple(random.uniform(0.05, 0.3), random.uniform(0, 3), random.coin())));
  }
}

/// Points of a patch at one time, on a grid of its parameters.
inline std::vector<Vec3> sample(const Patch& patch, int steps, double time) {
  std::vector<Vec3> points;
  for (int i = 0; i <= steps; ++i) {
    for (int j = 0; j <= steps; ++j) points.push_back(patch.at(i / double(steps), j / double(steps), time));
  }
  return points;
}

/// The nearest of all pairs.
inline double measure_sampled(const Patch& a, const Patch& b, int steps, double time) {
  double square = std::numeric_limits<double>::infinity();
  const auto other = sample(b, steps, time);
  for (const Vec3& p : sample(a, steps, time)) {
    for (const Vec3& q : other) square = std::min(square, (p - q).squaredNorm());
  }
  return std::sqrt(square);
}

}  // namespace abut::test
