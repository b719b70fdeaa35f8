// A ribbon in fewer faces: in a picture those of the real one are smaller than a pixel, and their SVG is megabytes.
#pragma once

#include <array>
#include <span>

#include "abut/model.h"

namespace abut::reproduce {

class CoarseRibbon {
 public:
  /// Of a ribbon of so many cells, whose vertices come row by row along it: faces as wide as it is, and as long as
  /// `stride` cells.
  CoarseRibbon(std::span<const Vec3> positions, std::array<int, 2> cells, int stride);
  Body body() const { return {&surface_, mesh_.positions}; }

 private:
  PolygonMesh mesh_;
  Surface surface_;
};

}  // namespace abut::reproduce
