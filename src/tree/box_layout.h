// Where most of many boxes are and how long they are, by looking at some of them; a frame of floats to suit.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <vector>

#include "abut/tree.h"
#include "math/simd.h"
#include "tree/box_store.h"

namespace abut {

/// Where most boxes have their lower sides, and how long they are. A few far out, or without end, do not matter.
struct Spread {
  double begin = 0, end = 0, length = 0;
  double extent() const { return end - begin; }
};

inline Spread find_spread(std::vector<double>& lower, std::vector<double>& length) {
  if (lower.empty()) return {};
  const std::size_t outside = lower.size() / 64, inside = lower.size() - outside;
  std::sort(lower.begin(), lower.end());
  std::sort(length.begin(), length.end());
  Spread spread{lower[outside], lower[inside - 1], 0};
  for (std::size_t i = 0; i < inside; ++i) spread.length += std::min(length[i], spread.extent()) / inside;
  return spread;
}

/// Of every so many of `count` boxes, of which bounds(i) gives the lower and the upper side.
template <class Bounds>
Spread sample_spread(std::size_t count, const Bounds& bounds) {
  constexpr std::size_t kSamples = 256;
  const std::size_t step = std::max<std::size_t>(1, count / kSamples);
  std::vector<double> lower, length;
  for (std::size_t i = step / 2; i < count; i += step) {
    const auto [from, to] = bounds(i);
    if (!std::isfinite(from)) continue;
    lower.push_back(from);
    length.push_back(to - from);
  }
  return find_spread(lower, length);
}

/// Along all axes.
struct BoxLayout {
  std::array<Spread, 3> spreads;
  BoxFrame frame;

  explicit BoxLayout(const BoxStore& boxes) {
    for (int k = 0; k < 3; ++k) {
      // What is not in use is empty: it begins at infinity, and is left out.
      spreads[k] = sample_spread(boxes.id_count(), [&](std::size_t i) {
        const Box3& box = boxes[BoxId(i)];
        return std::pair(box.lower[k], box.upper[k]);
      });
      frame.origin[k] = spreads[k].begin;
    }
    if (widest() > 0 && std::isfinite(widest())) frame.scale = std::ldexp(1.0, std::min(1000, -std::ilogb(widest())));
  }
  double widest() const { return std::max({spreads[0].extent(), spreads[1].extent(), spreads[2].extent()}); }
};

/// To the nearest float, within what surfaces can be computed of. Keeps order, so boxes that overlap do so when they
/// are rounded, and where rounded sides differ, the sides do in the same way.
inline float round_within(double x) { return static_cast<float>(std::clamp(x, -0x1p60, 0x1p60)); }

/// As the bounds of a SurfaceTree's node: the upper corner with its sign changed.
inline Float8 round_box(const Box3& box, const BoxFrame& frame) {
  Float8 bounds = {};
  for (int k = 0; k < 3; ++k) {
    bounds[k] = round_within((box.lower[k] - frame.origin[k]) * frame.scale);
    bounds[k + 4] = -round_within((box.upper[k] - frame.origin[k]) * frame.scale);
  }
  return bounds;
}

}  // namespace abut
