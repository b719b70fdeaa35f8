// The triangles of a cell of an octree as they are looked at: each from the one of three sides it is seen best from.
#pragma once

#include <array>
#include <vector>

#include "abut/sphere_tree.h"

namespace abut {

/// How a view sees a point: two coordinates across, then the depth.
using ViewPoint = std::array<float, 3>;

/// A triangle, which may be a segment or a point, in a plane that is nowhere steeper than one in one along each of the
/// two coordinates across.
struct ViewTriangle {
  std::array<ViewPoint, 3> corners;  ///< counter-clockwise
  std::array<float, 2> slopes;       ///< of the depth, along either coordinate
};

/// Coordinates in which a cell reaches from -1 to 1. Points are put on a grid that is fine enough to be far smaller
/// than a pixel and coarse enough for floats: differences between points are exact.
class CellFrame {
 public:
  static constexpr double kGrid = 0x1p16;  ///< lines per unit
  static constexpr double kReach = 4;      ///< what is farther from the middle is cut off

  CellFrame(const OctreeGrid& grid, const OctreeCell& cell);

  /// False if the cell is so large or so small that numbers end there: then nothing can be said about it.
  bool is_usable() const { return half_.allFinite() && half_.minCoeff() > 0; }
  /// Where a point is, before it is put on the grid.
  Vec3 place(const Vec3& point) const { return ((point - lower_).array() / half_.array() - 1).matrix(); }

 private:
  Vec3 lower_, half_;
};

/// The nearest point of the grid, in whole numbers.
Vec3 put_on_grid(const Vec3& placed);
/// A point of the grid, as seen along an axis.
ViewPoint see_along(int axis, const Vec3& on_grid);

/// By the axis they are looked at along.
using ViewTriangles = std::array<std::vector<ViewTriangle>, 3>;

/// Adds a triangle, as seen from its best side, in parts if it is much larger than the cell, and not at all if it
/// certainly does not reach into it.
void add_view_triangles(const TrianglePoints& triangle, const CellFrame& frame, ViewTriangles& views);

}  // namespace abut
