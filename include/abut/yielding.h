// Room 6, sim, another face: obstacles that yield, as rigid bodies do, when cloth pushes them. See docs/coupling.md.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <vector>

#include "abut/math.h"

namespace abut {

inline constexpr std::uint32_t kNoBody = std::numeric_limits<std::uint32_t>::max();

/// A rigid body as it is at the end of a step in which no cloth has pushed it.
struct YieldingBody {
  std::uint32_t obstacle = kNoBody;  ///< of the scene, which moves with it; none: only links push it
  double mass = 1;
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Identity().eval();  ///< about the center, in the world's axes
  Vec3 center = Vec3::Zero();
  /// What its last velocity and spin, held through the step, would have moved it beyond where it is: implicit Euler
  /// goes by them.
  Vec3 lead = Vec3::Zero(), turn_lead = Vec3::Zero();
  bool is_asleep = false;  ///< does not yield; how it is pushed is told
};

/// What holds two bodies against each other while one of them yields, along up to three directions that are at right
/// angles: a contact (its normal and two tangents) or one direction of a joint.
struct YieldingLink {
  using Rows = Eigen::Matrix<double, 3, 6>;

  std::uint32_t a = kNoBody, b = kNoBody;  ///< numbers of bodies; none: what does not yield
  /// How far its ends part along them, by the shift and the turn of each body.
  Rows along_a = Rows::Zero().eval(), along_b = Rows::Zero().eval();
  bool is_joint = false;  ///< holds both ways
  // Of a contact, in its directions:
  Vec3 force = Vec3::Zero();  ///< on a, without cloth
  Vec3 slide = Vec3::Zero();  ///< how far it slides in the step without cloth
  double gap = 0;             ///< that may close before it holds
  double friction = 0;
};

/// All that may yield in a step, which lasts as long as this.
struct Yielding {
  double duration = 0;
  std::vector<YieldingBody> bodies;
  std::function<std::vector<YieldingLink>()> list_links = {};  ///< asked if cloth touches any
};

/// What cloth has done to a body in a step.
struct Yield {
  Vec3 shift = Vec3::Zero(), turn = Vec3::Zero();  ///< off its placement: turned about its center, axis by angle
  Vec3 velocity = Vec3::Zero(), turn_rate = Vec3::Zero();       ///< that came with it
  Vec3 impulse = Vec3::Zero(), angular_impulse = Vec3::Zero();  ///< of cloth alone; about the center
};

}  // namespace abut
