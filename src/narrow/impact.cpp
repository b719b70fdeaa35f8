// When moving features touch for the first time. Their difference q - u e1 - v e2 (a triangle or parallelogram whose
// corners move along lines) contains the origin then. Intervals of time are ruled out one after the other, by either of
//   - the plane: det(q, e1, e2) keeps its sign, since its Bernstein coefficients all have it;
//   - a direction along which all corners stay on one side of the origin at both ends, and so in between. The way to
//     the nearest point at some time within is a good one.
// An interval that cannot be ruled out is cut: around a guess at the root of the determinant, or in half. What is left
// is shorter than the tolerance, and there a touch is certain, or algebra decides (exact_touch.h). The guesses only
// have to be good; what they are used for is proved, with bounds on all rounding errors.
#include <algorithm>
#include <array>
#include <cmath>

#include "abut/narrow.h"
#include "narrow/exact_touch.h"
#include "narrow/impact_settings.h"
#include "narrow/nearest_weights.h"

namespace abut {
namespace {

constexpr double kEpsilon = 0x1p-52;
// Far above what is lost to numbers too small for doubles in any of the sums below, when factors are about 1.
constexpr double kTiny = 0x1p-1060;
// Looking at so many intervals takes about as long as algebra.
constexpr int kTestsBeforeAlgebra = 256;

// The difference of two features at a time.
struct Difference {
  Vec3 q, e1, e2;

  Difference scaled(double factor) const { return {factor * q, factor * e1, factor * e2}; }
};

Difference mix(const Difference& a, const Difference& b, double t) {
  return {(1 - t) * a.q + t * b.q, (1 - t) * a.e1 + t * b.e1, (1 - t) * a.e2 + t * b.e2};
}

double find_size(const Vec3& a, const Vec3& b) { return a.cwiseAbs().cwiseMax(b.cwiseAbs()).maxCoeff(); }

// det(q, e1, e2) over an interval of time, from 0 to 1 within it, as Bernstein coefficients.
struct Volume {
  std::array<double, 4> b;
  Vec3 first, middle, last;  // e1 x e2 is a mean of these at any time

  Volume(const Difference& from, const Difference& to) {
    first = from.e1.cross(from.e2);
    middle = 0.5 * (from.e1.cross(to.e2) + to.e1.cross(from.e2));
    last = to.e1.cross(to.e2);
    b = {from.q.dot(first), (to.q.dot(first) + 2 * from.q.dot(middle)) / 3,
         (2 * to.q.dot(middle) + from.q.dot(last)) / 3, to.q.dot(last)};
  }

  /// e1 x e2 is nowhere longer. Squares of very small numbers would be lost.
  double normal_length() const {
    const double largest = first.cwiseAbs().cwiseMax(middle.cwiseAbs()).cwiseMax(last.cwiseAbs()).maxCoeff();
    if (largest < 1e-140) return 2 * largest;
    return std::sqrt(std::max({first.squaredNorm(), middle.squaredNorm(), last.squaredNorm()}));
  }
  bool keeps_sign(double bound) const {
    return std::min({b[0], b[1], b[2], b[3]}) > bound || std::max({b[0], b[1], b[2], b[3]}) < -bound;
  }
  double at(double s) const { return ((c3() * s + c2()) * s + c1()) * s + b[0]; }
  double slope(double s) const { return (3 * c3() * s + 2 * c2()) * s + c1(); }
  double c1() const { return 3 * (b[1] - b[0]); }
  double c2() const { return 3 * (b[2] - 2 * b[1] + b[0]); }
  double c3() const { return b[3] - b[0] + 3 * (b[1] - b[2]); }
};

// The root of the volume between two places with values of different signs and no extremum in between.
double find_root(const Volume& volume, double from, double to, double precision) {
  const double y0 = volume.at(from), y1 = volume.at(to);
  const bool rises = y1 > 0;
  double s = from + (to - from) * (y0 / (y0 - y1));
  for (int round = 0; round < 8; ++round) {
    const double y = volume.at(s);
    ((y > 0) == rises ? to : from) = s;
    double next = s - y / volume.slope(s);
    if (!(next >= from && next <= to)) next = 0.5 * (from + to);
    if (std::abs(next - s) <= precision) return next;
    s = next;
  }
  return s;
}

constexpr double kNoGuess = -1;

// About where the volume is zero first, if it changes its sign; or kNoGuess.
double guess_root(const Volume& volume, double error, double precision) {
  const auto& [b0, b1, b2, b3] = volume.b;
  if (std::min({b0, b1, b2, b3}) > -error || std::max({b0, b1, b2, b3}) < error) return kNoGuess;
  const int changes = (b0 * b1 < 0) + (b1 * b2 < 0) + (b2 * b3 < 0);
  if (changes == 1 && b0 * b3 < 0) return find_root(volume, 0, 1, precision);
  std::array<double, 4> cuts = {0, 1, 1, 1};
  const double a = 3 * volume.c3(), b = volume.c2(), c = volume.c1(), d = b * b - a * c;
  if (d > 0) {
    const double w = -(b + std::copysign(std::sqrt(d), b));
    std::array<double, 2> extrema = {c / w, w / a};
    for (double& s : extrema) s = s > 0 && s < 1 ? s : 1;
    cuts[1] = std::min(extrema[0], extrema[1]);
    cuts[2] = std::max(extrema[0], extrema[1]);
  }
  for (std::size_t i = 0; i < 3; ++i) {
    if (volume.at(cuts[i]) * volume.at(cuts[i + 1]) < 0) return find_root(volume, cuts[i], cuts[i + 1], precision);
  }
  return kNoGuess;
}

// Two coordinates' part of a cross product over an interval, as Bernstein coefficients.
std::array<double, 3> find_cross(const Vec3& a0, const Vec3& b0, const Vec3& a1, const Vec3& b1, int i, int j) {
  return {a0[i] * b0[j] - a0[j] * b0[i], 0.5 * ((a0[i] * b1[j] - a0[j] * b1[i]) + (a1[i] * b0[j] - a1[j] * b0[i])),
          a1[i] * b1[j] - a1[j] * b1[i]};
}

template <DifferenceShape kShape>
class ImpactFinder {
 public:
  ImpactFinder(const Motion<4>& points, const Difference& start, const Difference& end, const ImpactSettings& settings)
      : points_(points),
        start_(start),
        end_(end),
        settings_(settings),
        separation_(settings.separation),
        tolerance_(find_tolerance(settings)) {
    measure();
    // Products must neither overflow nor underflow.
    if (!(size_ > 1e-60 && size_ < 1e60) && size_ > 0) {
      int exponent = 0;
      std::frexp(size_, &exponent);
      const double factor = std::ldexp(1.0, std::clamp(-exponent, -1000, 1000));  // beyond, it would be no number
      start_ = start_.scaled(factor);
      end_ = end_.scaled(factor);
      separation_ *= factor;
      measure();
    }
  }

  std::optional<FeatureImpact> find() {
    const int max_tests = separation_ > 0 ? settings_.max_tests : std::min(settings_.max_tests, kTestsBeforeAlgebra);
    push({settings_.t0, settings_.t1, true});
    for (int tests = 0; count_ > 0; ++tests) {
      const Interval interval = intervals_[--count_];
      if (tests >= max_tests || count_ + 3 > intervals_.size()) return find_exactly(interval.from);
      if (auto impact = advance(interval)) return impact;
    }
    return std::nullopt;
  }

 private:
  struct Interval {
    double from, to;
    bool may_guess;
    double middle() const { return 0.5 * (from + to); }
  };

  void measure() {
    size_q_ = find_size(start_.q, end_.q);
    size_1_ = find_size(start_.e1, end_.e1);
    size_2_ = find_size(start_.e2, end_.e2);
    size_ = size_q_ + size_1_ + size_2_;
    // Coordinates at some time are off by up to 2 epsilon of their size: by the differences, the mixing and its
    // factors. Components of e1 x e2 are at most 2 size_1 size_2 and off by 11 epsilon size_1 size_2, which makes 66
    // for three products with q and their means; times the separation, e1 x e2 is what they are held against.
    volume_error_ = 128 * kEpsilon * (size_q_ + separation_) * size_1_ * size_2_ +
                    kTiny * (1 + size_q_ + separation_) * (1 + size_1_) * (1 + size_2_);
    // Two products and their means; three of them.
    weight_error_ =
        16 * kEpsilon * (size_1_ * size_2_ + size_q_ * size_2_ + size_q_ * size_1_) + kTiny * (1 + size_) * (1 + size_);
    // Corners are off by 3 epsilon of the sum of sizes, and scalar products with them by 2 more.
    corner_error_ = 16 * kEpsilon * size_;
  }

  Difference at(double t) const { return mix(start_, end_, t); }
  void push(const Interval& interval) { intervals_[count_++] = interval; }

  static PlaneWeights find_nearest(const Difference& d) {
    return kShape == DifferenceShape::triangle ? find_nearest_in_triangle(d.q, d.e1, d.e2)
                                               : find_nearest_in_parallelogram(d.q, d.e1, d.e2);
  }
  static Vec3 find_gap(const Difference& d) {
    const PlaneWeights w = find_nearest(d);
    return d.q - w.u * d.e1 - w.v * d.e2;
  }

  // Rules the interval out, cuts it, or ends the search.
  std::optional<FeatureImpact> advance(const Interval& interval) {
    const Difference from = at(interval.from), to = at(interval.to);
    const Volume volume(from, to);
    const double reach = separation_ > 0 ? separation_ * volume.normal_length() : 0;
    if (volume.keeps_sign(volume_error_ + reach)) return std::nullopt;
    const bool is_short = interval.to - interval.from <= tolerance_;
    const double guess = interval.may_guess && !is_short ? guess_time(interval, volume, 1e-3) : kNoGuess;
    const bool has_guess = test_within(interval, guess);
    if (test_apart(from, to, find_gap(at(has_guess ? guess : interval.middle())))) return std::nullopt;
    if (is_short) return confirm(interval, from, to, volume);
    has_guess ? cut_around(interval, guess_time(interval, volume, 1e-15)) : cut_in_half(interval);
    return std::nullopt;
  }

  // A guess may be nowhere, or not even a number.
  static bool test_within(const Interval& interval, double time) {
    return time >= interval.from && time <= interval.to;
  }

  void cut_in_half(const Interval& interval) {
    push({interval.middle(), interval.to, true});
    push({interval.from, interval.middle(), true});
  }

  // Three parts, the guess in the middle one; what comes before it should be easy.
  void cut_around(const Interval& interval, double time) {
    if (!test_within(interval, time)) return cut_in_half(interval);
    const double lower = std::max(interval.from, time - 0.49 * tolerance_);
    const double upper = std::min(interval.to, time + 0.49 * tolerance_);
    if (upper < interval.to) push({upper, interval.to, true});
    push({lower, upper, true});
    if (lower > interval.from) push({interval.from, lower, false});
  }

  // A rough guess is enough for a direction.
  double guess_time(const Interval& interval, const Volume& volume, double precision) const {
    if (separation_ > 0) return guess_approach(interval, std::max(precision, 0.1 * tolerance_));
    const double root = guess_root(volume, volume_error_, precision);
    return root == kNoGuess ? kNoGuess : interval.from + root * (interval.to - interval.from);
  }

  // About when the features come as near as the separation, if they are farther at first.
  double guess_approach(const Interval& interval, double precision) const {
    const auto excess = [&](double t) { return find_gap(at(t)).norm() - separation_; };
    double from = interval.from, to = interval.middle(), y0 = excess(from), y1 = excess(to);
    if (y1 > 0) y1 = excess(to = interval.to);
    if (!(y0 > 0 && y1 <= 0)) return kNoGuess;
    for (int round = 0; round < 12 && to - from > precision; ++round) {
      const double share = std::clamp(y0 / (y0 - y1), 0.02, 0.98);
      const double t = from + share * (to - from), y = excess(t);
      if (y > 0) {
        from = t, y0 = y, y1 *= 0.5;
      } else {
        to = t, y1 = y, y0 *= 0.5;
      }
    }
    return to;
  }

  // True if all corners stay beyond the separation, seen along the direction.
  bool test_apart(const Difference& from, const Difference& to, const Vec3& direction) const {
    const double length = std::abs(direction[0]) + std::abs(direction[1]) + std::abs(direction[2]);
    const double reach = separation_ > 0 ? separation_ * (direction.stableNorm() * (1 + 16 * kEpsilon)) : 0;
    const double bound = corner_error_ * length + reach + kTiny * (1 + length);
    return find_support(from, direction) > bound && find_support(to, direction) > bound;
  }
  static double find_support(const Difference& d, const Vec3& direction) {
    const double q = d.q.dot(direction), e1 = d.e1.dot(direction), e2 = d.e2.dot(direction);
    if constexpr (kShape == DifferenceShape::triangle) return q - std::max({0.0, e1, e2});
    return q - std::max(0.0, e1) - std::max(0.0, e2);
  }

  // An interval as short as the tolerance that could not be ruled out.
  std::optional<FeatureImpact> confirm(const Interval& interval, const Difference& from, const Difference& to,
                                       const Volume& volume) {
    if (separation_ > 0) {
      const bool is_certain = find_gap(at(interval.middle())).norm() <= separation_ - 4 * corner_error_;
      return make_impact(interval, test_near_start(interval.from), is_certain);
    }
    if (test_crossing(from, to, volume)) return make_impact(interval, false, true);
    return decide(interval);
  }

  // The same by algebra. Where one interval is hard to tell, others may be, too: so all that is left is decided.
  std::optional<FeatureImpact> decide(const Interval& interval) {
    if (test_touch_exact(points_, kShape, interval.from, interval.to)) {
      return make_impact(interval, test_touch_at_start(interval), true);
    }
    return find_exactly(interval.to);
  }

  // True if this is the start, and they are as near as the separation there.
  bool test_near_start(double time) const {
    return time == settings_.t0 && find_gap(at(time)).norm() <= separation_ + 4 * corner_error_;
  }

  bool test_touch_at_start(const Interval& interval) const {
    return interval.from == settings_.t0 && test_touch_exact(points_, kShape, settings_.t0, settings_.t0);
  }

  // True if the origin surely passes the plane during the interval, and is surely inside all the time.
  bool test_crossing(const Difference& from, const Difference& to, const Volume& volume) const {
    if (!(std::min(volume.b[0], volume.b[3]) < -volume_error_ && std::max(volume.b[0], volume.b[3]) > volume_error_)) {
      return false;
    }
    const Vec3 normal = from.e1.cross(from.e2);
    int axis = 0;
    normal.cwiseAbs().maxCoeff(&axis);
    const int i = (axis + 1) % 3, j = (axis + 2) % 3;
    const double side = normal[axis] > 0 ? 1 : -1;
    const auto n = find_cross(from.e1, from.e2, to.e1, to.e2, i, j);
    const auto u = find_cross(from.q, from.e2, to.q, to.e2, i, j);
    const auto v = find_cross(from.e1, from.q, to.e1, to.q, i, j);
    double least = std::numeric_limits<double>::infinity();
    for (std::size_t k = 0; k < 3; ++k) {
      least = std::min({least, side * n[k], side * u[k], side * v[k]});
      if constexpr (kShape == DifferenceShape::triangle) {
        least = std::min(least, side * (n[k] - u[k] - v[k]));
      } else {
        least = std::min({least, side * (n[k] - u[k]), side * (n[k] - v[k])});
      }
    }
    return least > weight_error_;
  }

  // From this time on.
  std::optional<FeatureImpact> find_exactly(double from) {
    count_ = 0;
    if (separation_ > 0) return make_impact({from, from, false}, test_near_start(from), false);
    const std::optional<double> time = find_touch_exact(points_, kShape, from, settings_.t1, tolerance_);
    if (!time) return std::nullopt;
    const Interval interval{*time, std::min(*time + tolerance_, settings_.t1), false};
    return make_impact(interval, test_touch_at_start(interval), true);
  }

  FeatureImpact make_impact(const Interval& interval, bool at_start, bool is_certain) const {
    FeatureImpact impact;
    impact.time = interval.from;
    impact.at_start = at_start;
    impact.is_certain = is_certain;
    impact.normal = find_normal(at(interval.from));
    const PlaneWeights w = find_nearest(at(interval.middle()));
    if constexpr (kShape == DifferenceShape::triangle) {
      impact.b_weights = Vec3(std::max(0.0, 1 - w.u - w.v), w.u, w.v);
    } else {
      impact.a_weights = Vec3(1 - w.u, w.u, 0);
      impact.b_weights = Vec3(1 - w.v, w.v, 0);
    }
    return impact;
  }

  // Of the plane, towards the origin's side of it, if the nearest point lies inside; else towards that point.
  static Vec3 find_normal(const Difference& d) {
    const PlaneWeights w = find_nearest(d);
    const bool is_inside = kShape == DifferenceShape::triangle ? w.u > 0 && w.v > 0 && w.u + w.v < 1
                                                               : w.u > 0 && w.u < 1 && w.v > 0 && w.v < 1;
    Vec3 normal = d.e1.cross(d.e2);
    if (d.q.dot(normal) < 0) normal = -normal;
    const Vec3 gap = d.q - w.u * d.e1 - w.v * d.e2;
    if (!is_inside && gap.norm() > 0) normal = gap;
    return normal.stableNormalized();
  }

  const Motion<4>& points_;
  Difference start_, end_;
  const ImpactSettings& settings_;
  double separation_, tolerance_;
  double size_q_ = 0, size_1_ = 0, size_2_ = 0, size_ = 0;
  double volume_error_ = 0, weight_error_ = 0, corner_error_ = 0;
  std::size_t count_ = 0;
  std::array<Interval, 160> intervals_;  // still open, the earliest last
};

}  // namespace

std::optional<FeatureImpact> find_vertex_face_impact(const Motion<4>& points, const ImpactSettings& settings) {
  check_impact_settings(settings);
  const auto difference = [](const std::array<Vec3, 4>& p) {
    return Difference{p[0] - p[1], p[2] - p[1], p[3] - p[1]};
  };
  return ImpactFinder<DifferenceShape::triangle>(points, difference(points.start), difference(points.end), settings)
      .find();
}

std::optional<FeatureImpact> find_edge_edge_impact(const Motion<4>& points, const ImpactSettings& settings) {
  check_impact_settings(settings);
  const auto difference = [](const std::array<Vec3, 4>& p) {
    return Difference{p[0] - p[2], p[0] - p[1], p[3] - p[2]};
  };
  return ImpactFinder<DifferenceShape::parallelogram>(points, difference(points.start), difference(points.end),
                                                      settings)
      .find();
}

// A point is an edge between two equal ends.
std::optional<FeatureImpact> find_point_edge_impact(const Motion<3>& points, const ImpactSettings& settings) {
  const auto& [start, end] = points;
  return find_edge_edge_impact({{start[0], start[0], start[1], start[2]}, {end[0], end[0], end[1], end[2]}}, settings);
}

std::optional<FeatureImpact> find_point_point_impact(const Motion<2>& points, const ImpactSettings& settings) {
  const auto& [start, end] = points;
  return find_edge_edge_impact({{start[0], start[0], start[1], start[1]}, {end[0], end[0], end[1], end[1]}}, settings);
}

}  // namespace abut
