// Differences of two points without any error, and what is left of one of them perpendicular to others, good to a few
// units in the last place however small that is.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/math.h"
#include "math/double_double.h"
#include "math/expansion.h"
#include "narrow/nearest_weights.h"

namespace abut {

/// a - b, as head + tail per coordinate.
struct ExactDifference {
  ExactDifference(const Vec3& a, const Vec3& b) {
    for (int k = 0; k < 3; ++k) {
      const TwoTerms d = two_difference(a[k], b[k]);
      head[k] = d.head;
      tail[k] = d.tail;
    }
  }
  /// Times a power of two.
  ExactDifference(const Vec3& a, const Vec3& b, double scale) : ExactDifference(a, b) {
    head *= scale;
    tail *= scale;
  }

  Expansion<2> operator[](int k) const { return make_expansion({head[k], tail[k]}); }
  Vec3Of<DoubleDouble> in_double_doubles() const {
    const auto terms = [&](int k) { return DoubleDouble(TwoTerms{head[k], tail[k]}); };
    return {terms(0), terms(1), terms(2)};
  }

  Vec3 head, tail;
};

inline double largest_coordinate(const Vec3& v) { return v.cwiseAbs().maxCoeff(); }
template <class... Vectors>
double largest_coordinate(const Vec3& v, const Vectors&... others) {
  return std::max(largest_coordinate(v), largest_coordinate(others...));
}

/// The power of two that brings the largest coordinate of some vectors to about 1.
template <class... Vectors>
double make_scale(const Vectors&... vectors) {
  const double largest = largest_coordinate(vectors...);
  return largest > 0 ? std::ldexp(1.0, std::min(1000, -std::ilogb(largest))) : 1;
}

struct LengthAndDirection {
  double length = 0;
  Vec3 direction = Vec3::Zero();
};

/// At any scale.
inline LengthAndDirection split(const Vec3& v) {
  if (v.isZero(0)) return {};
  const double scale = make_scale(v);
  const double length = (v * scale).norm();
  return {length / scale, v * scale / length};
}

using CrossProduct = std::array<Expansion<16>, 3>;

inline CrossProduct exact_cross(const ExactDifference& u, const ExactDifference& v) {
  const auto minor = [&](int i, int j) { return compress(u[i] * v[j] - u[j] * v[i]); };
  return {minor(1, 2), minor(2, 0), minor(0, 1)};
}

inline Vec3 rounded(const CrossProduct& c) { return {c[0].estimate(), c[1].estimate(), c[2].estimate()}; }

/// What is left of q perpendicular to e, which is not zero.
inline Vec3 remainder_beside_line(const ExactDifference& q, const ExactDifference& e) {
  const LengthAndDirection line = split(e.head);
  return line.direction.cross(rounded(exact_cross(q, e)) / line.length);
}

/// What is left of q perpendicular to e1 and e2, which are not both zero.
inline Vec3 remainder_beside_plane(const ExactDifference& q, const ExactDifference& e1, const ExactDifference& e2) {
  const CrossProduct n = exact_cross(e1, e2);
  const LengthAndDirection normal = split(rounded(n));
  if (normal.length == 0) {
    return remainder_beside_line(q, e1.head.squaredNorm() > e2.head.squaredNorm() ? e1 : e2);
  }
  const double volume = ((n[0] * q[0] + n[1] * q[1]) + n[2] * q[2]).estimate();
  return normal.direction * (volume / normal.length);
}

/// A direction across e1 and e2, or across one of them, or zero if both are.
inline Vec3 normal_across(const ExactDifference& e1, const ExactDifference& e2) {
  const LengthAndDirection normal = split(rounded(exact_cross(e1, e2)));
  if (normal.length > 0) return normal.direction;
  const Vec3& longer = e1.head.squaredNorm() > e2.head.squaredNorm() ? e1.head : e2.head;
  return longer.isZero(0) ? Vec3(Vec3::Zero()) : longer.unitOrthogonal();
}

}  // namespace abut
