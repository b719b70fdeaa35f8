// Numbers of about 32 digits, as the sum of two doubles. Each operation is off by a few units of 2^-105 of its
// operands; it is not exact like an Expansion, but far faster. The range is that of doubles; see expansion.h.
#pragma once

#include <Eigen/Core>

#include "math/expansion.h"

namespace abut {

class DoubleDouble {
 public:
  DoubleDouble(double value = 0) : head_(value) {}
  explicit DoubleDouble(TwoTerms terms) : head_(terms.head), tail_(terms.tail) {}

  /// The nearest double.
  explicit operator double() const { return head_; }

  DoubleDouble operator-() const { return DoubleDouble(TwoTerms{-head_, -tail_}); }

  friend DoubleDouble operator+(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerms sum = two_sum(a.head_, b.head_);
    return DoubleDouble(fast_two_sum(sum.head, sum.tail + (a.tail_ + b.tail_)));
  }
  friend DoubleDouble operator-(const DoubleDouble& a, const DoubleDouble& b) { return a + (-b); }
  friend DoubleDouble operator*(const DoubleDouble& a, const DoubleDouble& b) {
    const TwoTerms product = two_product(a.head_, b.head_);
    return DoubleDouble(fast_two_sum(product.head, product.tail + (a.head_ * b.tail_ + a.tail_ * b.head_)));
  }
  friend DoubleDouble operator/(const DoubleDouble& a, const DoubleDouble& b) {
    const double first = a.head_ / b.head_;
    const double second = (a - b * first).head_ / b.head_;
    return DoubleDouble(fast_two_sum(first, second));
  }
  DoubleDouble& operator+=(const DoubleDouble& b) { return *this = *this + b; }

  friend bool operator<(const DoubleDouble& a, const DoubleDouble& b) {
    return a.head_ < b.head_ || (a.head_ == b.head_ && a.tail_ < b.tail_);
  }
  friend bool operator>(const DoubleDouble& a, const DoubleDouble& b) { return b < a; }

 private:
  double head_, tail_ = 0;  // head_ is the sum, rounded
};

}  // namespace abut

template <>
struct Eigen::NumTraits<abut::DoubleDouble> : Eigen::GenericNumTraits<abut::DoubleDouble> {
  enum { RequireInitialization = 1, ReadCost = 2, AddCost = 10, MulCost = 10 };
};
