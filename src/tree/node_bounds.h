// The bounds of a SurfaceTree's node as eight numbers at once.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/tree.h"
#include "math/simd.h"

namespace abut {

/// Lower corner, directions, upper corner with its sign changed, children.
inline Float8 load_bounds(const SurfaceTree::Node& node) { return load<Float8>(reinterpret_cast<const char*>(&node)); }

/// How far a node reaches from the origin of the frame.
inline float find_reach(const SurfaceTree::Node& node) {
  float reach = 0;
  for (int k = 0; k < 3; ++k) reach = std::max({reach, std::abs(node.lower[k]), std::abs(node.minus_upper[k])});
  return reach;
}

/// How far the coordinates of a tree's points may be off: rounding to floats moves them by half a unit in the last
/// place.
inline float find_point_error(const SurfaceTree& tree) {
  return tree.is_empty() ? 0 : 0x1.02p-24f * find_reach(tree.node(0));
}

/// Brings positions into the frame of a tree, always by the same steps, so that order is kept: things that meet have
/// bounds that overlap.
class PointFetcher {
 public:
  PointFetcher(std::span<const Vec3> positions, const BoxFrame& frame)
      : positions_(positions),
        origin_{frame.origin.x(), frame.origin.y(), frame.origin.z()},
        scale_(Double4{} + frame.scale) {}

  /// The last lane is of no interest: four numbers at once are faster to fetch, and it is the next vertex's.
  Float4 operator()(VertexId v) const {
    const Vec3& p = positions_[v];
    const Double4 q = v + 1 < positions_.size() ? load<Double4>(p.data()) : Double4{p.x(), p.y(), p.z()};
    return __builtin_convertvector((q - origin_) * scale_, Float4);
  }

 private:
  std::span<const Vec3> positions_;
  Double4 origin_, scale_;
};

/// The bounds of a point, as of a node.
inline Float8 point_bounds(const Float4& p) { return join_halves(p, -p); }

/// Bounds that reach farther out by `growth`, and by what rounding to floats may have moved them.
inline Float8 grow_bounds(const Float8& bounds, float growth) {
  return growth == 0 ? bounds : bounds - (growth + 0x1p-22f * lanes_max(bounds, -bounds));
}

/// Boxes that touch overlap.
inline bool test_overlap_bounds(const Float8& a, const Float8& b) { return test_less_equal_xyz(a, -swap_halves(b)); }
inline bool test_overlap(const SurfaceTree::Node& a, const SurfaceTree::Node& b) {
  return test_overlap_bounds(load_bounds(a), load_bounds(b));
}

}  // namespace abut
