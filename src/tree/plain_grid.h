// An octree's cells as plain numbers, the same bits as those of OctreeGrid. For processors and graphics cards.
#pragma once

#include <cstdint>

#include "base/on_device.h"

namespace abut {

inline constexpr int kGridDepths = 25;

struct PlainGrid {
  double lower[3], upper[3], size[3];
  double radii[kGridDepths];

  /// Of the face between cells at - 1 and at, along axis k.
  ABUT_DEVICE double face(int k, std::uint32_t at, std::uint32_t depth) const {
    const double part = 1.0 / static_cast<double>(1u << depth);
    return at == 1u << depth ? upper[k] : lower[k] + size[k] * (part * at);
  }
  ABUT_DEVICE double center(int k, std::uint32_t at, std::uint32_t depth) const {
    return face(k, 2 * at + 1, depth + 1);
  }
};

}  // namespace abut
