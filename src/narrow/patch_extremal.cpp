// Extremal points of two convex bodies: a search among directions, Newton's method on the surfaces, and proofs.
#include <cmath>

#include "base/assert.h"
#include "narrow/bracket.h"
#include "narrow/patch_directions.h"
#include "narrow/patch_frame.h"
#include "shape/superellipsoid.h"

namespace abut {
namespace {

constexpr int kMaxSteps = 40;
// So near, as a share of the size of both, the search among directions leaves it to Newton's method.
constexpr double kCoarse = 1e-3;
constexpr double kTiny = 1e-13;

// Where a body is, how it moves, and one point of its surface, seen from itself.
struct BodyPoint {
  const Patch& patch;
  const Superellipsoid& body;
  const Pose3& pose;
  double time;
  Vec3 local;

  Vec3 normal() const { return pose.rotation * body.find_bend(local).gradient.normalized(); }
  SurfaceFrame find_frame(const Vec3& normal, const Tangents& tangents) const;
  void move(const Tangents& tangents, const Eigen::Vector2d& step) {
    local = body.find_on_ray(local + pose.rotation.conjugate() * (tangents * step));
  }
};

SurfaceFrame BodyPoint::find_frame(const Vec3& normal, const Tangents& tangents) const {
  const auto bend = body.find_bend(local);
  const PatchMotion& motion = patch.motion();
  const Vec3& w = motion.turning;
  const Vec3 arm = pose.apply(local) - motion.pivot - time * motion.velocity;
  SurfaceFrame f;
  f.position = pose.apply(local);
  f.normal = normal;
  f.tangents = tangents;
  const Tangents own = pose.rotation.conjugate().toRotationMatrix() * tangents;
  f.curvature = -(own.transpose() * bend.hessian * own) / bend.gradient.norm();
  f.velocity = motion.velocity + w.cross(arm);
  f.acceleration = w.cross(w.cross(arm));
  for (int i = 0; i < 2; ++i) f.velocity_change.col(i) = w.cross(tangents.col(i));
  return f;
}

FramePair find_frames(const BodyPoint& a, const BodyPoint& b) {
  const Vec3 na = a.normal(), nb = b.normal();
  const Tangents tangents = make_tangents(na);
  return {a.find_frame(na, tangents), b.find_frame(nb, carry_tangents(tangents, nb))};
}

class ExtremalSearch {
 public:
  ExtremalSearch(const Patch& a, const Patch& b, double time, const ExtremalSettings& settings)
      : a_(a),
        b_(b),
        time_(time),
        settings_(settings),
        pair_(a, b, time),
        tolerance_(settings.tolerance * pair_.size()) {}

  ExtremalPoints run(const ExtremalPoints* last) {
    const Vec3 between = pair_.pose_b().translation - pair_.pose_a().translation;
    Vec3 direction = last ? last->normal : between.norm() > 0 ? Vec3(between.normalized()) : Vec3(Vec3::UnitZ());
    if (!last) direction = find_best_direction(pair_, direction, kCoarse * pair_.size(), settings_.max_cells).direction;
    ExtremalPoints found = refine(direction);
    prove(found);
    return found;
  }

 private:
  // Newton's method from the points that a direction leads to. A step that leads away from an answer is made shorter.
  ExtremalPoints refine(const Vec3& direction) const {
    BodyPoint a{a_, pair_.a(), pair_.pose_a(), time_, pair_.a().find_support(to_a(direction))};
    BodyPoint b{b_, pair_.b(), pair_.pose_b(), time_, pair_.b().find_support(to_b(-direction))};
    FramePair frames = find_frames(a, b);
    double rest = measure(frames);
    for (int i = 0; i < kMaxSteps && rest > kTiny; ++i) {
      const auto step = find_extremal_step(frames);
      if (!step) break;
      double share = 1, next_rest = INFINITY;
      for (int halving = 0; halving < 10 && !(next_rest < rest); ++halving, share *= 0.5) {
        BodyPoint next_a = a, next_b = b;
        next_a.move(frames.a.tangents, share * step->a);
        next_b.move(frames.b.tangents, share * step->b);
        const FramePair next = find_frames(next_a, next_b);
        next_rest = measure(next);
        if (!(next_rest < rest)) continue;
        a.local = next_a.local;
        b.local = next_b.local;
        frames = next;
      }
      if (!(next_rest < rest)) break;
      rest = next_rest;
    }
    const ExtremalPoints found = describe_extremal(frames);
    // Points that do not face each other well are no better than the direction they came from.
    return found.value >= pair_.measure(direction) - tolerance_ ? found : describe(direction);
  }

  double measure(const FramePair& frames) const {
    const ExtremalRest rest = measure_rest(frames);
    return rest.angle + rest.length / pair_.size();
  }

  Vec3 to_a(const Vec3& d) const { return pair_.pose_a().rotation.conjugate() * d; }
  Vec3 to_b(const Vec3& d) const { return pair_.pose_b().rotation.conjugate() * d; }

  ExtremalPoints describe(const Vec3& direction) const {
    const BodyPoint a{a_, pair_.a(), pair_.pose_a(), time_, pair_.a().find_support(to_a(direction))};
    const BodyPoint b{b_, pair_.b(), pair_.pose_b(), time_, pair_.b().find_support(to_b(-direction))};
    const Tangents tangents = make_tangents(direction);
    ExtremalPoints found = describe_extremal({a.find_frame(direction, tangents), b.find_frame(-direction, tangents)});
    found.is_smooth = false;
    return found;
  }

  // Bodies that are apart are no nearer than planes across any direction hold them, and no farther than two points. If
  // that does not say enough, all directions are looked at for one that holds them farther apart, or gets out with
  // less.
  void prove(ExtremalPoints& found) const {
    found.lower = pair_.measure(found.normal);
    found.upper = found.lower > 0 ? found.points.distance : INFINITY;
    if (found.upper - found.lower > 2 * tolerance_ && settings_.wants_proof) {
      const BestDirection best = find_best_direction(pair_, found.normal, tolerance_, settings_.max_cells);
      if (best.value > found.lower + tolerance_) {
        found = refine(best.direction);
        found.lower = std::max(best.value, pair_.measure(found.normal));
      }
      found.upper = best.upper;
    }
    found.is_proved = found.upper - found.lower <= 2 * tolerance_ && found.value >= found.lower - tolerance_;
  }

  const Patch &a_, &b_;
  double time_;
  const ExtremalSettings& settings_;
  ConvexPair pair_;
  double tolerance_;
};

}  // namespace

std::optional<ExtremalPoints> find_extremal_points(const Patch& a, const Patch& b, double time,
                                                   const ExtremalSettings& settings, const ExtremalPoints* last) {
  if (!a.convex() || !b.convex()) return std::nullopt;
  return ExtremalSearch(a, b, time, settings).run(last);
}

std::optional<ExtremalTouch> find_extremal_touch(const Patch& a, const Patch& b, double t0, double t1, double step,
                                                 double time_tolerance) {
  ABUT_ASSERT(step > 0 && t0 <= t1);
  auto last = find_extremal_points(a, b, t0);
  if (!last) return std::nullopt;
  if (last->value <= 0) return ExtremalTouch{t0, t0, *last};
  double before = t0;
  for (int i = 1; before < t1; ++i) {
    const double now = std::min(t0 + i * step, t1);
    const auto next = find_extremal_points(a, b, now, {}, &*last);
    if (next->value > 0) {
      last = next;
      before = now;
      continue;
    }
    const auto fall = [&](double t) { return -find_extremal_points(a, b, t, {}, &*last)->value; };
    const auto [low, high] = bracket_root(fall, before, now, time_tolerance);
    return ExtremalTouch{low, high, *find_extremal_points(a, b, low, {}, &*last)};
  }
  return std::nullopt;
}

}  // namespace abut
