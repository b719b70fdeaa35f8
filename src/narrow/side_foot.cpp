// The foot of the normal on a side of all differences: GJK within the side's plane. What is farthest along the normal,
// tilted a little towards the foot, is a corner of the side that lies nearer to it.
#include <algorithm>

#include "narrow/expanding_polytope.h"

namespace abut {
namespace {

Simplex shift(Simplex simplex, const Plain3& way) {
  for (int i = 0; i < simplex.count; ++i) simplex.points[i].point += way;
  return simplex;
}

}  // namespace

Simplex find_foot(const ConvexView& view, const DifferenceSide& side) {
  constexpr double kTilt = 1e-6;
  constexpr int kMaxSteps = 32;
  const Plain3 foot = std::max(0.0, side.distance) * side.normal;
  Simplex around = keep_nearest(shift(side.corners, -foot));
  for (int step = 0; step < kMaxSteps; ++step) {
    const Plain3 rest = around.nearest();
    const double squared = rest.squared_norm();
    if (squared <= view.slack() * view.slack()) break;
    DifferencePoint next = view.support(side.normal - kTilt / std::sqrt(squared) * rest);
    if (around.holds(next)) break;
    next.point += -foot;
    Simplex nearer = around;
    nearer.add(next);
    nearer = keep_nearest(nearer);
    if (nearer.count == 4 || !(nearer.nearest().squared_norm() < squared)) break;
    around = nearer;
  }
  return shift(around, foot);
}

}  // namespace abut
