// What lies around a point: how far the surface is, and whether the point is inside a solid.
#pragma once

#include <vector>

#include "abut/sphere_set.h"
#include "abut/tree.h"

namespace abut {

class SurfaceProbe {
 public:
  /// The surface must stay. Its caps count as part of it.
  explicit SurfaceProbe(const CoveredSurface& surface, const RunSettings& run = {});

  struct Nearest {
    double distance = 0;
    Vec3 point = Vec3::Zero();
  };
  /// Distances are good to 1e-9 of themselves.
  Nearest find_nearest(const Vec3& point) const;
  /// Exact, of closed surfaces from which the point is as far as this. Points of which it cannot be told count as
  /// outside.
  bool test_inside(const Vec3& point, double distance) const;
  /// How deep inside what spheres may fill a point is; not above 0 outside of it. A sphere reaches no farther from what
  /// it may fill than its radius less this.
  double measure_depth(const Vec3& point) const;
  /// An upper bound of how far a sphere reaches.
  double measure_protrusion(const Sphere& sphere) const;

 private:
  enum class Answer { outside, inside, open };
  Answer look_around(const Vec3& point) const;
  Answer look_along(int axis, const Vec3& point) const;

  const CoveredSurface& surface_;
  std::vector<std::array<VertexId, 3>> all_faces_;  // only if there are caps
  TriangleList triangles_;
  BoxFrame frame_;
  Bvh tree_;
};

}  // namespace abut
