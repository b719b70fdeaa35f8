#include "distance_search.h"

namespace abut {
namespace {

// Of two bodies, which are named by their places in a longer list.
std::optional<MinimumDistance> find_distance(std::span<const Body> bodies, BodyId i, BodyId j, const RunSettings& run) {
  const Body pair[] = {bodies[i], bodies[j]};
  const BodyId ids[] = {i, j};
  auto found = find_minimum_distance(pair, {.run = run, .scope = Scope::between});
  if (found && found->nearest) {
    found->nearest->a.body = ids[found->nearest->a.body];
    found->nearest->b.body = ids[found->nearest->b.body];
  }
  if (found && found->intersection) {
    found->intersection->a.body = ids[found->intersection->a.body];
    found->intersection->b.body = ids[found->intersection->b.body];
  }
  return found;
}

}  // namespace

std::optional<MinimumDistance> find_distance_between(std::span<const Body> bodies, std::size_t first_other,
                                                     const RunSettings& run) {
  std::optional<MinimumDistance> least;
  for (std::size_t i = 0; i < first_other; ++i) {
    for (std::size_t j = first_other; j < bodies.size(); ++j) {
      const auto found = find_distance(bodies, BodyId(i), BodyId(j), run);
      if (found && (!least || found->distance < least->distance)) least = found;
    }
  }
  return least;
}

}  // namespace abut
