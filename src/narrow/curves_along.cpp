// The gap across at a point of a, whose partner on b is `way` farther: D = b(t) - a(t), less what b goes across on that
// way, which is its slope times the way but for half of its second derivative times the square. Times the speed of b
// along, that is a polynomial of degree 5: the cross product of b' and D.
#include "narrow/curves_along.h"

#include "narrow/bracket.h"

namespace abut {
namespace {

// Chords that go along each other: more than both slopes together allow.
constexpr double kLeastCosine = 0.96;

// Of Bernstein polynomials of degrees 3 and 2 in their product: row i, column j.
constexpr double kShares[4][3] = {{1, 0.4, 0.1}, {0.6, 0.6, 0.3}, {0.3, 0.6, 0.6}, {0.1, 0.4, 1}};

bool goes_along(const Cubic2& curve, const Vec2& direction) {
  for (int i = 0; i < 3; ++i) {
    const Vec2 step = curve.points[i + 1] - curve.points[i];
    const double along = direction.dot(step);
    if (!(along > 0 && std::abs(cross(direction, step)) <= CurvesAlong::kSlope * along)) return false;
  }
  return true;
}

}  // namespace

// What is no more than the limit, and no less than its opposite: each by the hull of a polynomial's coefficients, whose
// zeros are where the gap is that.
std::array<double, 2> GapBounds::clip(double limit) const {
  std::array<double, 2> range = {0, 1};
  if (!std::isfinite(error)) return range;
  for (const double side : {1.0, -1.0}) {
    std::array<double, 6> values;  // those below 0 are within the limit
    for (int k = 0; k < 6; ++k) values[k] = weights[k] * (side * ratios[k] - limit - error);
    double from = 1, to = 0;
    const auto add = [&](double share) {
      from = std::min(from, share);
      to = std::max(to, share);
    };
    for (int i = 0; i < 6; ++i) {
      if (values[i] <= 0) add(0.2 * i);
      for (int j = i + 1; j < 6; ++j) {
        if ((values[i] < 0) != (values[j] < 0)) add(0.2 * (i + (j - i) * values[i] / (values[i] - values[j])));
      }
    }
    range = {std::max(range[0], from), std::min(range[1], to)};
  }
  return range;
}

std::optional<CurvesAlong> CurvesAlong::make(const CurvePart& a, const CurvePart& b, double least_way) {
  const double cosine = a.strip.along.dot(b.strip.along);
  if (!(std::abs(cosine) >= kLeastCosine) || !(a.strip.length > 0) || !(b.strip.length > 0)) return std::nullopt;
  CurvesAlong pair;
  pair.a_ = {a.curve, a.from, a.to};
  pair.b_ = cosine > 0 ? Stretch{b.curve, b.from, b.to} : Stretch{b.curve.reversed(), b.to, b.from};
  pair.direction_ = (a.strip.along + (cosine > 0 ? 1 : -1) * b.strip.along).normalized();
  if (!goes_along(pair.a_.curve, pair.direction_) || !goes_along(pair.b_.curve, pair.direction_)) return std::nullopt;
  const auto measure = [&](const Vec2& p) { return pair.direction_.dot(p - a.begin()); };
  const Vec2 &a_end = pair.a_.curve.points[3], &b_begin = pair.b_.curve.points[0], &b_end = pair.b_.curve.points[3];
  const double first = measure(b_begin), a_last = measure(a_end), b_last = measure(b_end);
  if (!(std::min(a_last, b_last) - std::max(0.0, first) >= least_way)) return std::nullopt;
  const double a_from = first > 0 ? pair.find_beside(pair.a_, b_begin, first / a_last) : 0;
  const double a_to = b_last < a_last ? pair.find_beside(pair.a_, b_end, b_last / a_last) : 1;
  const double b_way = b_last - first;
  const double b_from = first < 0 ? pair.find_beside(pair.b_, a.begin(), -first / b_way) : 0;
  const double b_to = a_last < b_last ? pair.find_beside(pair.b_, a_end, (a_last - first) / b_way) : 1;
  pair.a_ = take(pair.a_, a_from, a_to);
  pair.b_ = take(pair.b_, b_from, b_to);
  return pair;
}

GapBounds CurvesAlong::bound_gap() const {
  std::array<Vec2, 3> steps;
  std::array<Vec2, 4> gaps;
  double slowest = std::numeric_limits<double>::infinity(), widest = 0;
  std::array<double, 3> speeds;
  for (int j = 0; j < 3; ++j) {
    steps[j] = b_.curve.points[j + 1] - b_.curve.points[j];
    speeds[j] = direction_.dot(steps[j]);
    slowest = std::min(slowest, speeds[j]);
  }
  for (int i = 0; i < 4; ++i) {
    gaps[i] = b_.curve.points[i] - a_.curve.points[i];
    widest = std::max(widest, std::abs(direction_.dot(gaps[i])));
  }
  std::array<double, 6> across = {}, along = {};
  for (int i = 0; i < 4; ++i) {
    for (int j = 0; j < 3; ++j) {
      across[i + j] += kShares[i][j] * cross(steps[j], gaps[i]);
      along[i + j] += kShares[i][j] * speeds[j];
    }
  }
  GapBounds bounds = {.ratios = {}, .weights = along, .error = std::numeric_limits<double>::infinity()};
  if (!(slowest > 0)) return bounds;  // by rounding
  for (int k = 0; k < 6; ++k) bounds.ratios[k] = across[k] / along[k];
  double turn = 0;
  for (int j = 0; j < 3; ++j) {
    for (int k = 0; k < 2; ++k) turn = std::max(turn, std::abs(cross(steps[j], steps[k + 1] - steps[k])));
  }
  const double error = turn / (3 * slowest * slowest * slowest) * widest * widest;
  if (std::isfinite(error)) bounds.error = error;
  return bounds;
}

CurvesAlong CurvesAlong::part(double from, double to) const {
  CurvesAlong pair;
  pair.direction_ = direction_;
  pair.a_ = take(a_, from, to);
  const double b_from = from > 0 ? find_beside(b_, pair.a_.curve.points[0], from) : 0;
  const double b_to = to < 1 ? find_beside(b_, pair.a_.curve.points[3], to) : 1;
  pair.b_ = take(b_, b_from, b_to);
  return pair;
}

CurvesAlong::Stretch CurvesAlong::take(const Stretch& stretch, double from, double to) {
  if (from == 0 && to == 1) return stretch;
  const double way = stretch.to - stretch.from;
  return {stretch.curve.part(from, to), from == 0 ? stretch.from : stretch.from + from * way,
          to == 1 ? stretch.to : stretch.from + to * way};
}

// Where the stretch is as far along as the point: by Newton's method, or in halves where it gets nowhere.
double CurvesAlong::find_beside(const Stretch& stretch, const Vec2& point, double guess) const {
  std::array<double, 4> c;
  for (int i = 0; i < 4; ++i) c[i] = direction_.dot(stretch.curve.points[i] - point);
  const double a = c[1] - c[0], b = c[2] - c[1], d = c[3] - c[2];
  const auto measure = [&](double t) {
    const double s = 1 - t;
    return s * s * s * c[0] + 3 * s * s * t * c[1] + 3 * s * t * t * c[2] + t * t * t * c[3];
  };
  double t = std::clamp(guess, 0.0, 1.0);
  for (int i = 0; i < 6; ++i) {
    const double s = 1 - t, step = measure(t) / (3 * (s * s * a + 2 * s * t * b + t * t * d));
    t = std::clamp(t - step, 0.0, 1.0);
    // The next step would be as small as its square.
    if (std::abs(step) < 1e-8) return t;
  }
  return bracket_root(measure, 0, 1, 0x1p-52)[0];
}

}  // namespace abut
