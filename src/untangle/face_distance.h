// How far a point is from the nearest of some faces.
#pragma once

#include <vector>

#include "abut/narrow.h"
#include "abut/tree.h"
#include "untangle/assembly.h"

namespace abut {

class FaceDistance {
 public:
  FaceDistance(const Assembly& assembly, std::span<const Vec3> positions, std::span<const FaceRef> faces);

  double measure(const Vec3& point) const;

 private:
  double bound(const FloatBox& box, const Vec3& point) const;

  std::vector<TrianglePoints> faces_;
  BoxFrame frame_;
  Bvh tree_;
};

}  // namespace abut
