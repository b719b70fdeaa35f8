// Exact arithmetic on sums of doubles ("expansions"), after Shewchuk, Adaptive Precision Floating-Point Arithmetic and
// Fast Robust Geometric Predicates, 1997, and Dekker's and Knuth's error-free transformations.
//
// An Expansion is a sum of doubles that do not overlap, smallest first, without zeros; its sign is the sign of the
// last. All operations are exact as long as nothing overflows or underflows; predicates.cpp sees to that.
// Sizes are known at compile time, so everything stays on the stack.
#pragma once

#include <cmath>

namespace abut {

struct TwoTerms {
  double head;  // the rounded result
  double tail;  // what rounding left out: head + tail is exact
};

inline TwoTerms two_sum(double a, double b) {
  const double sum = a + b;
  const double b_part = sum - a;
  const double a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

inline TwoTerms fast_two_sum(double large, double small) {
  const double sum = large + small;
  return {sum, small - (sum - large)};
}

inline TwoTerms two_difference(double a, double b) {
  const double difference = a - b;
  const double b_part = a - difference;
  const double a_part = difference + b_part;
  return {difference, (a - a_part) + (b_part - b)};
}

inline TwoTerms two_product(double a, double b) {
  const double product = a * b;
#ifdef __FMA__
  return {product, std::fma(a, b, -product)};
#else
  constexpr double splitter = 134217729.0;  // 2^27 + 1
  const double a_scaled = splitter * a, b_scaled = splitter * b;
  const double a_high = a_scaled - (a_scaled - a), b_high = b_scaled - (b_scaled - b);
  const double a_low = a - a_high, b_low = b - b_high;
  return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
#endif
}

template <int Capacity>
struct Expansion {
  double terms[Capacity];
  int size = 0;

  void push(double term) {
    if (term != 0) terms[size++] = term;
  }
  int sign() const { return size == 0 ? 0 : (terms[size - 1] > 0 ? 1 : -1); }
  /// The value rounded to a double, good to a few units in the last place.
  double estimate() const {
    double sum = 0;
    for (int i = 0; i < size; ++i) sum += terms[i];
    return sum;
  }
};

inline Expansion<2> make_expansion(TwoTerms value) {
  Expansion<2> result;
  result.push(value.tail);
  result.push(value.head);
  return result;
}

template <int N>
Expansion<N> operator-(const Expansion<N>& a) {
  Expansion<N> result;
  result.size = a.size;
  for (int i = 0; i < a.size; ++i) result.terms[i] = -a.terms[i];
  return result;
}

/// Merges the terms by magnitude, then adds them up from the smallest (Shewchuk's fast expansion sum).
template <int A, int B>
Expansion<A + B> operator+(const Expansion<A>& a, const Expansion<B>& b) {
  Expansion<A + B> result;
  int i = 0, j = 0;
  const auto next = [&] {
    const bool take_a = j == b.size || (i < a.size && std::abs(a.terms[i]) < std::abs(b.terms[j]));
    return take_a ? a.terms[i++] : b.terms[j++];
  };
  const int count = a.size + b.size;
  if (count == 0) return result;
  double carry = next();
  for (int k = 1; k < count; ++k) {
    const TwoTerms sum = two_sum(carry, next());
    result.push(sum.tail);
    carry = sum.head;
  }
  result.push(carry);
  return result;
}

template <int A, int B>
Expansion<A + B> operator-(const Expansion<A>& a, const Expansion<B>& b) {
  return a + (-b);
}

/// The same value with terms that are not even adjacent (Shewchuk, theorem 23). A sum must pass through here before it
/// is scaled: scaling keeps "not adjacent", which the next sum needs, but not the weaker promise that a sum gives.
template <int N>
Expansion<N> compress(const Expansion<N>& a) {
  Expansion<N> result;
  if (a.size == 0) return result;
  double collected[N];
  int bottom = a.size - 1;
  double carry = a.terms[bottom];
  for (int i = a.size - 2; i >= 0; --i) {
    const TwoTerms sum = fast_two_sum(carry, a.terms[i]);
    carry = sum.head;
    if (sum.tail != 0) {
      collected[bottom--] = sum.head;
      carry = sum.tail;
    }
  }
  for (int i = bottom + 1; i < a.size; ++i) {
    const TwoTerms sum = fast_two_sum(collected[i], carry);
    result.push(sum.tail);
    carry = sum.head;
  }
  result.push(carry);
  return result;
}

/// Exact for terms that are not adjacent: differences, products and compressed sums.
template <int N>
Expansion<2 * N> operator*(const Expansion<N>& a, double factor) {
  Expansion<2 * N> result;
  if (a.size == 0 || factor == 0) return result;
  TwoTerms product = two_product(a.terms[0], factor);
  result.push(product.tail);
  double carry = product.head;
  for (int i = 1; i < a.size; ++i) {
    product = two_product(a.terms[i], factor);
    const TwoTerms low = two_sum(carry, product.tail);
    result.push(low.tail);
    const TwoTerms high = fast_two_sum(product.head, low.head);
    result.push(high.tail);
    carry = high.head;
  }
  result.push(carry);
  return result;
}

/// Product with a difference of two doubles: one scaling per term of b.
template <int N>
Expansion<4 * N> operator*(const Expansion<N>& a, const Expansion<2>& b) {
  return (b.size > 0 ? a * b.terms[0] : Expansion<2 * N>{}) + (b.size > 1 ? a * b.terms[1] : Expansion<2 * N>{});
}

}  // namespace abut
