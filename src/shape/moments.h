// Integrals of 1, x and x x^T over a piece of space, of any dimension: a point, a segment, a polygon, a solid. Solids
// are sums of pieces, and many pieces are sums of a point of one and a point of another at right angles to it: a prism
// is a polygon and a segment, what is round an edge a segment and a sector.
#pragma once

#include "abut/mass.h"
#include "abut/math.h"

namespace abut {

struct Moments {
  double content = 0;  ///< length, area or volume
  Vec3 first = Vec3::Zero();
  Eigen::Matrix3d second = Eigen::Matrix3d::Zero();

  Moments& operator+=(const Moments& other) {
    content += other.content;
    first += other.first;
    second += other.second;
    return *this;
  }
};

/// x y^T + y x^T
inline Eigen::Matrix3d make_symmetric(const Vec3& x, const Vec3& y) { return x * y.transpose() + y * x.transpose(); }

/// All sums of a point of one and a point of the other, where none is met twice and the two are at right angles.
Moments make_product(const Moments& a, const Moments& b);

/// Content 1.
Moments measure_point(const Vec3& point);
Moments measure_segment(const Vec3& a, const Vec3& b);
Moments measure_triangle(const TrianglePoints& t);
/// Of the origin and a triangle, counter-clockwise seen from where the origin is not; else negative.
Moments measure_tetrahedron(const TrianglePoints& t);

/// The body with these moments of volume, if they were measured from `origin`.
MassProperties make_mass(const Moments& moments, const Vec3& origin, double density);

}  // namespace abut
