// orient2d and orient3d, in stages after Shewchuk 1997: a floating-point filter; the determinant of the rounded
// differences as an expansion (which settles everything whose differences are exact, such as coordinates that came
// from floats); the same with what rounding left out, to first order; the full expansion. Coordinates too small for
// expansions go to big_integer.cpp. docs/exactness.md has the costs.
#include "math/predicates.h"

#include <algorithm>
#include <cmath>

#include "math/big_integer.h"
#include "math/expansion.h"

namespace abut {
namespace {

// Below this a product of three lowest bits could underflow: 3 * (log2(1e-90) - 53) > -1074.
constexpr double kSmallestForExpansions = 1e-90;

bool test_too_small(double value) { return value != 0 && std::abs(value) < kSmallestForExpansions; }

template <class... Vectors>
bool test_any_too_small(const Vectors&... vectors) {
  return (... || (vectors.unaryExpr([](double x) { return test_too_small(x) ? 1.0 : 0.0; }).sum() > 0));
}

// x * y - z * w, exactly.
Expansion<4> cross_term(double x, double y, double z, double w) {
  return compress(make_expansion(two_product(x, y)) - make_expansion(two_product(z, w)));
}

// A vector of exact differences: head + tail per coordinate.
struct Difference {
  Difference(const Vec3& a, const Vec3& b) {
    for (int k = 0; k < 3; ++k) {
      const TwoTerms d = two_difference(a[k], b[k]);
      head[k] = d.head;
      tail[k] = d.tail;
    }
  }
  bool is_exact() const { return tail[0] == 0 && tail[1] == 0 && tail[2] == 0; }
  Expansion<2> operator[](int k) const { return make_expansion({head[k], tail[k]}); }
  double head[3], tail[3];
};

Expansion<24> determinant_of_heads(const Difference& u, const Difference& v, const Difference& w) {
  const auto minor = [&](int i, int j) { return cross_term(u.head[i], v.head[j], u.head[j], v.head[i]); };
  return (minor(1, 2) * w.head[0] + minor(2, 0) * w.head[1]) + minor(0, 1) * w.head[2];
}

Expansion<192> determinant_in_full(const Difference& u, const Difference& v, const Difference& w) {
  const auto minor = [&](int i, int j) { return compress(u[i] * v[j] - u[j] * v[i]); };
  return (minor(1, 2) * w[0] + minor(2, 0) * w[1]) + minor(0, 1) * w[2];
}

// What the tails add to the determinant of the heads, to first order.
double first_order_of_tails(const Difference& u, const Difference& v, const Difference& w) {
  double sum = 0;
  for (int k = 0; k < 3; ++k) {
    const int i = (k + 1) % 3, j = (k + 2) % 3;
    const double minor = u.head[i] * v.head[j] - u.head[j] * v.head[i];
    const double minor_change =
        (u.tail[i] * v.head[j] + u.head[i] * v.tail[j]) - (u.tail[j] * v.head[i] + u.head[j] * v.tail[i]);
    sum += w.tail[k] * minor + w.head[k] * minor_change;
  }
  return sum;
}

// Sum of the absolute products, to which the rounding errors of the differences are relative.
double permanent_of_heads(const Difference& u, const Difference& v, const Difference& w) {
  const auto minor = [&](int i, int j) { return std::abs(u.head[i] * v.head[j]) + std::abs(u.head[j] * v.head[i]); };
  return std::abs(w.head[0]) * minor(1, 2) + std::abs(w.head[1]) * minor(2, 0) + std::abs(w.head[2]) * minor(0, 1);
}

}  // namespace

int orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c) {
  if (test_any_too_small(a, b, c)) return orient2d_big(a, b, c);
  const auto difference = [](double x, double y) { return make_expansion(two_difference(x, y)); };
  const Expansion<2> ux = difference(a.x(), c.x()), uy = difference(a.y(), c.y());
  const Expansion<2> vx = difference(b.x(), c.x()), vy = difference(b.y(), c.y());
  return (ux * vy - uy * vx).sign();
}

int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  if (test_any_too_small(a, b, c, d)) return orient3d_big(a, b, c, d);
  const Difference u(b, a), v(c, a), w(d, a);
  const Expansion<24> heads = determinant_of_heads(u, v, w);
  if (u.is_exact() && v.is_exact() && w.is_exact()) return heads.sign();
  // Each head is off by at most kEpsilon of itself, so the determinant by at most (3 + O(kEpsilon)) kEpsilon of the
  // permanent; 4 covers the rounding of the estimate, of the permanent and of this bound.
  const double estimate = heads.estimate(), permanent = permanent_of_heads(u, v, w);
  double bound = 4 * kEpsilon * permanent + kUnderflowGuard;
  if (std::abs(estimate) > bound) return estimate > 0 ? 1 : -1;
  // In units of kEpsilon squared times the permanent: the second order left out (4), rounding of about ten operations
  // on first-order terms of together at most 3 (30), rounding of an estimate that is at most 4 by now (12). 64 covers
  // these; 8 kEpsilon covers the last addition and this bound itself.
  const double refined = estimate + first_order_of_tails(u, v, w);
  bound = 64 * kEpsilon * kEpsilon * permanent + 8 * kEpsilon * std::abs(refined) + kUnderflowGuard;
  if (std::abs(refined) > bound) return refined > 0 ? 1 : -1;
  return determinant_in_full(u, v, w).sign();
}

double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Difference u(b, a), v(c, a), w(d, a);
  const double estimate = determinant_of_heads(u, v, w).estimate();
  // Where rounding of the differences is far below the value, the heads say it all.
  if (4 * std::abs(estimate) > permanent_of_heads(u, v, w)) return estimate;
  return determinant_in_full(u, v, w).estimate();
}

Passage find_passage(const Vec3& p, const Vec3& q, const TrianglePoints& triangle) {
  // Scaled by a power of two, which is exact, so that volumes do not underflow.
  double size = 0;
  for (const Vec3* x : {&p, &q, &triangle[0], &triangle[1], &triangle[2]})
    size = std::max(size, x->cwiseAbs().maxCoeff());
  const double scale = std::ldexp(1.0, std::min(1000, -std::ilogb(size)));
  const Vec3 a = p * scale, b = q * scale;
  const TrianglePoints t = {triangle[0] * scale, triangle[1] * scale, triangle[2] * scale};

  Passage passage;
  const double a_height = std::abs(orient3d_value(t[0], t[1], t[2], a));
  const double b_height = std::abs(orient3d_value(t[0], t[1], t[2], b));
  passage.parameter = a_height + b_height > 0 ? a_height / (a_height + b_height) : 0.5;
  // The volume over edge j belongs to the corner opposite to it.
  for (int j = 0; j < 3; ++j) passage.weights[(j + 2) % 3] = std::abs(orient3d_value(a, b, t[j], t[(j + 1) % 3]));
  const double sum = passage.weights.sum();
  passage.weights = sum > 0 ? Vec3(passage.weights / sum) : Vec3(Vec3::Constant(1.0 / 3));
  return passage;
}

int orient2d(const Vec2& a, const Vec2& b, const Vec2& c) {
  const int sign = orient2d_filter(a, b, c);
  return sign != 0 ? sign : orient2d_exact(a, b, c);
}

int orient3d(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) { return PlaneSide(a, b, c).side(d); }

bool test_collinear(const Vec3& a, const Vec3& b, const Vec3& c) {
  const auto flat = [](const Vec3& p, int i, int j) { return Vec2(p[i], p[j]); };
  const auto turn = [&](int i, int j) { return orient2d(flat(a, i, j), flat(b, i, j), flat(c, i, j)); };
  return turn(0, 1) == 0 && turn(1, 2) == 0 && turn(2, 0) == 0;
}

Box3 make_box(std::span<const Vec3> points) {
  Box3 box;
  for (const Vec3& p : points) box.add(p);
  return box;
}

}  // namespace abut
