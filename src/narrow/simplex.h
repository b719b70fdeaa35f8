// Up to four differences of two solids, and their point that is nearest to the origin (what GJK walks along).
#pragma once

#include <array>

#include "narrow/convex_view.h"

namespace abut {

struct Simplex {
  std::array<DifferencePoint, 4> points;
  std::array<double, 4> weights = {1, 0, 0, 0};
  int count = 0;

  void add(const DifferencePoint& p) { points[count++] = p; }
  bool holds(const DifferencePoint& p) const {
    for (int i = 0; i < count; ++i) {
      if (points[i].is_same(p)) return true;
    }
    return false;
  }
  Plain3 nearest() const {
    Plain3 sum = weights[0] * points[0].point;
    for (int i = 1; i < count; ++i) sum += weights[i] * points[i].point;
    return sum;
  }
};

/// Leaves only the corners that the point nearest to the origin lies between, with their weights; all four if the
/// origin is inside. The last point is taken to be new, and the origin not to be behind the other three, seen from it.
Simplex keep_nearest(const Simplex& simplex);

/// True if the origin is inside four points, even if each is moved by up to `slack`.
bool test_surrounds_origin(const Simplex& simplex, double slack);

/// Where on the two solids the nearest point comes from, in a's frame.
inline Plain3 point_on_a(const Simplex& s, const ConvexView& view) {
  Plain3 sum = s.weights[0] * view.point_a(s.points[0].a);
  for (int i = 1; i < s.count; ++i) sum += s.weights[i] * view.point_a(s.points[i].a);
  return sum;
}
inline Plain3 point_on_b(const Simplex& s, const ConvexView& view) {
  Plain3 sum = s.weights[0] * view.point_b(s.points[0].b);
  for (int i = 1; i < s.count; ++i) sum += s.weights[i] * view.point_b(s.points[i].b);
  return sum;
}

}  // namespace abut
