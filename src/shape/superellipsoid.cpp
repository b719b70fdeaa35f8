#include "shape/superellipsoid.h"

#include <cmath>

namespace abut {
namespace {

// The p-norm of two numbers, without overflow.
double measure_norm(double a, double b, double p) {
  a = std::abs(a);
  b = std::abs(b);
  if (p == 2) return std::sqrt(a * a + b * b);
  const double most = std::max(a, b), least = std::min(a, b);
  return most > 0 ? most * std::pow(1 + std::pow(least / most, p), 1 / p) : 0;
}

double signed_power(double x, double p) { return std::copysign(std::pow(std::abs(x), p), x); }

// The p-norm and its derivatives; the second ones are times the norm, which makes them the same at every scale.
struct NormJet {
  double value = 0, a = 0, b = 0, aa = 0, ab = 0, bb = 0;
};

NormJet find_norm(double a, double b, double p) {
  NormJet n;
  n.value = measure_norm(a, b, p);
  const double x = n.value > 0 ? a / n.value : 1, y = n.value > 0 ? b / n.value : 0;  // 0 has no direction: any does
  n.a = signed_power(x, p - 1);
  n.b = signed_power(y, p - 1);
  n.aa = (p - 1) * std::pow(std::abs(x), p - 2) * std::pow(std::abs(y), p);
  n.bb = (p - 1) * std::pow(std::abs(y), p - 2) * std::pow(std::abs(x), p);
  n.ab = -(p - 1) * n.a * n.b;
  return n;
}

}  // namespace

// The greatest product with a direction is a norm of it, too, with the power that belongs to the other: 1/p + 1/q = 1.
// Its gradient is the point.
Vec3 Superellipsoid::find_support(const Vec3& direction) const {
  const Vec3 m = radii_.cwiseProduct(direction);
  const double q_xy = power_xy_ / (power_xy_ - 1), q_z = power_z_ / (power_z_ - 1);
  const double across = measure_norm(m.x(), m.y(), q_xy), whole = measure_norm(across, m.z(), q_z);
  const double out = signed_power(across / whole, q_z - 1);
  Vec3 share(0, 0, signed_power(m.z() / whole, q_z - 1));
  if (across > 0) {
    share.x() = out * signed_power(m.x() / across, q_xy - 1);
    share.y() = out * signed_power(m.y() / across, q_xy - 1);
  }
  return radii_.cwiseProduct(share);
}

double Superellipsoid::measure_gauge(const Vec3& point) const {
  const Vec3 x = point.cwiseQuotient(radii_);
  return measure_norm(measure_norm(x.x(), x.y(), power_xy_), x.z(), power_z_);
}

Superellipsoid::Bend Superellipsoid::find_bend(const Vec3& point) const {
  const Vec3 x = point.cwiseQuotient(radii_);
  const NormJet xy = find_norm(x.x(), x.y(), power_xy_);
  const NormJet whole = find_norm(xy.value, x.z(), power_z_);
  const Vec3 across(xy.a, xy.b, 0), up = Vec3::UnitZ();
  // The derivative of the whole along the way out, over that way: finite on the axis where the body is smooth there.
  const double out = std::pow(xy.value / whole.value, power_z_ - 2) / whole.value;
  Eigen::Matrix3d round = Eigen::Matrix3d::Zero();
  round.topLeftCorner<2, 2>() << xy.aa, xy.ab, xy.ab, xy.bb;
  const bool has_edge = xy.value == 0 && power_z_ == 2 && power_xy_ != 2;
  Bend bend;
  bend.gradient = whole.a * across + whole.b * up;
  bend.hessian = out * round + (whole.aa * across * across.transpose() + whole.bb * up * up.transpose() +
                                whole.ab * (across * up.transpose() + up * across.transpose())) /
                                   whole.value;
  if (has_edge) bend.hessian.setConstant(NAN);  // it bends in another way from every side
  const Vec3 scale = radii_.cwiseInverse();
  bend.gradient = bend.gradient.cwiseProduct(scale);
  bend.hessian = scale.asDiagonal() * bend.hessian * scale.asDiagonal();
  return bend;
}

}  // namespace abut
