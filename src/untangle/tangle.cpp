#include "untangle/tangle.h"

#include <algorithm>

namespace abut {

// The finalizer of splitmix64 (Steele, Lea and Flood 2014), which spreads any counter.
double draw(std::uint64_t chance, std::uint64_t number) {
  std::uint64_t z = chance * 0x9e3779b97f4a7c15u + number + 0x9e3779b97f4a7c15u;
  for (int round = 0; round < 2; ++round) {
    z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9u;
    z = (z ^ (z >> 27)) * 0x94d049bb133111ebu;
    z ^= z >> 31;
  }
  return static_cast<double>(z >> 11) * 0x1p-53;
}

UntangleStep Tangle::summarize() const {
  return {
      .pairs = pairs.size(), .crossings = found.piercings.size(), .contours = found.contour_count, .length = length};
}

TangleFinder::TangleFinder(const Assembly& assembly, std::span<const Vec3> positions, const RunSettings& run)
    : assembly_(assembly), positions_(positions), threads_(run.threads), detector_({}, {run.threads, {}}) {
  for (const Body& body : assembly.place(assembly.input)) detector_.add(body);  // where obstacles stay
  move(positions);
}

void TangleFinder::move(std::span<const Vec3> positions) {
  positions_ = positions;
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) {
    if (!assembly_.is_obstacle(BodyId(i))) detector_.move(BodyId(i), assembly_.of_body(BodyId(i), positions));
  }
}

Tangle TangleFinder::find(double ignored_share, std::uint64_t chance) {
  Tangle tangle;
  tangle.pairs = detector_.find_intersections({.run = {threads_, {}}}).pairs;
  std::erase_if(tangle.pairs, [&](const IntersectingPair& pair) {
    return assembly_.is_obstacle(pair.a.body) && assembly_.is_obstacle(pair.b.body);
  });
  const auto bodies = assembly_.place(positions_);
  const Crossings crossings = find_crossings(bodies, tangle.pairs, {threads_, {}});
  std::vector<std::uint8_t> is_ignored;
  if (ignored_share > 0) {
    for (std::size_t i = 0; i < crossings.crossings.size(); ++i) {
      is_ignored.push_back(draw(chance, i) < ignored_share);
    }
  }
  tangle.found = find_piercings(bodies, tangle.pairs, crossings.crossings, crossings.of_pairs, is_ignored);
  for (std::uint32_t i = 0; i < tangle.pairs.size(); ++i) {
    const PairCrossings& of_pair = crossings.of_pairs[i];
    if (of_pair.overlap != Overlap::crossing) tangle.touching.push_back(i);
    if (of_pair.count != 2) continue;
    tangle.length +=
        (crossings.crossings[of_pair.crossings[0]].position - crossings.crossings[of_pair.crossings[1]].position)
            .norm();
  }
  tangle.starts.assign(tangle.found.contour_count + 1, 0);
  for (const Piercing& piercing : tangle.found.piercings) ++tangle.starts[piercing.contour + 1];
  for (std::size_t k = 0; k < tangle.found.contour_count; ++k) tangle.starts[k + 1] += tangle.starts[k];
  tangle.order.resize(tangle.found.piercings.size());
  std::vector<std::uint32_t> next(tangle.starts.begin(), tangle.starts.end() - 1);
  for (std::uint32_t i = 0; i < tangle.order.size(); ++i) tangle.order[next[tangle.found.piercings[i].contour]++] = i;
  return tangle;
}

std::vector<Proximity> TangleFinder::find_near(double distance) {
  auto near = detector_.find_proximities({.run = {threads_, {}}, .within = distance}).pairs;
  std::erase_if(near, [&](const Proximity& pair) {
    return assembly_.is_obstacle(pair.a.body) && assembly_.is_obstacle(pair.b.body);
  });
  return near;
}

std::vector<Impact> TangleFinder::find_impacts(std::span<const Vec3> from, std::span<const Vec3> to) {
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) {
    const BodyId body(i);
    if (!assembly_.is_obstacle(body)) {
      detector_.sweep(body, assembly_.of_body(body, from), assembly_.of_body(body, to));
    }
  }
  ImpactSearchSettings settings;
  settings.run = {threads_, {}};
  settings.check_start = false;
  settings.touch.tolerance = 1e-3;
  auto impacts = detector_.find_impacts(settings).impacts;
  std::erase_if(impacts, [&](const Impact& impact) {
    return impact.touch.at_start || (assembly_.is_obstacle(impact.a.body) && assembly_.is_obstacle(impact.b.body));
  });
  return impacts;
}

}  // namespace abut
