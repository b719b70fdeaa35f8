// Two rigid things on their way: until when are they surely apart? Along a direction, the gap between all points of
// one and all of the other is bounded from below for all of what is left of the step.
#pragma once

#include <algorithm>
#include <cmath>
#include <limits>

#include "abut/rigid_motion.h"
#include "math/plain3.h"

namespace abut {

/// A shape on its way without its radius; all points are as seen from the pivot. A Core has
///   Plain3 farthest(direction)   of its points, in the axes of the shape
///   double reach()               no point is farther from the pivot
///   double ring(axis)            no point is farther from a line through the pivot, along an axis of length 1
///   kIsBounded                   or it stands for all that is behind it, and may be looked at along one direction only
template <class Core>
class MovingCore {
 public:
  MovingCore(const Core& core, const RigidMotion& motion)
      : core_(core),
        motion_(motion),
        spin_(motion.rotation),
        travel_(motion.travel),
        center_(motion.pivot_at(0)),
        reach_(core.reach()),
        angle_(spin_.norm()) {
    if (angle_ == 0) return;
    axis_ = 1 / angle_ * spin_;
    const Plain3 axis = PlainMatrix(motion.start.rotation.toRotationMatrix()).transposed(axis_);
    ring_ = core.ring(axis);
    low_ = axis.dot(core.farthest(-axis));
    high_ = axis.dot(core.farthest(axis));
  }

  const Core& core() const { return core_; }
  const RigidMotion& motion() const { return motion_; }
  const Plain3& spin() const { return spin_; }
  const Plain3& travel() const { return travel_; }
  Plain3 center_at(double time) const { return center_ + time * travel_; }
  double reach() const { return reach_; }
  /// No point is faster, but for the travel.
  double turning_speed() const { return angle_ * ring_; }

  /// How high it reaches along a direction, at any time, seen from where the pivot is then: that of the cylinder which
  /// the points stay in.
  double highest_ever(const Plain3& direction) const {
    const double along = direction.dot(axis_);
    const Plain3 across = direction - along * axis_;
    return std::max(along * low_, along * high_) + ring_ * across.norm();
  }
  /// No point has a larger acceleration along a direction that stays.
  double bend_along(const Plain3& direction) const { return turning_speed() * spin_.cross(direction).norm(); }
  /// The same as seen in axes that turn themselves.
  double bend_within(const Plain3& turning) const {
    const Plain3 rest = spin_ - turning;
    return reach_ * (rest.cross(turning).norm() + rest.squared_norm());
  }

  bool is_turning() const { return angle_ > 0; }

 private:
  Core core_;
  RigidMotion motion_;
  Plain3 spin_, travel_, center_, axis_{};
  double reach_, angle_, ring_ = 0, low_ = 0, high_ = 0;
};

/// Where both are at a time.
struct RigidMoment {
  RigidMoment(const RigidMotion& a, const RigidMotion& b, double time)
      : time(time),
        pose_a(a.at(time)),
        pose_b(b.at(time)),
        turn_a(pose_a.rotation.toRotationMatrix()),
        turn_b(pose_b.rotation.toRotationMatrix()) {}

  double time;
  Pose3 pose_a, pose_b;
  PlainMatrix turn_a, turn_b;
};

template <class CoreA, class CoreB>
class RigidApproach {
 public:
  RigidApproach(const MovingCore<CoreA>& a, const MovingCore<CoreB>& b)
      : a_(a), b_(b), travel_(a.travel() - b.travel()) {}

  RigidMoment moment_at(double time) const { return {a_.motion(), b_.motion(), time}; }

  /// How long a gap stays between them, at most until `end`: what is sure as seen along a direction of length 1, from b
  /// to a, that stays, or turns: as is said, or along with one of them.
  double find_safe_time(const RigidMoment& moment, const Plain3& direction, const Plain3& following, double gap,
                        double precision, double end) const {
    const double left = end - moment.time;
    double safe = find_safe_way_of_cylinders(moment.time, direction, gap, left);
    const auto look = [&](const Plain3& turning) {
      if (safe >= left) return;
      safe = std::max(safe, Bound(*this, moment, direction, turning, gap).find_safe_step(left, precision));
    };
    look(Plain3{});
    if constexpr (CoreB::kIsBounded) {
      if (following.squared_norm() > 0) look(following);
      const Plain3 least = find_least_bend(moment.time);
      if (least.squared_norm() > 0 && (least - following).squared_norm() > 0) look(least);
    }
    return safe >= left ? end : std::min(end, moment.time + safe);
  }

  /// No two points approach each other faster.
  double most_speed() const { return travel_.norm() + a_.turning_speed() + b_.turning_speed(); }

 private:
  /// With t from the moment on, no two points are nearer than f(t), along the direction:
  ///   f(t) = start + rate t - bend t t / 2 + least of (look_a + t sway_a) p - most of (look_b + t sway_b) q
  /// over points p of a and q of b. That is a sum of concave functions, so where it is enough at two times it is enough
  /// in between.
  class Bound {
   public:
    Bound(const RigidApproach& of, const RigidMoment& at, const Plain3& n, const Plain3& turning, double gap)
        : of_(of) {
      const Plain3 between = of.a_.center_at(at.time) - of.b_.center_at(at.time);
      start_ = n.dot(between) - gap;
      rate_ = n.dot(of.travel_ - turning.cross(between));
      bend_ =
          turning.squared_norm() > 0 ? of.measure_bend(at.time, turning) : of.a_.bend_along(n) + of.b_.bend_along(n);
      look_a_ = at.turn_a.transposed(n);
      look_b_ = at.turn_b.transposed(n);
      sway_a_ = at.turn_a.transposed(n.cross(of.a_.spin() - turning));
      sway_b_ = at.turn_b.transposed(n.cross(of.b_.spin() - turning));
    }

    /// So long f stays above 0, or shorter by so much that f is within the precision. From below by regula falsi, as
    /// chords stay below f; from above by Newton's method, with parabolas that are f but for the points they are of,
    /// and stay above it.
    double find_safe_step(double end, double precision) const {
      Point low = measure(0), high = measure(end);
      if (low.value <= 0) return 0;
      if (high.value >= 0) return end;
      const auto look = [&](double t) {
        if (!(t > low.time && t < high.time)) return;
        const Point point = measure(t);
        (point.value >= 0 ? low : high) = point;
      };
      for (int i = 0; i < 8 && low.value > precision && high.time - low.time > 1e-3 * high.time; ++i) {
        look(find_root(low));
        look(find_root(high));
        look(low.time + (high.time - low.time) * (low.value / (low.value - high.value)));
      }
      return low.time;
    }

   private:
    struct Point {
      double time, value, slope;
    };

    Point measure(double t) const {
      const Plain3 p = of_.a_.core().farthest(-(look_a_ + t * sway_a_)),
                   q = of_.b_.core().farthest(look_b_ + t * sway_b_);
      const double slope = rate_ + sway_a_.dot(p) - sway_b_.dot(q);
      return {t, start_ + look_a_.dot(p) - look_b_.dot(q) + t * (slope - 0.5 * bend_ * t), slope - bend_ * t};
    }

    // The last one of the parabola at a point.
    double find_root(const Point& at) const {
      const double root = std::sqrt(std::max(0.0, at.slope * at.slope + 2 * bend_ * at.value));
      return at.time + (at.slope <= 0 ? 2 * at.value / (root - at.slope) : (at.slope + root) / bend_);
    }

    const RigidApproach& of_;
    double start_, rate_, bend_;
    Plain3 look_a_, sway_a_, look_b_, sway_b_;
  };

  // Each within the cylinder that it turns in; what does not turn, as it is.
  double find_safe_way_of_cylinders(double time, const Plain3& n, double gap, double end) const {
    if (!a_.is_turning() && !b_.is_turning()) return 0;
    const double start =
        n.dot(a_.center_at(time) - b_.center_at(time)) - gap - highest_ever(a_, -n) - highest_ever(b_, n);
    if (start <= 0) return 0;
    const double rate = n.dot(travel_);
    return start + rate * end >= 0 ? end : start / -rate;
  }

  template <class Core>
  static double highest_ever(const MovingCore<Core>& moving, const Plain3& n) {
    if (moving.is_turning()) return moving.highest_ever(n);
    const Plain3 seen = PlainMatrix(moving.motion().start.rotation.toRotationMatrix()).transposed(n);
    return seen.dot(moving.core().farthest(seen));
  }

  // In axes that turn, pivots that travel are bent, too: twice turning x travel, and turning^2 times how far they are.
  double measure_bend(double time, const Plain3& turning) const {
    const double farthest =
        std::max((a_.center_at(time) - b_.center_at(time)).norm(), (a_.center_at(1) - b_.center_at(1)).norm());
    return a_.bend_within(turning) + b_.bend_within(turning) + 2 * turning.cross(travel_).norm() +
           turning.squared_norm() * farthest;
  }

  // Zero, if axes that stay are best.
  Plain3 find_least_bend(double time) const {
    const double stays = a_.bend_within(Plain3{}) + b_.bend_within(Plain3{});
    const double with_a = measure_bend(time, a_.spin()), with_b = measure_bend(time, b_.spin());
    if (std::min(with_a, with_b) >= stays) return Plain3{};
    return with_a <= with_b ? a_.spin() : b_.spin();
  }

  const MovingCore<CoreA>& a_;
  const MovingCore<CoreB>& b_;
  Plain3 travel_;
};

}  // namespace abut
