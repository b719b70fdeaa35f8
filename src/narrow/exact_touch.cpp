// Two features touch when their difference, a triangle or parallelogram q - u e1 - v e2, contains the origin. Its
// corners move along lines, so everything below is a polynomial in time:
//   - The origin lies in its plane when det(q, e1, e2) = 0, a cubic. At each root, signs of quadratics say whether it
//     lies inside.
//   - If the cubic is zero all the time, origin and corners stay in one plane. Then either the origin is inside at the
//     start, or at the first touch it lies on a side: between two corners c and d, where c x d = 0 and c . d <= 0.
//   - Where e1 and e2 are parallel the shape is a segment, and the same test for two corners decides.
#include "narrow/exact_touch.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <span>

#include "math/polynomial.h"

namespace abut {
namespace {

// A double is mantissa * 2^exponent.
struct Parts {
  long long mantissa = 0;
  int exponent = 0;
};

Parts take_apart(double value) {
  Parts parts;
  const double fraction = std::frexp(value, &parts.exponent);
  parts.mantissa = static_cast<long long>(std::ldexp(fraction, 53));
  parts.exponent -= 53;
  return parts;
}

int find_least_exponent(std::span<const Vec3> points, int least) {
  for (const Vec3& p : points) {
    for (const double x : p) {
      if (x != 0) least = std::min(least, take_apart(x).exponent);
    }
  }
  return least;
}

// As a multiple of 2^unit.
Integer to_integer(double value, int unit) {
  if (value == 0) return 0;
  const Parts parts = take_apart(value);
  return Integer(parts.mantissa) << (parts.exponent - unit);
}

using PolynomialVector = std::array<Polynomial, 3>;

PolynomialVector operator-(const PolynomialVector& a, const PolynomialVector& b) {
  return {a[0] - b[0], a[1] - b[1], a[2] - b[2]};
}
Polynomial dot(const PolynomialVector& a, const PolynomialVector& b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }
// Coordinate k of the cross product.
Polynomial cross(const PolynomialVector& a, const PolynomialVector& b, std::size_t k) {
  const std::size_t i = (k + 1) % 3, j = (k + 2) % 3;
  return a[i] * b[j] - a[j] * b[i];
}
PolynomialVector cross(const PolynomialVector& a, const PolynomialVector& b) {
  return {cross(a, b, 0), cross(a, b, 1), cross(a, b, 2)};
}

// The way of a point between two times, as polynomials that run from 0 to 1, in the same units for all points.
class Path {
 public:
  Path(const Motion<4>& points, double from, double to) {
    length_unit_ = find_least_exponent(points.end, find_least_exponent(points.start, 0));
    const Vec3 times[] = {Vec3(from, to, 0)};
    time_unit_ = find_least_exponent(times, 0);
    from_ = to_integer(from, time_unit_);
    to_ = to_integer(to, time_unit_);
  }

  PolynomialVector operator()(const Vec3& start, const Vec3& end) const {
    PolynomialVector path;
    for (std::size_t k = 0; k < 3; ++k) {
      const Integer x = to_integer(start[static_cast<int>(k)], length_unit_);
      const Integer way = to_integer(end[static_cast<int>(k)], length_unit_) - x;
      const Integer scaled = x << -time_unit_;
      path[k] = Polynomial::make_line(scaled + from_ * way, scaled + to_ * way);
    }
    return path;
  }

 private:
  int length_unit_ = 0, time_unit_ = 0;
  Integer from_, to_;
};

// The difference of two features: q - u e1 - v e2.
class Difference {
 public:
  Difference(const PolynomialVector& q, const PolynomialVector& e1, const PolynomialVector& e2, DifferenceShape shape)
      : shape_(shape), q_(q), e1_(e1), e2_(e2), normal_(cross(e1, e2)), volume_(dot(q, normal_)) {}

  /// True if the origin stays in the plane.
  bool is_planar() const { return volume_.is_zero(); }

  /// Calls visit(time) for touches until it returns true; the first touch is among them, unless one before it was
  /// visited. Returns whether visit did so.
  template <class Visit>
  bool visit_touches(const Visit& visit) const {
    const Root start(Dyadic{0, 0});
    if (volume_.is_zero()) return (test_touch_at(start) && visit(start)) || visit_touches_of_sides(visit);
    const std::vector<Root> roots = find_roots(volume_);
    return std::any_of(roots.begin(), roots.end(),
                       [&](const Root& root) { return test_touch_at(root) && visit(root); });
  }

 private:
  // At a time when the origin lies in the plane: q = u e1 + v e2.
  bool test_touch_at(const Root& time) const {
    for (std::size_t k = 0; k < 3; ++k) {
      const int side = time.sign_of(normal_[k]);
      if (side != 0) return test_inside(time, k, side);
    }
    return test_on_side_at(time);
  }

  // u n = q x e2 and v n = e1 x q, where n = e1 x e2; in coordinate k, in which n has the sign `side`.
  bool test_inside(const Root& time, std::size_t k, int side) const {
    const auto is_negative = [&](const Polynomial& p) { return time.sign_of(p) * side < 0; };
    const Polynomial u = cross(q_, e2_, k), v = cross(e1_, q_, k);
    if (is_negative(u) || is_negative(v)) return false;
    if (shape_ == DifferenceShape::triangle) return !is_negative(normal_[k] - u - v);
    return !is_negative(normal_[k] - u) && !is_negative(normal_[k] - v);
  }

  bool test_on_side_at(const Root& time) const {
    return test_any_side([&](const PolynomialVector& c, const PolynomialVector& d) {
      return test_between_at(time, cross(c, d), dot(c, d));
    });
  }

  static bool test_between_at(const Root& time, const PolynomialVector& cross_product, const Polynomial& dot_product) {
    const auto is_zero = [&](const Polynomial& p) { return time.sign_of(p) == 0; };
    return std::all_of(cross_product.begin(), cross_product.end(), is_zero) && time.sign_of(dot_product) <= 0;
  }

  // At any time.
  template <class Visit>
  bool visit_touches_of_sides(const Visit& visit) const {
    return test_any_side([&](const PolynomialVector& c, const PolynomialVector& d) {
      const PolynomialVector cross_product = cross(c, d);
      const Polynomial dot_product = dot(c, d);
      for (const Polynomial& p : cross_product) {
        if (p.is_zero()) continue;
        const std::vector<Root> roots = find_roots(p);
        return std::any_of(roots.begin(), roots.end(), [&](const Root& root) {
          return test_between_at(root, cross_product, dot_product) && visit(root);
        });
      }
      // The two stay on one line with the origin.
      if (sign_at(dot_product, {0, 0}) <= 0) return visit(Root(Dyadic{0, 0}));
      const std::vector<Root> roots = find_roots(dot_product);
      return std::any_of(roots.begin(), roots.end(), visit);
    });
  }

  template <class Test>
  bool test_any_side(const Test& test) const {
    std::vector<PolynomialVector> corners = {q_, q_ - e1_, q_ - e2_};
    if (shape_ == DifferenceShape::parallelogram) corners.push_back(corners[1] - e2_);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      for (std::size_t j = i + 1; j < corners.size(); ++j) {
        if (test(corners[i], corners[j])) return true;
      }
    }
    return false;
  }

  DifferenceShape shape_;
  PolynomialVector q_, e1_, e2_, normal_;
  Polynomial volume_;
};

Difference make_difference(const Motion<4>& points, DifferenceShape shape, double from, double to) {
  const Path make_path(points, from, to);
  std::array<PolynomialVector, 4> p;
  for (std::size_t i = 0; i < 4; ++i) p[i] = make_path(points.start[i], points.end[i]);
  const bool is_triangle = shape == DifferenceShape::triangle;
  return is_triangle ? Difference(p[0] - p[1], p[2] - p[1], p[3] - p[1], shape)
                     : Difference(p[0] - p[2], p[0] - p[1], p[3] - p[2], shape);
}

// Not above the value.
double round_down(const Dyadic& x) {
  if (x.n <= 0) return 0;
  const unsigned bits = msb(x.n), shift = bits > 52 ? bits - 52 : 0;  // what a double holds, so that no step rounds up
  return std::ldexp(Integer(x.n >> shift).convert_to<double>(), static_cast<int>(shift) - static_cast<int>(x.k));
}

}  // namespace

bool test_touch_exact(const Motion<4>& points, DifferenceShape shape, double from, double to) {
  return make_difference(points, shape, from, to).visit_touches([](const Root&) { return true; });
}

std::optional<double> find_touch_exact(const Motion<4>& points, DifferenceShape shape, double from, double to,
                                       double tolerance) {
  const Difference difference = make_difference(points, shape, from, to);
  const int bits = std::max(0, std::ilogb(std::max(to - from, tolerance) / tolerance) + 2);
  std::optional<double> earliest;
  difference.visit_touches([&](const Root& root) {
    const double share = round_down(root.find_lower_bound(static_cast<unsigned>(bits)));
    const double time = std::max(from, from + share * (to - from) - (share > 0 ? 0x1p-52 : 0));
    if (!earliest || time < *earliest) earliest = time;
    // Roots of the volume come in order; those of sides do not.
    return !difference.is_planar();
  });
  return earliest;
}

}  // namespace abut
