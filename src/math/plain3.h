// Three numbers, one by one. Vec3 is packed two and one by Eigen, which makes a processor wait wherever numbers have
// only just been computed: where little is done again and again, that is most of the time (docs/convex.md).
#pragma once

#include <cmath>

#include "abut/math.h"

namespace abut {

struct Plain3 {
  double x, y, z;

  Plain3() = default;  // any numbers, so that arrays of them cost nothing; Plain3{} is zero
  Plain3(double x, double y, double z) : x(x), y(y), z(z) {}
  Plain3(const Vec3& v) : x(v.x()), y(v.y()), z(v.z()) {}
  operator Vec3() const { return {x, y, z}; }

  double operator[](int k) const { return k == 0 ? x : k == 1 ? y : z; }
  double dot(const Plain3& o) const { return x * o.x + y * o.y + z * o.z; }
  Plain3 cross(const Plain3& o) const { return {y * o.z - z * o.y, z * o.x - x * o.z, x * o.y - y * o.x}; }
  double squared_norm() const { return dot(*this); }
  double norm() const { return std::sqrt(squared_norm()); }
  Plain3 operator-() const { return {-x, -y, -z}; }
  Plain3& operator+=(const Plain3& o) { return *this = {x + o.x, y + o.y, z + o.z}; }

  friend Plain3 operator+(const Plain3& u, const Plain3& v) { return {u.x + v.x, u.y + v.y, u.z + v.z}; }
  friend Plain3 operator-(const Plain3& u, const Plain3& v) { return {u.x - v.x, u.y - v.y, u.z - v.z}; }
  friend Plain3 operator*(double f, const Plain3& v) { return {f * v.x, f * v.y, f * v.z}; }
};

/// A matrix as its columns.
struct PlainMatrix {
  Plain3 columns[3];

  PlainMatrix() = default;
  PlainMatrix(const Eigen::Matrix3d& m) : columns{column(m, 0), column(m, 1), column(m, 2)} {}

  static Plain3 column(const Eigen::Matrix3d& m, int j) { return {m(0, j), m(1, j), m(2, j)}; }
  double at(int i, int j) const { return columns[j][i]; }
  Plain3 operator*(const Plain3& v) const { return v.x * columns[0] + v.y * columns[1] + v.z * columns[2]; }
  /// Of the transposed matrix.
  Plain3 transposed(const Plain3& v) const { return {columns[0].dot(v), columns[1].dot(v), columns[2].dot(v)}; }
};

}  // namespace abut
