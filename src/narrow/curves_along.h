// Two stretches of curves that go along each other: bounds on the gap between them.
#pragma once

#include <algorithm>
#include <array>
#include <optional>

#include "narrow/curve_part.h"

namespace abut {

/// The gap from the first to the second, straight across, as a Bernstein polynomial by a positive one: it is between
/// the least and the most of their coefficients' ratios, and no farther from them than the error.
struct GapBounds {
  std::array<double, 6> ratios, weights;  ///< the first and the last of the ratios are the gap at the ends
  double error = 0;

  double least() const { return *std::min_element(ratios.begin(), ratios.end()) - error; }
  double most() const { return *std::max_element(ratios.begin(), ratios.end()) + error; }
  /// The share of the way, from and to, outside of which the gap is more than `limit`, to one side or the other.
  std::array<double, 2> clip(double limit) const;
};

/// Both go forward along one direction, hardly turned from it, from one line across it to another.
class CurvesAlong {
 public:
  /// Across, a curve goes no more than this by what it goes along.
  static constexpr double kSlope = 1.0 / 8;

  /// Nothing if they do not, or for less of a way than this. What is left out of either is beyond an end of the other.
  static std::optional<CurvesAlong> make(const CurvePart& a, const CurvePart& b, double least_way);

  struct Stretch {
    Cubic2 curve;
    double from = 0, to = 1;  ///< of the whole curve; `from` is more than `to` for one that has been turned round
    /// As it is on the whole curve.
    CurvePart to_part() const {
      return from <= to ? CurvePart(curve, from, to) : CurvePart(curve.reversed(), to, from);
    }
    std::array<double, 2> range() const { return {std::min(from, to), std::max(from, to)}; }
  };
  const Stretch& a() const { return a_; }
  const Stretch& b() const { return b_; }

  double measure_way() const { return direction_.dot(a_.curve.points[3] - a_.curve.points[0]); }
  GapBounds bound_gap() const;
  /// What is between two shares of the first one's parameters.
  CurvesAlong part(double from, double to) const;

 private:
  static Stretch take(const Stretch& stretch, double from, double to);
  double find_beside(const Stretch& stretch, const Vec2& point, double guess) const;

  Stretch a_, b_;
  Vec2 direction_;
};

}  // namespace abut
