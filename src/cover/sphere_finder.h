// Finds spheres that come near something, by their boxes.
#pragma once

#include <span>
#include <vector>

#include "abut/sphere_tree.h"
#include "abut/tree.h"

namespace abut {

class SphereFinder {
 public:
  /// `extent`: where it will be asked about, about. The spheres must stay.
  SphereFinder(const Box3& extent, std::span<const Sphere> spheres);

  /// Numbers of all spheres whose boxes overlap the box around the points, ascending.
  void find(std::span<const Vec3> points, std::vector<std::uint32_t>& found) const;
  /// Whether a point is inside any sphere but one, up to rounding.
  bool test_inside(const Vec3& point, std::uint32_t but_one = ~0u) const;
  /// How many spheres a point of one of them is inside, up to rounding; at least 1.
  std::size_t count_inside(const Vec3& point) const;

 private:
  template <class Visit>
  void visit_near(std::span<const Vec3> points, const Visit& visit) const;

  std::span<const Sphere> spheres_;
  BoxFrame frame_;
  Bvh tree_;
};

}  // namespace abut
