// Room 1, math: how a rigid body goes through a step of time.
#pragma once

#include "abut/math.h"
#include "abut/pose.h"

namespace abut {

/// From time 0 to 1. One point of the body, the pivot, goes straight and evenly; the body turns about it evenly, around
/// an axis that stays.
struct RigidMotion {
  Pose3 start;                 ///< at time 0
  Vec3 pivot = Vec3::Zero();   ///< in the axes of the shape
  Vec3 travel = Vec3::Zero();  ///< of the pivot, in all
  Vec3 rotation =
      Vec3::Zero();  ///< axis of length 1 times the angle in all, which may be many turns; as the world sees it

  Vec3 pivot_at(double time) const { return start.apply(pivot) + time * travel; }
  Pose3 at(double time) const;
};

/// The short way round; the end is met but for rounding.
RigidMotion make_rigid_motion(const Pose3& start, const Pose3& end, const Vec3& pivot = Vec3::Zero());
/// At a velocity of the pivot and a spin (angular velocity), both as the world sees them.
RigidMotion make_rigid_motion(const Pose3& start, const Vec3& velocity, const Vec3& spin, double seconds,
                              const Vec3& pivot = Vec3::Zero());

}  // namespace abut
