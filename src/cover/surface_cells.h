// A surface cut into small parts, each with a sphere around it.
#pragma once

#include <span>
#include <vector>

#include "abut/sphere_set.h"

namespace abut {

/// What a small box has of the surface.
struct SurfaceCell {
  Sphere ball;                 ///< around all of it
  Vec3 point = Vec3::Zero();   ///< on the largest of its pieces
  Vec3 normal = Vec3::Zero();  ///< there; zero if nothing has area
  std::uint32_t first_point = 0, end_point = 0;
};

/// Cells stand near each other in the list if they are near each other in space, mostly.
struct SurfaceCells {
  std::vector<SurfaceCell> cells;
  std::vector<Vec3> points;  ///< corners of the pieces, cell by cell

  std::span<const Vec3> corners(const SurfaceCell& cell) const {
    return std::span(points).subspan(cell.first_point, cell.end_point - cell.first_point);
  }
};

/// Boxes are halved until no side is longer than `size`. Points are rounded.
SurfaceCells cut_surface(const TriangleList& triangles, double size);

double measure_area(const TriangleList& triangles);

}  // namespace abut
