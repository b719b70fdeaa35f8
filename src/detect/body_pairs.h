// Which bodies' boxes overlap.
#pragma once

#include <compare>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/math.h"
#include "abut/pose.h"

namespace abut {

struct BodyPair {
  std::uint32_t a = 0, b = 0;  ///< a before b
  friend auto operator<=>(const BodyPair&, const BodyPair&) = default;
};

/// Sorted.
std::vector<BodyPair> find_body_pairs(std::span<const Box3> boxes);

/// Around a box at its place, however it is turned.
Box3 find_placed_box(const Box3& box, const Pose3& pose);

}  // namespace abut
