// GJK as far as it goes: on the way it does not matter whether what it found is really nearest, as what is sure is
// decided by all points.
#include "narrow/rigid_sight.h"

#include "narrow/convex_witness.h"

namespace abut {
namespace {

/// Of one solid, at most three different ones.
struct NearestCorners {
  std::array<std::uint32_t, 3> corners;
  int count = 0;

  void add(std::uint32_t corner) {
    for (int i = 0; i < count; ++i) {
      if (corners[i] == corner) return;
    }
    if (count < 3) corners[count++] = corner;
  }
};

// Turning with t, a normal stays at right angles to an edge that turns with s if t (edge x normal) = s (edge x normal).
Plain3 follow_edge(const Plain3& across, const Plain3& spin) {
  const double size = across.squared_norm();
  return size > 0 ? across.dot(spin) / size * across : Plain3{};
}

Plain3 follow_edges(const Plain3& a, const Plain3& spin_a, const Plain3& b, const Plain3& spin_b) {
  const double aa = a.squared_norm(), bb = b.squared_norm(), ab = a.dot(b), size = aa * bb - ab * ab;
  if (size <= 1e-6 * aa * bb) return follow_edge(a, spin_a);
  const double of_a = a.dot(spin_a), of_b = b.dot(spin_b);
  return (bb * of_a - ab * of_b) / size * a + (aa * of_b - ab * of_a) / size * b;
}

Plain3 find_following(const ConvexView& view, const ConvexWitness& nearest, const Plain3& normal, const Plain3& spin_a,
                      const Plain3& spin_b) {
  NearestCorners a, b;
  for (int i = 0; i < nearest.corner_count; ++i) {
    a.add(nearest.corners[i][0]);
    b.add(nearest.corners[i][1]);
  }
  if (a.count > 2) return spin_a;
  if (b.count > 2) return spin_b;
  const auto across_a = [&] {
    return view.turn_to_world(view.point_a(a.corners[1]) - view.point_a(a.corners[0])).cross(normal);
  };
  const auto across_b = [&] {
    return view.turn_to_world(view.point_b(b.corners[1]) - view.point_b(b.corners[0])).cross(normal);
  };
  if (a.count == 2 && b.count == 2) return follow_edges(across_a(), spin_a, across_b(), spin_b);
  if (a.count == 2) return follow_edge(across_a(), spin_a);
  return b.count == 2 ? follow_edge(across_b(), spin_b) : Plain3{};
}

// So near to what rounding may do that its normal shows much less of a gap, or none found at all.
bool is_poor(const ConvexView& view, const GjkResult& gjk) {
  const double distance = gjk.nearest.norm() - view.radius();
  return gjk.end != GjkEnd::nearest || gjk.at_least - view.slack() <= view.radius() + 0.9 * distance;
}

// Nothing if that is poor, from where it ended last time and afresh.
std::optional<ConvexDistance> measure_quickly(const ConvexView& view, ConvexWitness& witness) {
  const GjkQuestion question = {std::numeric_limits<double>::infinity(), true};
  GjkResult gjk = run_gjk(view, question, &witness);
  if (is_poor(view, gjk)) gjk = run_gjk(view, question);
  if (is_poor(view, gjk)) return std::nullopt;
  remember(&witness, gjk);
  const double length = gjk.nearest.norm();
  const Plain3 normal = view.turn_to_world(1 / length * gjk.nearest);
  return ConvexDistance{length - view.radius(), normal,
                        view.to_world(point_on_a(gjk.simplex, view)) - view.a().radius() * normal,
                        view.to_world(point_on_b(gjk.simplex, view)) + view.b().radius() * normal};
}

}  // namespace

RigidSight look_along(const MovingConvex& a, const MovingConvex& b, const RigidMoment& moment, bool is_certain,
                      ConvexWitness& witness) {
  const PlacedConvex placed_a = {a.shape, moment.pose_a}, placed_b = {b.shape, moment.pose_b};
  const ConvexView view(placed_a, placed_b);
  std::optional<ConvexDistance> now;
  if (!is_certain) now = measure_quickly(view, witness);
  if (!now) now = measure_distance(placed_a, placed_b, &witness);
  return {*now, find_following(view, witness, now->normal, a.motion.rotation, b.motion.rotation)};
}

}  // namespace abut
