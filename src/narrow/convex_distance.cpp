// How far apart two solids are: GJK to its end, and integers where it does not come to one that is certain.
#include <cmath>
#include <limits>

#include "abut/convex_pair.h"
#include "narrow/convex_witness.h"
#include "narrow/core_segments.h"
#include "narrow/exact_nearest.h"
#include "narrow/gjk.h"

namespace abut {
namespace {

/// The nearest points of the solids without their radius, in the world.
struct CoreDistance {
  Vec3 difference, on_a, on_b;  ///< zero if they touch
};

// The lower bound has come up to the distance, and both are beyond what rounding may do.
bool is_certain(const ConvexView& view, const GjkResult& gjk) {
  const double distance = gjk.nearest.norm();
  return gjk.end == GjkEnd::nearest && gjk.at_least > view.slack() &&
         distance - gjk.at_least <= 1e-12 * distance + view.slack();
}

CoreDistance measure_core(const ConvexView& view, ConvexWitness* witness) {
  if (const auto way = find_way_of_segments(view)) {
    return {way->gap * view.turn_to_world(way->normal), view.to_world(way->on_a), view.to_world(way->on_b)};
  }
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
