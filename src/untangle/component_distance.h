// How far a point is from a piece of surface.
#pragma once

#include <vector>

#include "abut/narrow.h"
#include "abut/tree.h"
#include "untangle/assembly.h"

namespace abut {

class ComponentDistance {
 public:
  ComponentDistance(const Assembly& assembly, std::span<const Vec3> positions, std::uint32_t component);

  double measure(const Vec3& point) const;

 private:
  double bound(const FloatBox& box, const Vec3& point) const;

  std::vector<TrianglePoints> faces_;
  BoxFrame frame_;
  Bvh tree_;
};

}  // namespace abut
