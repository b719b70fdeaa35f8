// The nearest points of two placed solids in integers of any size: the last word where rounding hides whether they
// touch. Tens to hundreds of microseconds.
#pragma once

#include "abut/convex_pair.h"

namespace abut {

struct ExactNearest {
  bool is_touching = false;
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();  ///< in the world; rounded
  Vec3 difference = Vec3::Zero();                 ///< from b's point to a's, good to the last digits however short
};

/// Of the solids without their radius. Without `is_distance_wanted` the points are any.
ExactNearest find_exact_nearest(const PlacedConvex& a, const PlacedConvex& b, bool is_distance_wanted);

/// Whether the centres of two spheres are no farther apart than their radii together.
bool test_spheres_exact(const Vec3& a, const Vec3& b, double a_radius, double b_radius);

}  // namespace abut
