// The least and the greatest of coordinates as floats have them, which formats want beside the coordinates.
#pragma once

#include <algorithm>
#include <array>
#include <limits>

#include "abut/math.h"

namespace abut {

struct FloatExtent {
  using Corner = std::array<float, 3>;
  Corner lower = fill(std::numeric_limits<float>::infinity());
  Corner upper = fill(-std::numeric_limits<float>::infinity());

  void add(const Vec3& position) {
    for (int axis = 0; axis < 3; ++axis) {
      lower[axis] = std::min(lower[axis], static_cast<float>(position[axis]));
      upper[axis] = std::max(upper[axis], static_cast<float>(position[axis]));
    }
  }

 private:
  static Corner fill(float value) { return {value, value, value}; }
};

}  // namespace abut
