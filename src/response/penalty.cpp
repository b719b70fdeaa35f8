#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/impulses.h"

namespace abut {
namespace {

PenaltyForce measure_inverse(const PenaltySpring& spring, double distance) {
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  if (!(distance > 0)) return {kInfinity, kInfinity, kInfinity};
  const double k = spring.stiffness;
  PenaltyForce at{k / distance, -k * std::log(distance), k / (distance * distance)};
  if (std::isinf(spring.reach)) return at;
  at.force -= k / spring.reach;
  at.energy += k * (std::log(spring.reach) - (spring.reach - distance) / spring.reach);
  return at;
}

PenaltyForce measure_thin(const PenaltySpring& spring, double distance) {
  const double depth = spring.reach - distance;
  return {spring.stiffness * depth, 0.5 * spring.stiffness * depth * depth, spring.stiffness};
}

}  // namespace

PenaltyForce measure_penalty(const PenaltySpring& spring, double distance, double speed) {
  if (!(distance < spring.reach)) return {};
  PenaltyForce at =
      spring.law == PenaltyLaw::inverse ? measure_inverse(spring, distance) : measure_thin(spring, distance);
  at.force = std::max(0.0, at.force - spring.damping * speed);
  return at;
}

}  // namespace abut
