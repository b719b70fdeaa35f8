// Step and check, and go back: Kamat 1993, Fig. 1. Regula falsi as the Illinois variant has it (Dowell and Jarratt
// 1971): where one end stays twice, its value counts half.
#include <algorithm>
#include <cmath>

#include "abut/rigid_impact.h"
#include "base/assert.h"

namespace abut {
namespace {

class Bracket {
 public:
  Bracket(double before, double gap_before, double after, double gap_after)
      : before_(before), after_(after), gap_before_(gap_before), gap_after_(gap_after) {}

  double before() const { return before_; }
  double after() const { return after_; }

  double middle() const { return before_ + 0.5 * (after_ - before_); }
  /// No nearer to an end than the margin: so near an impact, the next look is beyond it.
  double chord(double margin) const {
    const double share = gap_before_ / (gap_before_ - gap_after_);
    if (!std::isfinite(share)) return middle();
    return std::clamp(before_ + share * (after_ - before_), before_ + margin, after_ - margin);
  }
  bool holds(double time) const { return time > before_ && time < after_; }
  /// Or nothing is in between.
  bool is_within(double tolerance) const { return after_ - before_ <= tolerance || !holds(middle()); }

  void cut(double time, double gap) {
    const bool is_before = gap >= 0;
    (is_before ? before_ : after_) = time;
    (is_before ? gap_before_ : gap_after_) = gap;
    if (is_before == was_before_) (is_before ? gap_after_ : gap_before_) *= 0.5;
    was_before_ = is_before;
  }

 private:
  double before_, after_, gap_before_, gap_after_;
  bool was_before_ = false;
};

}  // namespace

Backtrack backtrack_to_impact(const std::function<double(double)>& gap, const BacktrackSettings& settings) {
  ABUT_ASSERT(settings.steps > 0 && settings.tolerance >= 0);
  double time = 0, value = gap(0);
  if (value < 0) return {BacktrackStatus::touching_at_start, 0, 0, 0};
  for (int step = 1; step <= settings.steps; ++step) {
    const double next = static_cast<double>(step) / settings.steps, found = gap(next);
    if (found >= 0) {
      time = next;
      value = found;
      continue;
    }
    Bracket bracket(time, value, next, found);
    int i = 0;
    for (; i < settings.max_iterations && !bracket.is_within(settings.tolerance); ++i) {
      const double chord = i % 3 == 2 ? bracket.middle() : bracket.chord(0.5 * settings.tolerance);
      const double look = bracket.holds(chord) ? chord : bracket.middle();
      bracket.cut(look, gap(look));
    }
    const bool is_found = bracket.is_within(settings.tolerance);
    return {is_found ? BacktrackStatus::found : BacktrackStatus::not_converged, bracket.before(), bracket.after(), i};
  }
  return {};
}

}  // namespace abut
