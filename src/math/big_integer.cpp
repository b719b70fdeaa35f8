// Determinants in integers of any size (Boost.Multiprecision). See big_integer.h.
#include "math/big_integer.h"

#include <algorithm>
#include <array>
#include <boost/multiprecision/cpp_int.hpp>
#include <cmath>

namespace abut {
namespace {

using Integer = boost::multiprecision::cpp_int;

Integer to_integer(double value) {
  int exponent = 0;
  const double fraction = std::frexp(value, &exponent);
  // Subnormal numbers have fewer than 53 bits: clamp so that the shift below stays non-negative.
  const int bits = std::max(-1074, exponent - 53);
  return Integer(static_cast<long long>(std::ldexp(fraction, exponent - bits))) << (bits + 1074);
}

int sign_of(const Integer& value) { return value.sign(); }

}  // namespace

int orient2d_big(const Vec2& a, const Vec2& b, const Vec2& c) {
  const Integer cx = to_integer(c.x()), cy = to_integer(c.y());
  const Integer ux = to_integer(a.x()) - cx, uy = to_integer(a.y()) - cy;
  const Integer vx = to_integer(b.x()) - cx, vy = to_integer(b.y()) - cy;
  return sign_of(ux * vy - uy * vx);
}

int orient3d_big(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const auto minus_a = [&](const Vec3& p) {
    return std::array<Integer, 3>{to_integer(p.x()) - to_integer(a.x()), to_integer(p.y()) - to_integer(a.y()),
                                  to_integer(p.z()) - to_integer(a.z())};
  };
  const auto u = minus_a(b), v = minus_a(c), w = minus_a(d);
  return sign_of(w[0] * (u[1] * v[2] - u[2] * v[1]) + w[1] * (u[2] * v[0] - u[0] * v[2]) +
                 w[2] * (u[0] * v[1] - u[1] * v[0]));
}

}  // namespace abut
