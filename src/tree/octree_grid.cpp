#include <fmt/format.h>
#include <algorithm>
#include <cmath>

#include "abut/sphere_tree.h"

namespace abut {
namespace {

// Of the box's longest side, what one without any thickness gets.
constexpr double kLeastSide = 0x1p-10;
// The least side of a cell: squares of distances are numbers still.
constexpr double kSmallestCell = 1e-140;
// Of the largest coordinate: the least side of a cell. Coordinates then tell its faces and its center well apart.
constexpr double kLeastCell = 0x1p-44;

double find_reach(const Box3& box) {
  return std::max(box.lower.cwiseAbs().maxCoeff(), box.upper.cwiseAbs().maxCoeff());
}

// What has no thickness must not lie on a face between cells, or it would be in the cells on both sides, so it is put
// a third of the way up.
Box3 thicken(Box3 box) {
  const double longest = (box.upper - box.lower).maxCoeff();
  const double least = std::max({kLeastSide * longest, 0x1p-20 * find_reach(box), 1e-100});
  for (int k = 0; k < 3; ++k) {
    if (box.upper[k] > box.lower[k]) continue;
    box.lower[k] -= least / 3;
    box.upper[k] += 2 * least / 3;
  }
  return box;
}

}  // namespace

OctreeGrid::OctreeGrid(const Box3& box) : box_(box), size_(box.upper - box.lower) {
  // Faces and centers are off by a few units in the last place of the largest coordinate at most. Each level gets more
  // of that than the next, so that the spheres of children never reach out of that of their parent.
  const double off = 8 * 0x1p-53 * (find_reach(box) + size_.maxCoeff());
  for (int depth = 0; depth <= kMaxDepth; ++depth)
    radii_[depth] = (std::ldexp(0.5 * size_.norm(), -depth) + off * (kMaxDepth + 1 - depth)) * (1 + 0x1p-50);
}

Result<OctreeGrid> OctreeGrid::make(const Box3& box, int depth) {
  if (depth < 0 || depth > kMaxDepth)
    return Error{fmt::format("a depth of {} is not possible: it must be between 0 and {}", depth, kMaxDepth)};
  const Box3 thick = thicken(box);
  const double cell = std::ldexp((thick.upper - thick.lower).minCoeff(), -depth);
  const double least = kLeastCell * find_reach(thick);
  if (cell < least) {
    return Error{
        fmt::format("a depth of {} is too much for these coordinates: cells would be {:.3g} wide, and coordinates "
                    "as large as {:.6g} cannot tell less than {:.3g} apart well enough",
                    depth, cell, find_reach(thick), least)};
  }
  if (cell < kSmallestCell) {
    return Error{
        fmt::format("a depth of {} is too much for a body this small: cells would be {:.3g} wide, and must be at "
                    "least {:.3g}",
                    depth, cell, kSmallestCell)};
  }
  return OctreeGrid(thick);
}

}  // namespace abut
