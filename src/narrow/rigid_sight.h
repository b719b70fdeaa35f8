// What RigidApproach goes by: how far apart two solids on their way are at a moment, and how the direction between them
// turns.
#pragma once

#include <algorithm>

#include "abut/convex_pair.h"
#include "abut/rigid_impact.h"
#include "narrow/rigid_approach.h"

namespace abut {

struct RigidSight {
  ConvexDistance now;
  Plain3 following{};  ///< turning with it, the normal stays at right angles to the edges or face that are nearest
};

/// The distance is that of two points that are as good as nearest; it is certain, and zero only if they touch, with
/// `is_certain`, which may take long.
RigidSight look_along(const MovingConvex& a, const MovingConvex& b, const RigidMoment& moment, bool is_certain,
                      ConvexWitness& witness);

/// find_rigid_impact for a part of the step. From later than 0 on, they are known to be apart when it begins.
RigidImpact find_impact_between(const MovingConvex& a, const MovingConvex& b, const RigidImpactSettings& settings,
                                double start, double end);

/// How far rounding may move anything (kRigidSlack), where `extent` is the sum of all that takes part.
struct RigidMargins {
  double slack;
  double tolerance;  ///< that of the settings, or what rounding asks for
  double gap;  ///< is aimed at beyond the separation: distances below the slack are dear to measure, and what slides
               ///< onto something with a gap of more than that does not touch it

  RigidMargins(double extent, double wanted)
      : slack(kRigidSlack / 16 * extent),
        tolerance(std::max(wanted, 16 * slack)),
        gap(0.25 * tolerance) {}
};

}  // namespace abut
