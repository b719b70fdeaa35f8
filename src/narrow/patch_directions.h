// The direction along which two convex bodies are farthest apart, or least deep in each other, with a proof.
#pragma once

#include "abut/patch.h"

namespace abut {

/// Two convex bodies at one time: what Minkowski's difference of them has along a direction.
class ConvexPair {
 public:
  ConvexPair(const Patch& a, const Patch& b, double time);

  /// The point of a farthest along a direction, and that of b farthest against it.
  Vec3 find_support_a(const Vec3& direction) const;
  Vec3 find_support_b(const Vec3& direction) const;
  /// From a's point to b's.
  Vec3 find_way(const Vec3& direction) const { return find_support_b(direction) - find_support_a(direction); }
  /// How far apart planes across the direction hold them: below 0 by how far they overlap.
  double measure(const Vec3& direction) const { return direction.dot(find_way(direction)); }

  double size() const;
  const Superellipsoid& a() const { return *a_; }
  const Superellipsoid& b() const { return *b_; }
  const Pose3& pose_a() const { return pose_a_; }
  const Pose3& pose_b() const { return pose_b_; }

 private:
  const Superellipsoid *a_, *b_;
  Pose3 pose_a_, pose_b_;
};

struct BestDirection {
  Vec3 direction = Vec3::UnitZ();
  double value = 0;  ///< what is measured along it
  double upper = 0;  ///< no direction has more
};

/// Better than `start` unless that is the best. Ends when value and upper bound are within the tolerance, or after so
/// many cells.
BestDirection find_best_direction(const ConvexPair& pair, const Vec3& start, double tolerance, std::size_t max_cells);

}  // namespace abut
