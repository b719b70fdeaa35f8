// Conservative advancement: measure how far apart things are, go as far as they are surely apart along that direction,
// and so on, until they are near enough, or the step is over. What is sure is in rigid_approach.h.
#include "abut/rigid_impact.h"

#include "base/assert.h"
#include "narrow/rigid_cores.h"
#include "narrow/rigid_sight.h"

namespace abut {
namespace {

RigidImpact make_impact(RigidImpactStatus status, double time, const ConvexDistance& now, int iterations) {
  return {status, time, now.distance, now.normal, now.on_a, now.on_b, iterations};
}

/// A part of the step, and what to keep apart in it.
struct Advance {
  const RigidImpactSettings& settings;
  RigidMargins margins;
  double radius;
  double start = 0, end = 1;
};

/// `look(moment, is_certain)` says how far apart they are then.
template <class Approach, class Look>
RigidImpact run(const Advance& advance, const Approach& approach, const Look& look) {
  const auto& [settings, margins, radius, start, end] = advance;
  double time = start;
  for (int i = 1;; ++i) {
    const RigidMoment moment = approach.moment_at(time);
    const RigidSight sight = look(moment, time == 0);
    const ConvexDistance& now = sight.now;
    const double left = now.distance - settings.separation;
    if (time == 0 && left <= 0) return make_impact(RigidImpactStatus::touching_at_start, 0, now, i);
    // Where they are nearer than what is aimed at, something has to be left to part or slide in.
    const double gap = std::min(margins.gap, 0.5 * left);
    const double next = approach.find_safe_time(moment, now.normal, sight.following,
                                                settings.separation + radius + margins.slack + gap, 0.1 * gap, end);
    if (next >= end) {
      RigidImpact none;
      none.iterations = i;
      return none;
    }
    // Near, and next to nothing can be said about what comes: they touch. If more can be said, they slide or part.
    const bool is_near = left <= margins.tolerance;
    if (is_near && (next - time) * approach.most_speed() <= margins.gap) {
      return make_impact(RigidImpactStatus::impact, time, now, i);
    }
    if (i >= settings.max_iterations) {
      return make_impact(is_near ? RigidImpactStatus::impact : RigidImpactStatus::unknown, time, now, i);
    }
    time = next;
  }
}

void check_settings(const RigidImpactSettings& settings) {
  ABUT_ASSERT(settings.separation >= 0 && settings.tolerance >= 0 && settings.max_iterations > 0);
}

// Where one of them starts, numbers are small, and taking a place away from another hardly rounds.
RigidMotion seen_from(const Vec3& origin, RigidMotion motion) {
  motion.start.translation -= origin;
  return motion;
}

}  // namespace

RigidImpact find_impact_between(const MovingConvex& a, const MovingConvex& b, const RigidImpactSettings& settings,
                                double start, double end) {
  check_settings(settings);
  const Vec3 origin = b.motion.start.translation;
  const RigidMotion motion_a = seen_from(origin, a.motion), motion_b = seen_from(origin, b.motion);
  const MovingCore moving_a(ConvexCore(*a.shape, motion_a.pivot), motion_a);
  const MovingCore moving_b(ConvexCore(*b.shape, motion_b.pivot), motion_b);
  const double radius = a.shape->radius() + b.shape->radius();
  const RigidMargins margins(measure_extent(moving_a) + measure_extent(moving_b) + radius, settings.tolerance);
  ConvexWitness witness;
  const auto look = [&](const RigidMoment& moment, bool is_certain) {
    return look_along({a.shape, motion_a}, {b.shape, motion_b}, moment, is_certain, witness);
  };
  RigidImpact impact = run({settings, margins, radius, start, end}, RigidApproach(moving_a, moving_b), look);
  if (impact.status != RigidImpactStatus::none) {
    impact.on_a += origin;
    impact.on_b += origin;
  }
  return impact;
}

RigidImpact find_rigid_impact(const MovingConvex& a, const MovingConvex& b, const RigidImpactSettings& settings) {
  return find_impact_between(a, b, settings, 0, 1);
}

RigidImpact find_rigid_impact(const MovingConvex& a, const HalfSpace& b, const RigidImpactSettings& settings) {
  check_settings(settings);
  ABUT_ASSERT(std::abs(b.normal.squaredNorm() - 1) < 1e-9);
  RigidMotion rest;
  rest.start.translation = b.offset * b.normal;
  const MovingCore moving_a(ConvexCore(*a.shape, a.motion.pivot), a.motion);
  const MovingCore moving_b(PlaneCore(), rest);
  const double radius = a.shape->radius();
  const RigidMargins margins(measure_extent(moving_a) + measure_extent(moving_b) + radius, settings.tolerance);
  const auto look = [&](const RigidMoment& moment, bool) {
    const Pose3& pose = moment.pose_a;
    const Vec3 down = pose.rotation.conjugate() * -b.normal;
    const Vec3 lowest = pose.apply(a.shape->vertices()[find_support(*a.shape, down)]);
    const double height = b.normal.dot(lowest) - b.offset;
    return RigidSight{
        {std::max(0.0, height - radius), b.normal, lowest - radius * b.normal, lowest - height * b.normal}};
  };
  return run({settings, margins, radius}, RigidApproach(moving_a, moving_b), look);
}

}  // namespace abut
