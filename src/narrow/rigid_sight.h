// What RigidApproach goes by: how far apart two solids on their way are at a moment, and how the direction between them
// turns.
#pragma once

#include "abut/convex_pair.h"
#include "abut/rigid_impact.h"
#include "math/plain3.h"

namespace abut {

struct RigidSight {
  ConvexDistance now;
  Plain3 following{};  ///< turning with it, the normal stays at right angles to the edges or face that are nearest
};

/// The distance is that of two points that are as good as nearest; it is certain, and zero only if they touch, with
/// `is_certain`, which may take long.
RigidSight look_along(const MovingConvex& a, const MovingConvex& b, double time, bool is_certain,
                      ConvexWitness& witness);

}  // namespace abut
