// How deep two solids are in each other. As long as they touch only within their radii, that is what is missing to the
// distance; else the nearest side of all their differences says.
#include <cmath>

#include "abut/convex_pair.h"
#include "narrow/contact_way.h"
#include "narrow/convex_decision.h"
#include "narrow/convex_witness.h"
#include "narrow/core_segments.h"
#include "narrow/exact_nearest.h"
#include "narrow/expanding_polytope.h"

namespace abut {
namespace {

ContactWay find_deep_way(const ConvexView& view, const Simplex& start) {
  const auto side = find_nearest_side(view, start);
  const DifferenceSide found = side ? *side : find_nearest_side_of_all(view);
  return {-std::max(0.0, found.distance), -found.normal, point_on_a(found.corners, view),
          point_on_b(found.corners, view)};
}

// Flat simplices look as if they were around the origin where they are not: then integers say where it is.
ContactWay find_way_exactly(const ConvexView& view, const Simplex& start) {
  const ExactNearest exact = find_exact_nearest(view.placed_a(), view.placed_b(), true);
  const double distance = exact.difference.norm();
  if (exact.is_touching || !(distance > view.slack())) return find_deep_way(view, start);
  return {distance, view.turn_from_world(Vec3(exact.difference / distance)), view.from_world(exact.on_a),
          view.from_world(exact.on_b)};
}

// Where a search for the nearest points has ended, but for those that are too far apart.
ContactWay finish_way(const ConvexView& view, const GjkResult& gjk) {
  if (!(gjk.at_least > view.slack())) return find_deep_way(view, gjk.simplex);
  if (gjk.end != GjkEnd::nearest) return find_way_exactly(view, gjk.simplex);
  const double distance = gjk.nearest.norm();
  return {distance, 1 / distance * gjk.nearest, point_on_a(gjk.simplex, view), point_on_b(gjk.simplex, view)};
}

}  // namespace

ContactWay find_contact_way(const ConvexView& view, const Simplex& start, bool is_core_apart) {
  if (const auto way = find_way_of_segments(view)) return *way;
  if (!is_core_apart) return find_deep_way(view, start);
  return finish_way(view, run_gjk(view, {std::numeric_limits<double>::infinity(), true}));
}

std::optional<ContactWay> find_contact_way_within(const ConvexView& view, double limit, ConvexWitness* witness) {
  std::optional<ContactWay> way = find_way_of_segments(view);
  if (!way) {
    if (witness != nullptr && ask_witness(view, limit, *witness) == false) return std::nullopt;
    const GjkResult gjk = run_gjk(view, {limit, true}, witness);
    remember(witness, gjk);
    if (gjk.end == GjkEnd::apart) return std::nullopt;
    way = finish_way(view, gjk);
  }
  if (way->gap > limit) return std::nullopt;
  return way;
}

std::optional<ConvexPenetration> measure_penetration(const PlacedConvex& a, const PlacedConvex& b,
                                                     ConvexWitness* witness) {
  const ConvexView view(a, b);
  const ConvexDecision decision = decide_touching(view, 0, witness);
  if (!decision.is_touching) return std::nullopt;
  const ContactWay way = find_contact_way(view, decision.simplex, view.radius() > 0);
  const Plain3 normal = view.turn_to_world(way.normal);
  return ConvexPenetration{std::max(0.0, view.radius() - way.gap), normal,
                           view.to_world(way.on_a) - a.shape->radius() * normal,
                           view.to_world(way.on_b) + b.shape->radius() * normal};
}

}  // namespace abut
