// Maps of space that bend, twist, fold and crumple what is in it.
#pragma once

#include <Eigen/Geometry>
#include <cmath>
#include <numbers>
#include <vector>

#include "abut/math.h"
#include "support/random.h"

namespace abut::test {

/// A smooth displacement: waves of different direction and length whose strengths add up to `strength`.
class Waves {
 public:
  Waves(Random& random, double strength, double frequency) : waves_(std::size_t(random.integer(1, 5))) {
    double sum = 0;
    for (Wave& wave : waves_) {
      wave = {frequency * std::numbers::pi * random.point(), random.point(), random.uniform(0, 2 * std::numbers::pi)};
      sum += wave.push.norm();
    }
    for (Wave& wave : waves_) wave.push *= strength / sum;
  }
  Vec3 operator()(const Vec3& p) const {
    Vec3 sum = Vec3::Zero();
    for (const Wave& wave : waves_) sum += std::sin(wave.along.dot(p) + wave.phase) * wave.push;
    return sum;
  }

 private:
  struct Wave {
    Vec3 along, push;
    double phase;
  };
  std::vector<Wave> waves_;
};

/// Bends the x axis to a circle towards +z.
inline Vec3 bend(const Vec3& p, double curvature) {
  if (curvature < 1e-6) return p;
  const double radius = 1 / curvature, angle = p.x() * curvature;
  return {(radius - p.z()) * std::sin(angle), p.y(), radius - (radius - p.z()) * std::cos(angle)};
}

inline Vec3 polar(double angle, double radius, double z) {
  return {radius * std::cos(angle), radius * std::sin(angle), z};
}

/// A point of a strip around the x axis that turns by `twist` on its way.
inline Vec3 twist_strip(double u, double v, double width, double twist) {
  const Vec3 side = (v - 0.5) * polar(twist * u, width, 0);
  return {u, side.x(), side.y()};
}

inline Eigen::Matrix3d make_rotation(Random& random) {
  const double w = random.uniform(0.01, 1);
  const Vec3 v = random.point();
  return Eigen::Quaterniond(w, v.x(), v.y(), v.z()).normalized().toRotationMatrix();
}

inline Eigen::Matrix3d make_turn(double angle) { return Eigen::AngleAxisd(angle, Vec3::UnitZ()).toRotationMatrix(); }

/// Folds what lies beyond a line of the xy plane over, on an arc of radius 0 or more.
struct Fold {
  Vec3 origin, normal;
  double angle, radius, way;

  Vec3 operator()(const Vec3& p) const {
    const double s = (p - origin).dot(normal), z = way * p.z();
    if (s <= 0) return p;
    const double turned = s < angle * radius ? s / radius : angle, rest = s - turned * radius;
    const double over = (radius - z) * std::sin(turned) + rest * std::cos(turned),
                 up = radius - (radius - z) * std::cos(turned) + rest * std::sin(turned);
    const Vec3 moved = p + (over - s) * normal;
    return {moved.x(), moved.y(), way * up};
  }
};

}  // namespace abut::test
