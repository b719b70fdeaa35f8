// Polynomials in one variable with integer coefficients of any size, their roots between 0 and 1, and the signs that
// others have there. All exact; tens of microseconds.
#pragma once

#include <boost/multiprecision/cpp_int.hpp>
#include <vector>

namespace abut {

// With room for the sizes that occur most often, so that these need no memory of their own.
using Integer =
    boost::multiprecision::number<boost::multiprecision::cpp_int_backend<512>, boost::multiprecision::et_off>;

class Polynomial {
 public:
  Polynomial() = default;  ///< zero
  explicit Polynomial(std::vector<Integer> coefficients);
  /// The line with these values at 0 and 1.
  static Polynomial make_line(const Integer& at_0, const Integer& at_1) { return Polynomial({at_0, at_1 - at_0}); }

  bool is_zero() const { return coefficients_.empty(); }
  /// Of zero: -1.
  int degree() const { return static_cast<int>(coefficients_.size()) - 1; }
  /// Of x to the power i; the last one is not zero.
  const Integer& coefficient(int i) const { return coefficients_[static_cast<std::size_t>(i)]; }

  Polynomial derivative() const;
  Polynomial operator-() const;
  friend Polynomial operator+(const Polynomial& a, const Polynomial& b);
  friend Polynomial operator-(const Polynomial& a, const Polynomial& b) { return a + (-b); }
  friend Polynomial operator*(const Polynomial& a, const Polynomial& b);

 private:
  std::vector<Integer> coefficients_;
};

/// The number n / 2^k.
struct Dyadic {
  Integer n = 0;
  unsigned k = 0;
};

int sign_at(const Polynomial& f, const Dyadic& x);

/// A root of a polynomial: either known by its value, or the only one inside an interval whose ends are no roots.
class Root {
 public:
  explicit Root(const Dyadic& value) : lower_(value) {}
  Root(const Polynomial& f, const Dyadic& lower, const Dyadic& upper) : f_(f), lower_(lower), upper_(upper) {}

  /// The sign g has at the root.
  int sign_of(const Polynomial& g) const;

  /// A number that is less than the root, or equal to it if that is 0, by no more than 2^-bits.
  Dyadic find_lower_bound(unsigned bits) const;

 private:
  Polynomial f_;  // zero: the value is known
  Dyadic lower_, upper_;
};

/// The roots in [0, 1] of a polynomial that is not zero, each once, in order.
std::vector<Root> find_roots(const Polynomial& f);

}  // namespace abut
