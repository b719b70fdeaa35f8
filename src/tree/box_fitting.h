// The boxes of a RigidTree: turned so that they have little surface.
#pragma once

#include <array>
#include <span>

#include "abut/math.h"

namespace abut {

/// As in a RigidTree: center + y0 axis0 + y1 axis1 + y2 axis2 with |y_i| <= half_i, for these very floats.
struct FittedBox {
  std::array<float, 3> center, half;
  std::array<std::array<float, 3>, 3> axes;
};

/// Around triangles whose coordinates are within 1. Of boxes along the coordinates, along the principal axes and along
/// the mean normal, that with the least surface.
FittedBox fit_box(std::span<const TrianglePoints> triangles);

}  // namespace abut
