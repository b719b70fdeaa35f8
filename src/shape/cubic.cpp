// Cubic curves: points, parts, boxes and lengths.
#include <algorithm>
#include <cmath>

#include "abut/outline.h"

namespace abut {
namespace {

// Where a quadratic a + 2 b t + c t² is zero, within (0, 1).
std::vector<double> find_zeros(double a, double b, double c) {
  std::vector<double> zeros;
  const auto add = [&](double t) {
    if (t > 0 && t < 1) zeros.push_back(t);
  };
  const double discriminant = b * b - a * c;
  if (!(discriminant >= 0)) return zeros;
  // Without cancellation: one from the sum of equal signs, the other from the product.
  const double q = -(b + std::copysign(std::sqrt(discriminant), b));
  if (c != 0) add(q / c);
  if (q != 0) add(a / q);
  return zeros;
}

// Gauss and Legendre with eight points, from 0 to 1.
constexpr std::array<double, 4> kGaussPoints = {0.1834346424956498, 0.5255324099163290, 0.7966664774136267,
                                                0.9602898564975363};
constexpr std::array<double, 4> kGaussWeights = {0.3626837833783620, 0.3137066458778873, 0.2223810344533745,
                                                 0.1012285362903763};

double integrate_speed(const Cubic2& curve, double from, double to) {
  const double middle = 0.5 * (from + to), half = 0.5 * (to - from);
  double sum = 0;
  for (std::size_t i = 0; i < kGaussPoints.size(); ++i) {
    const double way = half * kGaussPoints[i];
    sum += kGaussWeights[i] * (curve.derivative(middle - way).norm() + curve.derivative(middle + way).norm());
  }
  return half * sum;
}

// By halves, until halves agree with the whole: near a cusp the speed is no polynomial. Ends at numbers that are none.
double measure_part(const Cubic2& curve, double from, double to, double whole, double tolerance, int depth) {
  const double middle = 0.5 * (from + to);
  const double left = integrate_speed(curve, from, middle), right = integrate_speed(curve, middle, to);
  if (depth == 0 || !(std::abs(left + right - whole) > tolerance)) return left + right;
  return measure_part(curve, from, middle, left, tolerance, depth - 1) +
         measure_part(curve, middle, to, right, tolerance, depth - 1);
}

}  // namespace

Vec2 Cubic2::at(double t) const {
  const double s = 1 - t;
  return s * s * s * points[0] + 3 * s * s * t * points[1] + 3 * s * t * t * points[2] + t * t * t * points[3];
}

Vec2 Cubic2::derivative(double t) const {
  const double s = 1 - t;
  return 3 * (s * s * (points[1] - points[0]) + 2 * s * t * (points[2] - points[1]) + t * t * (points[3] - points[2]));
}

Vec2 Cubic2::second_derivative(double t) const {
  return 6 * ((1 - t) * (points[2] - 2 * points[1] + points[0]) + t * (points[3] - 2 * points[2] + points[1]));
}

std::array<Cubic2, 2> Cubic2::split(double t) const {
  const auto mix = [t](const Vec2& a, const Vec2& b) { return Vec2((1 - t) * a + t * b); };
  const Vec2 ab = mix(points[0], points[1]), bc = mix(points[1], points[2]), cd = mix(points[2], points[3]);
  const Vec2 left = mix(ab, bc), right = mix(bc, cd), middle = mix(left, right);
  return {Cubic2{{points[0], ab, left, middle}}, Cubic2{{middle, right, cd, points[3]}}};
}

Cubic2 Cubic2::part(double from, double to) const {
  if (to <= 0.5) return split(to)[0].split(to > 0 ? from / to : 0)[1];
  return split(from)[1].split(from < 1 ? (to - from) / (1 - from) : 1)[0];
}

Cubic2 make_line(const Vec2& from, const Vec2& to) {
  const Vec2 third = (to - from) / 3;
  return {{from, from + third, to - third, to}};
}

std::array<double, 2> find_extent(const Cubic2& curve, const Vec2& direction) {
  std::array<double, 4> c;
  for (int i = 0; i < 4; ++i) c[i] = direction.dot(curve.points[i]);
  double least = std::min(c[0], c[3]), most = std::max(c[0], c[3]);
  const double a = c[1] - c[0], b = c[2] - c[1], d = c[3] - c[2];
  for (const double t : find_zeros(a, b - a, d - 2 * b + a)) {
    const double s = 1 - t, x = s * s * s * c[0] + 3 * s * s * t * c[1] + 3 * s * t * t * c[2] + t * t * t * c[3];
    least = std::min(least, x);
    most = std::max(most, x);
  }
  return {least, most};
}

Box2 find_box(const Cubic2& curve) {
  const auto x = find_extent(curve, Vec2::UnitX()), y = find_extent(curve, Vec2::UnitY());
  return {Vec2(x[0], y[0]), Vec2(x[1], y[1])};
}

double measure_length(const Cubic2& curve) {
  const double whole = integrate_speed(curve, 0, 1);
  return measure_part(curve, 0, 1, whole, 1e-13 * whole, 40);
}

Vec2 measure_normal(const Cubic2& curve, double t) {
  Vec2 along = curve.derivative(t);
  // Where control points meet, the direction is that of the next ones.
  if (along.isZero(0)) along = t < 0.5 ? curve.second_derivative(t) : Vec2(-curve.second_derivative(t));
  if (along.isZero(0)) along = curve.points[3] - curve.points[0];
  const double length = along.norm();
  return length > 0 ? Vec2(Vec2(along.y(), -along.x()) / length) : Vec2(Vec2::Zero());
}

}  // namespace abut
