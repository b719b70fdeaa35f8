// What lies between two parts of patches: proofs that they keep a distance, at one time or for a while.
#pragma once

#include <array>

#include "abut/patch.h"

namespace abut {

/// Differences b - a of all points of two enclosures at equal times: a center, four ways and what rests, all of which
/// drift evenly. The enclosures have to stay. Times are shares, from -1 to 1, of the range that both enclosures are of.
class PatchGap {
 public:
  PatchGap(const PatchEnclosure& a, const PatchEnclosure& b);

  /// The nearest two points of the enclosures without their rests, as shares of their ways.
  struct Nearest {
    std::array<double, 4> shares = {};  ///< of a along u and v, of b along u and v
    Vec3 way = Vec3::Zero();            ///< from a's to b's
  };
  Nearest find_nearest(double time) const;

  /// No points are nearer than this then; below 0 if nothing is known.
  double measure_least(double time) const { return measure_least(time, find_nearest(time)); }
  double measure_least(double time, const Nearest& nearest) const;

  /// How long they surely keep farther apart than this, from a time on; 2 if to the end.
  double find_clear_until(double distance, double time) const;

 private:
  struct Bound {
    double value = 0, slope = 0;  ///< along one direction: at a time, and over the whole range
  };
  Bound bound_along(const Vec3& direction, double time) const;
  Bound find_best_bound(double time, const Nearest& nearest) const;

  Vec3 center_, drift_;
  std::array<Vec3, 4> ways_;
  std::array<double, 4> squares_;
  std::array<Vec3, 3> normals_;
  const PatchEnclosure &a_, &b_;
};

}  // namespace abut
