// The bounds of a SurfaceTree's node as eight numbers at once.
#pragma once

#include "abut/tree.h"
#include "math/simd.h"

namespace abut {

/// Lower corner, directions, upper corner with its sign changed, children.
inline Float8 load_bounds(const SurfaceTree::Node& node) { return load<Float8>(reinterpret_cast<const char*>(&node)); }

/// Boxes that touch overlap.
inline bool test_overlap(const SurfaceTree::Node& a, const SurfaceTree::Node& b) {
  return test_less_equal_xyz(load_bounds(a), -swap_halves(load_bounds(b)));
}

}  // namespace abut
