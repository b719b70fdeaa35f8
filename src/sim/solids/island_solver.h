// Points of contact and joints that depend on each other, solved island by island: exactly where few, by sweeps where
// many.
#pragma once

#include <span>

#include "sim/solids/solid_system.h"

namespace abut {

/// A point of a patch, and how fast its bodies have to part there at least.
struct PointTarget {
  std::uint32_t patch = 0, point = 0;
  double least_speed = 0;
};

/// Speed along the normal, of a against b.
double measure_normal_speed(std::span<const SolidBody> bodies, const SolidPatch& patch, std::uint32_t point);

/// Changes velocities so that all points have their way and joints hold; adds what it took to the points' impulses.
void solve_points(SolidSystem& system, std::span<const PointTarget> targets, bool has_friction);

}  // namespace abut
