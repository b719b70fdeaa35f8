// Looking at a surface along one of the 26 directions: what is left are two coordinates, each made by a single
// rounding.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/math.h"
#include "tree/directions.h"

namespace abut {

/// Along a direction d with |d[k]| = 1: of p remain p[i] - d[i] / d[k] * p[k] and p[j] - d[j] / d[k] * p[k]. Faces that
/// look towards d turn counter-clockwise.
class Projection {
 public:
  explicit Projection(const Direction& d) {
    k_ = d[2] != 0 ? 2 : (d[1] != 0 ? 1 : 0);
    i_ = (k_ + 1) % 3;
    j_ = (k_ + 2) % 3;
    x_slope_ = d[i_] * d[k_];
    y_slope_ = d[j_] * d[k_];
    x_sign_ = d[k_];
    x_length_ = std::sqrt(1 + x_slope_ * x_slope_);
    shear_ = x_sign_ * x_slope_ * y_slope_ / x_length_;
    y_length_ = std::sqrt(1 + y_slope_ * y_slope_ - shear_ * shear_);
  }
  double x(const Vec3& p) const { return x_sign_ * (p[i_] - x_slope_ * p[k_]); }
  double y(const Vec3& p) const { return p[j_] - y_slope_ * p[k_]; }

  /// The two coordinates were made by pushing points along d to a plane that may be askew; these are the coordinates in
  /// the plane at right angles to d, where nothing is farther apart than in space.
  std::array<double, 2> straighten(double x, double y) const {
    const double straight_x = x / x_length_;
    return {straight_x, (y - shear_ * straight_x) / y_length_};
  }

  /// How far a coordinate may be off if none is larger than `reach`.
  static double error(double reach) { return 0x1.01p-53 * reach; }
  /// The same for straightened coordinates.
  static double straight_error(double reach) { return 16 * error(reach); }
  /// Below this reach products of coordinates might underflow.
  static constexpr double kMinReach = 1e-100;

 private:
  int i_, j_, k_;
  double x_slope_, y_slope_, x_sign_;
  double x_length_, y_length_, shear_;
};

enum class Side { left, right, unknown };

/// Where v points to beside u, if that is certain. Both are differences of coordinates that may be off by `error` each,
/// and `error` is not below the rounding error of the coordinates.
inline Side find_side(double ux, double uy, double vx, double vy, double error) {
  const double bound = 16 * error * (std::abs(ux) + std::abs(uy) + std::abs(vx) + std::abs(vy)) + 64 * error * error;
  const double determinant = ux * vy - uy * vx;
  if (determinant > bound) return Side::left;
  return determinant < -bound ? Side::right : Side::unknown;
}

/// The same for ways that change evenly from u and v to others: the side that is certain all the time. The determinant
/// is a quadratic in time; it has the sign that its Bernstein coefficients have in common.
inline Side find_moving_side(const std::array<double, 2>& u, const std::array<double, 2>& v,
                             const std::array<double, 2>& end_u, const std::array<double, 2>& end_v, double error) {
  const Side side = find_side(u[0], u[1], v[0], v[1], error);
  if (side == Side::unknown || side != find_side(end_u[0], end_u[1], end_v[0], end_v[1], error)) return Side::unknown;
  const auto sum = [](const std::array<double, 2>& w) { return std::abs(w[0]) + std::abs(w[1]); };
  const double bound = 32 * error * (sum(u) + sum(v) + sum(end_u) + sum(end_v)) + 128 * error * error;
  const double middle = (u[0] * end_v[1] - u[1] * end_v[0]) + (end_u[0] * v[1] - end_u[1] * v[0]);
  return (side == Side::left ? middle : -middle) > bound ? side : Side::unknown;
}

}  // namespace abut
