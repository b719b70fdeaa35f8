// Do two solids touch? By steps, each of which decides only what it can prove: what was remembered, the axes of two
// boxes, GJK, the expanding polytope; and what is open then, in integers.
#include <cmath>

#include "abut/convex_pair.h"
#include "narrow/box_axes.h"
#include "narrow/convex_decision.h"
#include "narrow/convex_witness.h"
#include "narrow/core_segments.h"
#include "narrow/exact_nearest.h"
#include "narrow/expanding_polytope.h"

namespace abut {
namespace {

bool is_point(const Convex& shape) { return shape.vertices().size() == 1; }

// Centres as they are placed, and the radii; floating point first.
bool test_spheres(const ConvexView& view) {
  const PlacedConvex &a = view.placed_a(), &b = view.placed_b();
  const Vec3 p = a.pose.apply(a.shape->vertices()[0]), q = b.pose.apply(b.shape->vertices()[0]);
  const double squared = (p - q).squaredNorm(), reach = view.radius() * view.radius();
  if (squared < reach * (1 - 1e-14)) return true;
  if (squared > reach * (1 + 1e-14) + 1e-290) return false;
  return test_spheres_exact(p, q, a.shape->radius(), b.shape->radius());
}

bool decide_exactly(const ConvexView& view, double limit) {
  const ExactNearest nearest = find_exact_nearest(view.placed_a(), view.placed_b(), limit > 0);
  return nearest.is_touching || (limit > 0 && nearest.difference.stableNorm() <= limit);
}

// What GJK could not tell.
bool settle(const ConvexView& view, double limit, const GjkResult& gjk, ConvexWitness* witness) {
  if (gjk.end == GjkEnd::nearest && limit > 0) return gjk.nearest.norm() <= limit;
  if (limit > 2 * view.slack()) return true;
  if (limit > 0) return decide_exactly(view, limit);
  const OriginProof proof = prove_place_of_origin(view, gjk.simplex);
  if (proof.place == OriginPlace::inside) return true;
  if (proof.place == OriginPlace::unclear) return decide_exactly(view, 0);
  remember(witness, proof.direction);
  return false;
}

ConvexDecision search(const ConvexView& view, double limit, ConvexWitness* witness) {
  const GjkResult gjk = run_gjk(view, {limit, false}, witness);
  remember(witness, gjk);
  if (gjk.end == GjkEnd::apart) return {false, gjk.simplex};
  if (gjk.end == GjkEnd::touching) return {true, gjk.simplex};
  return {settle(view, limit, gjk, witness), gjk.simplex};
}

}  // namespace

ConvexDecision decide_touching(const ConvexView& view, double margin, ConvexWitness* witness) {
  const double limit = view.radius() + margin;
  if (margin == 0 && is_point(view.a()) && is_point(view.b())) return {test_spheres(view), {}};
  if (const auto way = find_way_of_segments(view); way && std::abs(way->gap - limit) > 4 * view.slack()) {
    return {way->gap < limit, {}};
  }
  if (witness != nullptr) {
    const auto answer = ask_witness(view, limit, *witness);
    if (answer) return {*answer, *answer ? recall_simplex(view, *witness) : Simplex{}};
  }
  if (limit == 0 && view.a().half_size() && view.b().half_size()) {
    BoxAxes boxes(view);
    const BoxAnswer answer = boxes.test();
    if (answer != BoxAnswer::unclear) remember(witness, boxes.direction());
    if (answer != BoxAnswer::unclear) return {answer == BoxAnswer::touching, {}};
  }
  return search(view, limit, witness);
}

bool test_touching(const PlacedConvex& a, const PlacedConvex& b, ConvexWitness* witness) {
  return decide_touching(ConvexView(a, b), 0, witness).is_touching;
}

}  // namespace abut
