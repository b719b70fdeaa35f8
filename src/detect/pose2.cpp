#include "abut/outlines.h"

namespace abut {

Cubic2 Pose2::apply(const Cubic2& curve) const {
  return {{apply(curve.points[0]), apply(curve.points[1]), apply(curve.points[2]), apply(curve.points[3])}};
}

Pose2 Pose2::seen_from(const Pose2& viewer) const {
  return {cos * viewer.cos + sin * viewer.sin, sin * viewer.cos - cos * viewer.sin,
          viewer.turn_back(shift - viewer.shift)};
}

}  // namespace abut
