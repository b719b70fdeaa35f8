// The direction that separated is tried again, or the simplex that was inside.
#include "narrow/convex_witness.h"

#include <algorithm>
#include <cmath>

namespace abut {

Simplex recall_simplex(const ConvexView& view, const ConvexWitness& witness) {
  Simplex simplex;
  for (int i = 0; i < witness.corner_count; ++i) {
    simplex.add(view.difference(witness.corners[i][0], witness.corners[i][1]));
  }
  return simplex;
}

namespace {

bool test_still_apart(const ConvexView& view, double limit, const Plain3& direction) {
  const double along = direction.dot(view.support(-direction).point), bound = limit + view.slack();
  return along > 0 && along * along > bound * bound * direction.squared_norm();
}

bool test_still_touching(const ConvexView& view, double limit, const ConvexWitness& witness) {
  const Simplex simplex = recall_simplex(view, witness);
  if (simplex.count == 4 && test_surrounds_origin(simplex, view.slack())) return true;
  const double bound = limit - view.slack();
  return bound > 0 && keep_nearest(simplex).nearest().squared_norm() < bound * bound;
}

}  // namespace

std::optional<bool> ask_witness(const ConvexView& view, double limit, ConvexWitness& witness) {
  ++witness.tests;
  std::optional<bool> answer;
  if (!witness.direction.isZero(0) && test_still_apart(view, limit, witness.direction)) answer = false;
  if (!answer && witness.corner_count > 0 && test_still_touching(view, limit, witness)) answer = true;
  witness.saved += answer.has_value();
  return answer;
}

void remember(ConvexWitness* witness, const GjkResult& result) {
  if (witness == nullptr) return;
  witness->corner_count = result.simplex.count;
  for (int i = 0; i < result.simplex.count; ++i) {
    witness->corners[i] = {result.simplex.points[i].a, result.simplex.points[i].b};
  }
  const bool is_apart = result.end == GjkEnd::apart || result.end == GjkEnd::nearest;
  witness->direction = is_apart ? result.nearest : Plain3();
}

void remember(ConvexWitness* witness, const Plain3& direction) {
  if (witness == nullptr) return;
  witness->corner_count = 0;
  witness->direction = direction;
}

}  // namespace abut
