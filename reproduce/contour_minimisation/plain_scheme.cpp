#include "reproduce/contour_minimisation/plain_scheme.h"

#include "abut/response.h"
#include "reproduce/contour_minimisation/masses.h"

namespace abut::reproduce {
namespace {

constexpr double kLargest = 0.5;  // of the mean edge

double measure_mean_edge(std::span<const Body> bodies) {
  double sum = 0;
  std::size_t count = 0;
  for (const Body& body : bodies) {
    for (std::size_t i = 0; i < body.surface->edge_count(); ++i, ++count) {
      const auto& [p, q] = body.surface->edge(EdgeId(i));
      sum += (body.positions[p] - body.positions[q]).norm();
    }
  }
  return sum / static_cast<double>(count);
}

}  // namespace

PlainResult minimise_plainly(const ReadyTangle& tangle, int max_iterations) {
  PlainResult result;
  for (const Body& body : tangle.bodies()) result.positions.emplace_back(body.positions.begin(), body.positions.end());
  const std::vector<Body> bodies = tangle.place(result.positions);
  const UnitMasses masses(bodies);
  const MinimisationSettings settings{.largest = kLargest * measure_mean_edge(bodies)};
  for (;; ++result.iterations) {
    const auto pairs = find_intersections(bodies).pairs;
    result.pairs_left = pairs.size();
    if (pairs.empty() || result.iterations == max_iterations) return result;
    const Crossings crossings = find_crossings(bodies, pairs);
    const Piercings found = find_piercings(bodies, pairs, crossings.crossings, crossings.of_pairs);
    for (const Correction& c : minimise_contours(bodies, found, masses.view(), settings)) {
      result.positions[c.body][c.vertex] += c.displacement;
    }
  }
}

}  // namespace abut::reproduce
