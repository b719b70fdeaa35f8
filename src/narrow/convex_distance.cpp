// How far apart two solids are: GJK to its end, and integers where it does not come to one that is certain.
#include <cmath>
#include <limits>

#include "abut/convex_pair.h"
#include "narrow/convex_witness.h"
#include "narrow/exact_nearest.h"
#include "narrow/gjk.h"
#include "narrow/nearest_weights.h"

namespace abut {
namespace {

/// The nearest points of the solids without their radius, in the world.
struct CoreDistance {
  Vec3 difference, on_a, on_b;  ///< zero if they touch
};

// Points and segments: two of them have their nearest points by formula.
bool has_formula(const ConvexView& view) { return view.a().vertices().size() <= 2 && view.b().vertices().size() <= 2; }
CoreDistance measure_segments(const ConvexView& view) {
  const auto last = [](const Convex& c) { return static_cast<std::uint32_t>(c.vertices().size() - 1); };
  const Vec3 p = view.point_a(0), q = view.point_b(0);
  const Vec3 along_a = view.point_a(last(view.a())) - Plain3(p), along_b = view.point_b(last(view.b())) - Plain3(q);
  const PlaneWeights w = find_nearest_in_parallelogram(q - p, along_a, -along_b);
  const Vec3 on_a = p + w.u * along_a, on_b = q + w.v * along_b, between = on_a - on_b;
  return {view.turn_to_world(between), view.to_world(on_a), view.to_world(on_b)};
}

// The lower bound has come up to the distance, and both are beyond what rounding may do.
bool is_certain(const ConvexView& view, const GjkResult& gjk) {
  const double distance = gjk.nearest.norm();
  return gjk.end == GjkEnd::nearest && gjk.at_least > view.slack() &&
         distance - gjk.at_least <= 1e-12 * distance + view.slack();
}

CoreDistance measure_core(const ConvexView& view, ConvexWitness* witness) {
  if (has_formula(view) && view.radius() > 0) return measure_segments(view);
  const GjkResult gjk = run_gjk(view, {std::numeric_limits<double>::infinity(), true}, witness);
  remember(witness, gjk);
  if (is_certain(view, gjk)) {
    return {view.turn_to_world(gjk.nearest), view.to_world(point_on_a(gjk.simplex, view)),
            view.to_world(point_on_b(gjk.simplex, view))};
  }
  if (gjk.end == GjkEnd::touching) {
    const Vec3 common = view.to_world(view.point_a(gjk.simplex.points[0].a));
    return {Vec3::Zero(), common, common};
  }
  const ExactNearest exact = find_exact_nearest(view.placed_a(), view.placed_b(), true);
  return {exact.is_touching ? Vec3(Vec3::Zero()) : exact.difference, exact.on_a, exact.on_b};
}

}  // namespace

ConvexDistance measure_distance(const PlacedConvex& a, const PlacedConvex& b, ConvexWitness* witness) {
  const ConvexView view(a, b);
  const CoreDistance core = measure_core(view, witness);
  const double length = core.difference.stableNorm();
  if (length <= view.radius() && (view.radius() > 0 || length == 0)) return {0, Vec3::Zero(), core.on_a, core.on_b};
  const Vec3 normal = core.difference / length;
  return {length - view.radius(), normal, core.on_a - view.a().radius() * normal,
          core.on_b + view.b().radius() * normal};
}

}  // namespace abut
