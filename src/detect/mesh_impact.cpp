// The first touch of all triangles: pairs of parts in order of the time until which they are surely apart. The one
// that may touch first is opened, or looked at closely if both are triangles or solids; what may not touch before the
// first touch that is known is left alone.
#include "abut/mesh_impact.h"

#include <queue>

#include "base/assert.h"
#include "detect/sweep_parts.h"
#include "narrow/rigid_sight.h"

namespace abut {
namespace {

struct SweepPair {
  SweepPart a, b;
  double time;           ///< apart until then
  std::uint64_t number;  ///< of pairs that are apart until the same time, the first comes first

  bool operator<(const SweepPair& other) const {
    return time != other.time ? time > other.time : number > other.number;
  }
};

class MeshSweep {
 public:
  MeshSweep(SweptSide a, SweptSide b, const RigidImpactSettings& settings)
      : a_(std::move(a)), b_(std::move(b)), settings_(settings) {}

  MeshImpact run() {
    const auto whole_a = a_.whole(), whole_b = b_.whole();
    if (!whole_a || !whole_b) return found_;
    const double radius = a_.radius() + b_.radius();
    const double extent = measure_extent(MovingCore(BoxCore(*whole_a), a_.motion())) +
                          measure_extent(MovingCore(BoxCore(*whole_b), b_.motion()));
    gap_ = settings_.separation + radius + 2 * RigidMargins(extent + radius, 0).slack;
    push(*whole_a, *whole_b, 0);
    while (!pairs_.empty() && pairs_.top().time < end_) {
      const SweepPair pair = pairs_.top();
      pairs_.pop();
      look_at(pair);
    }
    return found_;
  }

 private:
  void push(const SweepPart& a, const SweepPart& b, double time) {
    const RigidMoment moment(a_.motion(), b_.motion(), time);
    push(a, b, moment);
  }

  void push(const SweepPart& a, const SweepPart& b, const RigidMoment& moment) {
    const double safe = find_safe_time(a, b, moment);
    if (safe < end_) pairs_.push({a, b, safe, ++count_});
  }

  // As seen along the direction that shows most between them, of those of their sides and that between their middles.
  double find_safe_time(const SweepPart& a, const SweepPart& b, const RigidMoment& moment) const {
    const MovingCore moving_a(BoxCore(a), a_.motion()), moving_b(BoxCore(b), b_.motion());
    const RigidApproach approach(moving_a, moving_b);
    const Plain3 between = (moving_a.center_at(moment.time) + moment.turn_a * a.center) -
                           (moving_b.center_at(moment.time) + moment.turn_b * b.center);
    Plain3 best{};
    double most = 0;
    const auto consider = [&](const Plain3& way) {
      const double length = way.norm();
      if (!(length > 0)) return;
      const Plain3 n = (way.dot(between) < 0 ? -1 : 1) / length * way;
      double gap = n.dot(between) - gap_;
      for (const Plain3& axis : a.axes.columns) gap -= std::abs(n.dot(moment.turn_a * axis));
      for (const Plain3& axis : b.axes.columns) gap -= std::abs(n.dot(moment.turn_b * axis));
      if (gap <= most) return;
      most = gap;
      best = n;
    };
    consider(between);
    for (int i = 0; i < 3; ++i) {
      consider(moment.turn_a * a.axes.columns[(i + 1) % 3].cross(a.axes.columns[(i + 2) % 3]));
      consider(moment.turn_b * b.axes.columns[(i + 1) % 3].cross(b.axes.columns[(i + 2) % 3]));
    }
    if (most <= 0) return moment.time;
    return approach.find_safe_time(moment, best, Plain3{}, gap_, 0.01 * most, end_);
  }

  void look_at(const SweepPair& pair) {
    if (!pair.a.is_opened() && !pair.b.is_opened()) return look_closely(pair);
    const RigidMoment moment(a_.motion(), b_.motion(), pair.time);
    if (pair.b.is_opened() && (!pair.a.is_opened() || measure_size(pair.b) > measure_size(pair.a))) {
      b_.open(pair.b, parts_);
      for (const SweepPart& part : parts_) push(pair.a, part, moment);
    } else {
      a_.open(pair.a, parts_);
      for (const SweepPart& part : parts_) push(part, pair.b, moment);
    }
  }

  static double measure_size(const SweepPart& part) {
    double sum = 0;
    for (const Plain3& axis : part.axes.columns) sum += axis.squared_norm();
    return sum;
  }

  void look_closely(const SweepPair& pair) {
    const RigidImpact impact = find_impact_between({&a_.make_solid(pair.a), a_.motion()},
                                                   {&b_.make_solid(pair.b), b_.motion()}, settings_, pair.time, end_);
    const int iterations = found_.impact.iterations + impact.iterations;
    ++found_.pairs;
    if (impact.status != RigidImpactStatus::none) {
      // At the start itself, what touches counts more than what is near.
      end_ = impact.status == RigidImpactStatus::touching_at_start ? 0 : std::max(impact.time, 1e-300);
      found_ = {impact, a_.face(pair.a), b_.face(pair.b), found_.pairs};
    }
    found_.impact.iterations = iterations;
  }

  SweptSide a_, b_;
  const RigidImpactSettings& settings_;
  double gap_ = 0, end_ = 1;
  std::priority_queue<SweepPair> pairs_;
  std::vector<SweepPart> parts_;
  std::uint64_t count_ = 0;
  MeshImpact found_;
};

}  // namespace

MeshImpact find_rigid_impact(const MovingMesh& a, const MovingMesh& b, const RigidImpactSettings& settings) {
  ABUT_ASSERT(a.radius >= 0 && b.radius >= 0);
  return MeshSweep({*a.tree, a.motion, a.radius}, {*b.tree, b.motion, b.radius}, settings).run();
}

MeshImpact find_rigid_impact(const MovingConvex& a, const MovingMesh& b, const RigidImpactSettings& settings) {
  ABUT_ASSERT(b.radius >= 0);
  return MeshSweep({*a.shape, a.motion}, {*b.tree, b.motion, b.radius}, settings).run();
}

}  // namespace abut
