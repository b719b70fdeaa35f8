#include "reproduce/contour_minimisation/iteration_cost.h"

#include <numeric>

#include "abut/response.h"
#include "base/timer.h"
#include "reproduce/contour_minimisation/masses.h"
#include "reproduce/median.h"

namespace abut::reproduce {
namespace {

constexpr int kRounds = 5;  // a state is measured so often

void add_cost(std::span<const Body> bodies, IterationCost& cost) {
  const auto pairs = find_intersections(bodies).pairs;
  const Crossings crossings = find_crossings(bodies, pairs);
  const UnitMasses masses(bodies);
  std::vector<double> groupings, gradients;
  for (int round = 0; round < kRounds; ++round) {
    const Timer grouping;
    const Piercings found = find_piercings(bodies, pairs, crossings.crossings, crossings.of_pairs);
    groupings.push_back(grouping.seconds());
    const Timer summing;
    sum_gradients(bodies, found, masses.view());
    gradients.push_back(summing.seconds());
  }
  cost.grouping += find_median(std::move(groupings));
  cost.gradients += find_median(std::move(gradients));
}

}  // namespace

IterationCost measure_cost(const ReadyTangle& tangle, const Recording& recording) {
  IterationCost cost;
  const auto count = static_cast<double>(recording.seconds.size());
  for (std::size_t i = 0; i < recording.seconds.size(); ++i) add_cost(tangle.place(recording.states[i]), cost);
  cost.iteration = std::accumulate(recording.seconds.begin(), recording.seconds.end(), 0.0) / count;
  cost.grouping /= count;
  cost.gradients /= count;
  return cost;
}

}  // namespace abut::reproduce
