// From the triangles of a hull to its faces.
#pragma once

#include <array>
#include <span>
#include <vector>

#include "abut/convex.h"
#include "shape/convex_builder.h"

namespace abut {

struct HullFaces {
  std::vector<Vec3> vertices;
  ConvexFaces faces;
};

/// Triangles in one plane become one face, without the points on its edges and inside it. So do those that rounding
/// alone keeps from being in one plane, as those of a box that was turned; all their corners stay vertices then.
HullFaces merge_hull_triangles(std::span<const Vec3> points, std::span<const std::array<std::uint32_t, 3>> triangles);

}  // namespace abut
