// The nearest point of a triangle, or of a parallelogram, to a point; two edges are the latter. For any kind of number:
// the fast way uses doubles, the careful one double-doubles.
//
// All steps are chosen so that the point found lies within a few roundings of |q| + |e1| + |e2| beside the nearest one,
// however small the angle between e1 and e2 is. So u comes from cross products, which lose less to small angles than
// the usual dot products; and v is the best there is for that u, so that an error of u only moves the point where it
// matters least. What is beside the nearest point is farther by the square of that only.
#pragma once

#include "abut/math.h"

namespace abut {

template <class Real>
using Vec3Of = Eigen::Matrix<Real, 3, 1>;

template <class Real>
struct PlaneWeightsOf {
  Real u = 0, v = 0;
};
using PlaneWeights = PlaneWeightsOf<double>;

/// What is not a number becomes 0: it comes from edges of length 0, where any weight will do.
template <class Real>
inline Real clamp_to_unit(const Real& x) {
  return x > 0 ? (x < 1 ? x : Real(1)) : Real(0);
}

/// Dot products of the sides with each other and with q, and the weight of e1 where the plane is nearest; 0 if e1 and
/// e2 are parallel.
template <class Real>
struct PlaneProducts {
  PlaneProducts(const Vec3Of<Real>& q, const Vec3Of<Real>& e1, const Vec3Of<Real>& e2)
      : e1e1(e1.dot(e1)), e1e2(e1.dot(e2)), e2e2(e2.dot(e2)), qe1(q.dot(e1)), qe2(q.dot(e2)) {
    const Vec3Of<Real> normal = e1.cross(e2);
    const Real size = normal.dot(normal);
    u = size > 0 ? q.cross(e2).dot(normal) / size : Real(0);
  }
  Real e1e1, e1e2, e2e2, qe1, qe2, u;
};

/// For a q that is not above the inside of the triangle: u, v and w have the signs of its position beside the edges.
/// The nearest point lies on an edge that has q on its outer side. There may be two of them: then it lies on the one
/// beside which q is, and where that is neither, both lead to their common corner.
template <class Real>
PlaneWeightsOf<Real> nearest_on_border(const Vec3Of<Real>& q, const Vec3Of<Real>& e1, const Vec3Of<Real>& e2,
                                       const Real& u, const Real& v, const Real& w) {
  const Real on_e1 = q.dot(e1) / e1.dot(e1), on_e2 = q.dot(e2) / e2.dot(e2);
  if (!(v > 0) && (u > 0 || on_e1 > 0) && (w > 0 || on_e1 < 1)) return {clamp_to_unit(on_e1), 0};
  if (!(u > 0) && (w > 0 || on_e2 < 1)) return {0, clamp_to_unit(on_e2)};
  const Vec3Of<Real> e3 = e2 - e1;
  const Real rest = Real(1) - clamp_to_unit<Real>((q - e1).dot(e3) / e3.dot(e3));
  return {rest, Real(1) - rest};  // in this way 1 - u - v is exactly 0
}

template <class Real>
PlaneWeightsOf<Real> nearest_in_triangle(const Vec3Of<Real>& q, const Vec3Of<Real>& e1, const Vec3Of<Real>& e2) {
  const PlaneProducts<Real> p(q, e1, e2);
  const Real u = p.u, v = p.e2e2 > 0 ? (p.qe2 - u * p.e1e2) / p.e2e2 : Real(0), w = (Real(1) - u) - v;
  if (u > 0 && v > 0 && w > 0) return {u, v};
  return nearest_on_border(q, e1, e2, u, v, w);
}

template <class Real>
PlaneWeightsOf<Real> nearest_in_parallelogram(const Vec3Of<Real>& q, const Vec3Of<Real>& e1, const Vec3Of<Real>& e2) {
  const PlaneProducts<Real> p(q, e1, e2);
  const Real u = clamp_to_unit(p.u), v = (p.qe2 - u * p.e1e2) / p.e2e2;
  if (v > 0 && v < 1) return {u, v};
  // Beyond a side: the nearest point lies on that side.
  const Real end = clamp_to_unit(v);
  return {clamp_to_unit<Real>((p.qe1 - end * p.e1e2) / p.e1e1), end};
}

/// u, v >= 0, u + v <= 1 that make |q - u e1 - v e2| least. On a border the weights, or 1 - u - v, are exactly 0 or 1.
/// e1 and e2 may be parallel or zero. Fourth powers of the lengths must neither overflow nor underflow.
inline PlaneWeights find_nearest_in_triangle(const Vec3& q, const Vec3& e1, const Vec3& e2) {
  return nearest_in_triangle<double>(q, e1, e2);
}

/// The same for u, v in [0, 1]. For two edges a0a1 and b0b1, with q = b0 - a0, e1 = a1 - a0 and e2 = b0 - b1, the
/// points a0 + u (a1 - a0) and b0 + v (b1 - b0) are nearest.
inline PlaneWeights find_nearest_in_parallelogram(const Vec3& q, const Vec3& e1, const Vec3& e2) {
  return nearest_in_parallelogram<double>(q, e1, e2);
}

}  // namespace abut
