// How far two cubics are apart: by halves, the nearest first, as long as a pair may be nearer than the best so far.
#include <optional>

#include "abut/curves.h"
#include "narrow/curve_part.h"

namespace abut {
namespace {

struct PartPair {
  CurvePart a, b;
  double least;  // their distance is no less

  PartPair(const CurvePart& a, const CurvePart& b)
      : a(a),
        b(b),
        least(std::max(0.0, measure_segments(a.begin(), a.end(), b.begin(), b.end()).distance - a.strip.reach() -
                                b.strip.reach())) {}
};

class DistanceSearch {
 public:
  DistanceSearch(const Cubic2& a, const Cubic2& b, double tolerance, double within)
      : a_(a), b_(b), tolerance_(std::max(tolerance, 16 * measure_rounding(a, b))), within_(within) {
    best_.distance = INFINITY;
    for (const double s : {0.0, 1.0}) {
      for (const double t : {0.0, 1.0}) consider(s, t);
    }
  }

  std::optional<CurveDistance> run() {
    search(PartPair(CurvePart(a_), CurvePart(b_)));
    if (best_.distance > within_ + tolerance_) return std::nullopt;
    best_.points = {a_.at(best_.a), b_.at(best_.b)};
    return best_;
  }

 private:
  void consider(double s, double t) {
    const double distance = (a_.at(s) - b_.at(t)).norm();
    if (distance >= best_.distance) return;
    best_.distance = distance;
    best_.a = s;
    best_.b = t;
  }

  bool may_be_nearer(double least) const {
    return best_.distance > within_ ? least <= within_ : least < best_.distance - tolerance_;
  }

  void search(const PartPair& pair) {
    if (!may_be_nearer(pair.least)) return;
    const CurvePart &a = pair.a, &b = pair.b;
    const bool is_a_flat = a.is_flat(0.25 * tolerance_), is_b_flat = b.is_flat(0.25 * tolerance_);
    if (is_a_flat && is_b_flat) {
      const SegmentDistance chords = measure_segments(a.begin(), a.end(), b.begin(), b.end());
      consider(a.parameter_at(chords.a), b.parameter_at(chords.b));
      return;
    }
    const bool cuts_a = is_b_flat || (!is_a_flat && a.strip.size() >= b.strip.size());
    const auto halves = cuts_a ? a.split() : b.split();
    std::array<PartPair, 2> next = {cuts_a ? PartPair(halves[0], b) : PartPair(a, halves[0]),
                                    cuts_a ? PartPair(halves[1], b) : PartPair(a, halves[1])};
    if (next[1].least < next[0].least) std::swap(next[0], next[1]);
    consider(0.5 * (a.from + a.to), 0.5 * (b.from + b.to));
    for (const PartPair& half : next) search(half);
  }

  const Cubic2 &a_, &b_;
  double tolerance_, within_;
  CurveDistance best_;
};

}  // namespace

std::optional<CurveDistance> find_distance(const Cubic2& a, const Cubic2& b, double tolerance, double within) {
  return DistanceSearch(a, b, tolerance, within).run();
}

}  // namespace abut
