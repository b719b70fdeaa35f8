// Room 3, narrow, another face: when two rigid things that move and turn first touch. Nothing passes through
// unnoticed, however thin and fast it is, since what is said about a step holds for all of it (docs/rigid_impacts.md).
#pragma once

#include <functional>

#include "abut/convex.h"
#include "abut/rigid_motion.h"

namespace abut {

struct MovingConvex {
  const Convex* shape = nullptr;
  RigidMotion motion;
};

/// All that is not above a plane.
struct HalfSpace {
  Vec3 normal = Vec3::UnitZ();  ///< of length 1, outwards
  double offset = 0;            ///< of the plane along the normal
};

struct RigidImpactSettings {
  double separation = 0;  ///< as near as this, or nearer, counts as touching; not negative
  /// Of distance, at the time that is reported; at least that of kRigidSlack.
  double tolerance = 1e-6;
  int max_iterations = 1000;  ///< distances measured
};

/// The least tolerance, by the sum of all ways, reaches, and turns times reaches that take part, and of coordinates as
/// seen from where b starts; with a plane, from the origin.
inline constexpr double kRigidSlack = 4e-13;

enum class RigidImpactStatus : std::uint8_t {
  none,               ///< proven to be farther apart than the separation, all the time
  impact,             ///< proven to be so before the time, and then within separation and tolerance
  touching_at_start,  ///< not farther apart than the separation from the start
  unknown,            ///< gave up at the time: proven until then, and beyond the tolerance still
};

struct RigidImpact {
  RigidImpactStatus status = RigidImpactStatus::none;
  double time = 1;             ///< 0 to 1; until then they are apart
  double distance = 0;         ///< at that time, as are all below; nothing else is set if the status is none
  Vec3 normal = Vec3::Zero();  ///< from b's point to a's, of length 1; zero where they touch at the start
  Vec3 on_a = Vec3::Zero();    ///< nearest points, in the world
  Vec3 on_b = Vec3::Zero();
  int iterations = 0;
};

/// The first touch. It is never late; what passes by within the tolerance may count as a touch. Things that slide along
/// each other, rest or part do not.
RigidImpact find_rigid_impact(const MovingConvex& a, const MovingConvex& b, const RigidImpactSettings& settings = {});
RigidImpact find_rigid_impact(const MovingConvex& a, const HalfSpace& b, const RigidImpactSettings& settings = {});

// ---------------------------------------------------------------------------------------------------------------
// Step and check, as simulations have always done it (Kamat 1993, Fig. 1)

struct BacktrackSettings {
  int steps = 1;             ///< the gap is looked at so often, evenly
  double tolerance = 1e-9;   ///< of time, of the bracket
  int max_iterations = 200;  ///< looks after something is found
};

enum class BacktrackStatus : std::uint8_t {
  none,  ///< no step ended in a gap below 0; what passes through within a step is missed
  found,
  touching_at_start,  ///< the gap is below 0 from the start
  not_converged,      ///< the bracket is right, but wider than the tolerance
};

/// Apart at `before`, not at `after`.
struct Backtrack {
  BacktrackStatus status = BacktrackStatus::none;
  double before = 0, after = 1;
  int iterations = 0;
};

/// Goes on until the gap, a function of time from 0 to 1, is below 0, then back to before that, by regula falsi
/// (Illinois) and bisection in turns. A gap of 0 is not below.
Backtrack backtrack_to_impact(const std::function<double(double time)>& gap, const BacktrackSettings& settings = {});

}  // namespace abut
