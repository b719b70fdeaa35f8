// Where two cubics meet: by halves, until they are proven apart, proven to cross once, or too flat to tell.
#include <tuple>

#include "abut/curves.h"
#include "narrow/bracket.h"
#include "narrow/curve_part.h"
#include "narrow/curves_along.h"

namespace abut {
namespace {

// What is left out around a corner of two neighbours, where they are near each other as a matter of course: by what
// counts as near, the same with the sine of the corner, and by the size of the smaller one at most.
constexpr double kCorner = 64, kSharpCorner = 4, kCornerShare = 1.0 / 16;
// The least cosine of what goes forward.
constexpr double kForward = 1.0 / 64;
// Half of the stretch around a crossing that is near, by what counts as near and the sine of the angle.
constexpr double kZone = 8;
// Of curves that go along each other, by what counts as near: gaps beyond the first are no touch, even where one ends
// and the other goes on; those within the second are, and this is less than the tolerance.
constexpr double kFarAcross = 1.3, kNearAcross = 1.8;
// They go along each other if they do so for this way at least.
constexpr double kLeastWay = 8;
// Bounds that leave out less than this of the way do not help.
constexpr double kLeastClip = 0.3;

using Vectors = std::array<Vec2, 3>;

Vectors list_steps(const Cubic2& curve) {
  const auto& p = curve.points;
  return {p[1] - p[0], p[2] - p[1], p[3] - p[2]};
}

struct Range {
  double least = 0, most = 0;
};

Range measure_across(const Strip& strip, const Cubic2& curve) {
  std::array<double, 4> d;
  for (int i = 0; i < 4; ++i) d[i] = strip.measure_across(curve.points[i]);
  return {*std::min_element(d.begin(), d.end()), *std::max_element(d.begin(), d.end())};
}

Range measure_along(const Strip& strip, const Cubic2& curve) {
  std::array<double, 4> d;
  for (int i = 0; i < 4; ++i) d[i] = strip.measure_along(curve.points[i]);
  return {*std::min_element(d.begin(), d.end()), *std::max_element(d.begin(), d.end())};
}

// No less than the way along a part of a curve; 0 if it ends before it begins.
double measure_way(const Cubic2& curve, double from, double to) {
  double way = 0;
  if (from < to) {
    for (const Vec2& step : list_steps(curve.part(from, to))) way += step.norm();
  }
  return way;
}

// All of the control points seen along and across the chord: whether the curve is farther from the strip than this.
bool test_apart(const Strip& strip, const Cubic2& curve, double distance) {
  const Range across = measure_across(strip, curve);
  if (across.least > strip.most + distance || across.most < strip.least - distance) return true;
  const Range along = measure_along(strip, curve);
  return along.least > strip.front + distance || along.most < strip.back - distance;
}

// Whether the curve goes from one side of the strip to the other.
bool test_passage(const Strip& strip, const Cubic2& curve, double rounding) {
  const double begin = strip.measure_across(curve.points[0]), end = strip.measure_across(curve.points[3]);
  const double low = strip.least - rounding, high = strip.most + rounding;
  return (begin < low && end > high) || (begin > high && end < low);
}

// Whether no direction of one is parallel to one of the other: every derivative is a sum of steps between control
// points, and the cross product of two sums is the sum of those of their terms.
bool test_never_parallel(const Cubic2& a, const Cubic2& b, double rounding) {
  const Vectors a_steps = list_steps(a), b_steps = list_steps(b);
  int sign = 0;
  for (const Vec2& u : a_steps) {
    for (const Vec2& v : b_steps) {
      if (u.isZero(0) || v.isZero(0)) continue;
      const double turn = cross(u, v);
      // Steps are off by twice the rounding.
      if (std::abs(turn) <= 4 * rounding * (u.lpNorm<1>() + v.lpNorm<1>())) return false;
      const int own = turn > 0 ? 1 : -1;
      if (sign != 0 && own != sign) return false;
      sign = own;
    }
  }
  return sign != 0;
}

// Whether all steps go forward along one direction, so that no point comes twice.
bool test_goes_on(const Cubic2& a, const Cubic2& b) {
  const Vec2 direction =
      ((a.points[3] - a.points[0]).normalized() + (b.points[3] - b.points[0]).normalized()).normalized();
  for (const Cubic2* curve : {&a, &b}) {
    for (const Vec2& step : list_steps(*curve)) {
      if (!step.isZero(0) && !(step.dot(direction) > kForward * step.norm())) return false;
    }
  }
  return direction.allFinite();
}

// The sine of the angle between the way back and the way on; 1 if it is more than a right one.
double measure_corner(const Cubic2& a, const Cubic2& b) {
  const Vectors a_steps = list_steps(a), b_steps = list_steps(b);
  const auto is_step = [](const Vec2& step) { return !step.isZero(0); };
  const auto last = std::find_if(a_steps.rbegin(), a_steps.rend(), is_step);
  const auto first = std::find_if(b_steps.begin(), b_steps.end(), is_step);
  if (last == a_steps.rend() || first == b_steps.end() || last->dot(*first) >= 0) return 1;
  return std::abs(cross(*last, *first)) / (last->norm() * first->norm());
}

class MeetingSearch {
 public:
  MeetingSearch(const Cubic2& a, const Cubic2& b, double tolerance)
      : rounding_(measure_rounding(a, b)), near_(std::max(0.5 * tolerance, 4 * rounding_)) {}

  // Most curves are apart, or cross once: these need no list.
  std::vector<CurveMeeting> run(const CurvePart& a, const CurvePart& b) {
    if (are_apart(a, b)) return {};
    if (test_crossing(a, b)) return {locate_crossing(a, b).meeting};
    search(a, b);
    return finish(a.curve, b.curve);
  }

  void search(const CurvePart& a, const CurvePart& b) {
    if (are_apart(a, b)) return;
    if (test_crossing(a, b)) {
      found_.push_back(locate_crossing(a, b));
      return;
    }
    if (const auto along = CurvesAlong::make(a, b, kLeastWay * near_)) return search_along(*along);
    const bool is_a_flat = a.is_flat(flat()), is_b_flat = b.is_flat(flat());
    if (is_a_flat && is_b_flat) {
      add_touch(a, b);
    } else if (is_b_flat || (!is_a_flat && a.strip.size() >= b.strip.size())) {
      for (const CurvePart& half : a.split()) search(half, b);
    } else {
      for (const CurvePart& half : b.split()) search(a, half);
    }
  }

  // Each point has to do with nothing but what is across from it.
  void search_along(const CurvesAlong& pair) {
    if (pair.measure_way() < kLeastWay * near_) return search(pair.a().to_part(), pair.b().to_part());
    const GapBounds gap = pair.bound_gap();
    const double least = gap.least(), most = gap.most(), far = kFarAcross * near_;
    if (least > far || most < -far) return;
    const double begin = gap.ratios[0], end = gap.ratios[5], sure = gap.error + rounding_;
    const bool changes_sides = (begin < -sure && end > sure) || (begin > sure && end < -sure);
    if (changes_sides && test_never_parallel(pair.a().curve, pair.b().curve, rounding_)) {
      found_.push_back(locate_crossing(pair.a().to_part(), pair.b().to_part()));
    } else if (std::max(-least, most) <= kNearAcross * near_) {
      add_touch(pair, gap);
    } else if (const auto [from, to] = gap.clip(far); to - from <= 1 - kLeastClip) {
      if (from < to) search_along(pair.part(from, to));
    } else {
      search_along(pair.part(0, 0.5));
      search_along(pair.part(0.5, 1));
    }
  }

  // Of two that meet where a ends and b begins.
  void search_neighbours(const CurvePart& a, const CurvePart& b) {
    const double share = kCornerShare * std::min(a.strip.size(), b.strip.size());
    const double corner = std::min(share, kSharpCorner * near_ / measure_corner(a.curve, b.curve));
    cut_corner(a, b, std::max(corner, kCorner * near_));
  }

  void search_self(const CurvePart& part) {
    if (test_goes_on(part.curve, part.curve) || part.strip.size() <= kCorner * near_) return;
    const auto halves = part.split();
    search_self(halves[0]);
    search_self(halves[1]);
    search_neighbours(halves[0], halves[1]);
  }

  // In order along a. Touches that hang together are one, and part of a crossing that they hang together with.
  std::vector<CurveMeeting> finish(const Cubic2& a, const Cubic2& b) {
    join_touches(a, b);
    for (Found& found : found_) {
      if (found.meeting.kind == Kind::touch && !is_at_crossing(a, b, found)) prove_crossing(a, b, found);
    }
    std::vector<CurveMeeting> meetings;
    for (const Found& found : found_) {
      if (found.meeting.kind == Kind::crossing || !is_at_crossing(a, b, found)) meetings.push_back(found.meeting);
    }
    const auto is_before = [](const CurveMeeting& x, const CurveMeeting& y) {
      return std::tie(x.a, x.b) < std::tie(y.a, y.b);
    };
    std::sort(meetings.begin(), meetings.end(), is_before);
    return meetings;
  }

 private:
  void cut_corner(const CurvePart& a, const CurvePart& b, double least) {
    if (test_goes_on(a.curve, b.curve)) return;
    if (std::min(a.strip.size(), b.strip.size()) <= least) return;
    const auto a_halves = a.split(), b_halves = b.split();
    search(a_halves[0], b_halves[0]);
    search(a_halves[0], b_halves[1]);
    search(a_halves[1], b_halves[1]);
    cut_corner(a_halves[1], b_halves[0], least);
  }

  double flat() const { return 0.25 * near_; }

  using Kind = CurveMeeting::Kind;
  using Stretch = std::array<double, 2>;

  struct Found {
    CurveMeeting meeting;
    Stretch a, b;  // of a touch, its own; of a crossing, the parts that have no other
  };

  static bool test_overlap(const Stretch& x, const Stretch& y, double slack = 0) {
    return x[0] <= y[1] + slack && y[0] <= x[1] + slack;
  }

  // The least parameter that it may take to go as far as what counts as near.
  double measure_step(const Cubic2& curve) const {
    double longest = 0;
    for (const Vec2& step : list_steps(curve)) longest = std::max(longest, step.norm());
    return near_ / (3 * longest);
  }

  // Where stretches were cut, their ends are off by rounding.
  void join_touches(const Cubic2& a, const Cubic2& b) {
    if (found_.size() < 2) return;
    const double a_slack = measure_step(a), b_slack = measure_step(b);
    const auto is_before = [](const Found& x, const Found& y) { return std::tie(x.a, x.b) < std::tie(y.a, y.b); };
    std::sort(found_.begin(), found_.end(), is_before);
    std::vector<Found> joined;
    for (const Found& next : found_) {
      if (joined.empty() || !join(joined.back(), next, a_slack, b_slack)) joined.push_back(next);
    }
    found_ = std::move(joined);
  }

  static bool join(Found& last, const Found& next, double a_slack, double b_slack) {
    const bool are_touches = last.meeting.kind == Kind::touch && next.meeting.kind == Kind::touch;
    if (!are_touches || !test_overlap(last.a, next.a, a_slack) || !test_overlap(last.b, next.b, b_slack)) return false;
    last.a[1] = std::max(last.a[1], next.a[1]);
    last.b = {std::min(last.b[0], next.b[0]), std::max(last.b[1], next.b[1])};
    last.meeting.a = last.a;
    last.meeting.b = last.b;
    return true;
  }

  // Whether it is no more than what is near around a crossing.
  bool is_at_crossing(const Cubic2& a, const Cubic2& b, const Found& touch) const {
    return std::any_of(found_.begin(), found_.end(), [&](const Found& other) {
      if (other.meeting.kind != Kind::crossing || !test_overlap(touch.a, other.a) || !test_overlap(touch.b, other.b)) {
        return false;
      }
      const double s = other.meeting.a[0], t = other.meeting.b[0];
      const Vec2 u = a.derivative(s), v = b.derivative(t);
      const double zone = kZone * near_ * (u.norm() * v.norm() / std::abs(cross(u, v)));  // all where a speed is 0
      const auto is_within = [&](const Cubic2& curve, const Stretch& stretch, double middle) {
        return !(measure_way(curve, stretch[0], middle) > zone) && !(measure_way(curve, middle, stretch[1]) > zone);
      };
      return is_within(a, touch.a, s) && is_within(b, touch.b, t);
    });
  }

  // A crossing where a curve has been cut is a touch of both halves. A little more of both curves shows what it is.
  void prove_crossing(const Cubic2& a, const Cubic2& b, Found& found) {
    const auto widen = [](const Stretch& s) {
      const double more = 2 * (s[1] - s[0]);
      return Stretch{std::max(0.0, s[0] - more), std::min(1.0, s[1] + more)};
    };
    const Stretch on_a = widen(found.a), on_b = widen(found.b);
    const CurvePart a_part(a.part(on_a[0], on_a[1]), on_a[0], on_a[1]),
        b_part(b.part(on_b[0], on_b[1]), on_b[0], on_b[1]);
    if (test_crossing(a_part, b_part)) found = locate_crossing(a_part, b_part);
  }

  bool are_apart(const CurvePart& a, const CurvePart& b) const {
    return test_apart(a.strip, b.curve, near_) || test_apart(b.strip, a.curve, near_);
  }

  bool test_crossing(const CurvePart& a, const CurvePart& b) const {
    return test_passage(a.strip, b.curve, rounding_) && test_passage(b.strip, a.curve, rounding_) &&
           test_never_parallel(a.curve, b.curve, rounding_);
  }

  // That they cross, and once, is proven already.
  Found locate_crossing(const CurvePart& a, const CurvePart& b) const {
    std::array<double, 2> at = {0.5 * (a.from + a.to), 0.5 * (b.from + b.to)};
    Vec2 position = a.curve.at(0.5);
    locate(a, b, at, position);
    return {{Kind::crossing, {at[0], at[0]}, {at[1], at[1]}, position}, {a.from, a.to}, {b.from, b.to}};
  }

  // By Newton's method, or in halves where it gets nowhere.
  bool locate(const CurvePart& a, const CurvePart& b, std::array<double, 2>& at, Vec2& position) const {
    if (test_apart(a.strip, b.curve, rounding_) || test_apart(b.strip, a.curve, rounding_)) return false;
    std::array<double, 2> shares;
    const bool is_point = std::max(a.strip.size(), b.strip.size()) <= rounding_;
    if (solve(a, b, shares) || is_point) {
      at = {a.from + shares[0] * (a.to - a.from), b.from + shares[1] * (b.to - b.from)};
      position = a.curve.at(shares[0]);
      return true;
    }
    const bool cuts_a = a.strip.size() >= b.strip.size();
    for (const CurvePart& half : cuts_a ? a.split() : b.split()) {
      if (cuts_a ? locate(half, b, at, position) : locate(a, half, at, position)) return true;
    }
    return false;
  }

  // From where the chords are nearest; a step goes no more than half the way to an end. False if it does not get there.
  bool solve(const CurvePart& a, const CurvePart& b, std::array<double, 2>& at) const {
    const SegmentDistance chords = measure_segments(a.begin(), a.end(), b.begin(), b.end());
    at = {chords.a, chords.b};
    const auto go = [](double from, double way) {
      const double to = from + way;
      return to < 0 ? 0.5 * from : to > 1 ? 0.5 * (from + 1) : to;
    };
    for (int i = 0; i < 30; ++i) {
      const Vec2 gap = b.curve.at(at[1]) - a.curve.at(at[0]);
      const Vec2 u = a.curve.derivative(at[0]), v = b.curve.derivative(at[1]);
      const double turn = cross(u, v);
      if (turn == 0) break;
      const double s = go(at[0], cross(gap, v) / turn), t = go(at[1], cross(gap, u) / turn);
      // The next step would be as small as its square.
      const bool is_still = std::abs(s - at[0]) + std::abs(t - at[1]) < 1e-9;
      at = {s, t};
      if (is_still) break;
    }
    return (b.curve.at(at[1]) - a.curve.at(at[0])).norm() <= rounding_;
  }

  void add_touch(const CurvesAlong& pair, const GapBounds& gap) {
    const auto is_less = [](double x, double y) { return std::abs(x) < std::abs(y); };
    const auto nearest = std::min_element(gap.ratios.begin(), gap.ratios.end(), is_less) - gap.ratios.begin();
    const Stretch on_a = pair.a().range(), on_b = pair.b().range();
    found_.push_back({{Kind::touch, on_a, on_b, pair.a().curve.at(0.2 * static_cast<double>(nearest))}, on_a, on_b});
  }

  // Flat parts are within an eighth of `near` of their chords, so what is near has chords as near as this.
  void add_touch(const CurvePart& a, const CurvePart& b) {
    const double limit = 1.5 * near_;
    const SegmentDistance chords = measure_segments(a.begin(), a.end(), b.begin(), b.end());
    if (chords.distance > limit) return;
    const Stretch on_a = find_stretch(a, b, chords.a, limit), on_b = find_stretch(b, a, chords.b, limit);
    found_.push_back({{Kind::touch, on_a, on_b, a.begin() + chords.a * (a.end() - a.begin())}, on_a, on_b});
  }

  // The parameters of `part` whose points on its chord are this near to the other's: the distance to a segment is
  // convex.
  static Stretch find_stretch(const CurvePart& part, const CurvePart& other, double nearest, double limit) {
    const auto measure = [&](double share) {
      const Vec2 point = part.begin() + share * (part.end() - part.begin());
      return measure_point_segment(point, other.begin(), other.end()) - limit;
    };
    const auto find_end = [&](double outer) {
      if (measure(outer) <= 0) return outer;
      const auto share = [&](double way) { return nearest + way * (outer - nearest); };
      return share(bracket_root([&](double way) { return measure(share(way)); }, 0, 1, 0x1p-48)[1]);
    };
    return {part.parameter_at(find_end(0)), part.parameter_at(find_end(1))};
  }

  double rounding_, near_;
  std::vector<Found> found_;
};

}  // namespace

std::vector<CurveMeeting> find_meetings(const Cubic2& a, const Cubic2& b, double tolerance) {
  if (a.points == b.points || a.points == b.reversed().points) {
    return {{CurveMeeting::Kind::touch, {0, 1}, {0, 1}, a.points[0]}};
  }
  return MeetingSearch(a, b, tolerance).run(CurvePart(a), CurvePart(b));
}

std::vector<CurveMeeting> find_meetings_of_neighbours(const Cubic2& a, const Cubic2& b, double tolerance) {
  MeetingSearch search(a, b, tolerance);
  search.search_neighbours(CurvePart(a), CurvePart(b));
  return search.finish(a, b);
}

std::vector<CurveMeeting> find_self_meetings(const Cubic2& curve, double tolerance) {
  MeetingSearch search(curve, curve, tolerance);
  search.search_self(CurvePart(curve));
  return search.finish(curve, curve);
}

}  // namespace abut
