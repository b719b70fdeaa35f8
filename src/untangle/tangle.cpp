#include "untangle/tangle.h"

#include <algorithm>

#include "base/chance.h"
#include "base/timer.h"

namespace abut {

namespace {

std::vector<SearchedBody> list_bodies(const Assembly& assembly) {
  std::vector<SearchedBody> bodies;
  for (std::size_t i = 0; i < assembly.body_count(); ++i) {
    const bool is_obstacle = assembly.is_obstacle(BodyId(i));
    bodies.push_back({&assembly.surface(BodyId(i)), is_obstacle, is_obstacle});
  }
  return bodies;
}

}  // namespace

std::span<const LoopVertex> Tangle::loops_of(std::uint32_t k) const {
  const auto& loops = found.loop_vertices;
  const auto before = [](const LoopVertex& loop, std::uint32_t contour) { return loop.contour < contour; };
  const auto begin = std::lower_bound(loops.begin(), loops.end(), k, before);
  return {begin, std::lower_bound(begin, loops.end(), k + 1, before)};
}

Vec3 Tangle::middle_of(std::uint32_t k) const {
  Vec3 sum = Vec3::Zero();
  for (const std::uint32_t i : of_contour(k)) sum += found.piercings[i].position;
  return sum / static_cast<double>(of_contour(k).size());
}

UntangleStep Tangle::summarize() const {
  return {
      .pairs = pairs.size(), .crossings = found.piercings.size(), .contours = found.contour_count, .length = length};
}

TangleFinder::TangleFinder(const Assembly& assembly, std::span<const Vec3> positions, const RunSettings& run)
    : CollisionFinder(list_bodies(assembly), assembly.input, run.threads), assembly_(assembly), threads_(run.threads) {
  move(positions);
}

void TangleFinder::move(std::span<const Vec3> positions) {
  positions_ = positions;
  CollisionFinder::move(positions);
}

Tangle TangleFinder::find(double ignored_share, std::uint64_t chance) {
  Tangle tangle;
  tangle.pairs = find_intersections();
  const auto bodies = assembly_.place(positions_);
  const Crossings crossings = find_crossings(bodies, tangle.pairs, {threads_, {}});
  const auto is_ignored = overlook(crossings.crossings.size(), ignored_share, chance);
  const Timer timer;
  tangle.found = find_piercings(bodies, tangle.pairs, crossings.crossings, crossings.of_pairs, is_ignored);
  grouping_seconds_ += timer.seconds();
  for (std::uint32_t i = 0; i < tangle.pairs.size(); ++i) {
    const PairCrossings& of_pair = crossings.of_pairs[i];
    if (of_pair.overlap != Overlap::crossing) {
      tangle.touching.push_back(i);
      continue;
    }
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
  mark_open_folds(tangle);
  return tangle;
}

void TangleFinder::mark_open_folds(Tangle& tangle) const {
  std::vector<std::uint32_t> border_ends(tangle.found.contour_count, 0);
  for (const Piercing& piercing : tangle.found.piercings) {
    border_ends[piercing.contour] += assembly_.surface(piercing.edge_body).is_boundary(piercing.edge);
  }
  std::vector<std::uint32_t> loops;
  for (const LoopVertex& loop : tangle.found.loop_vertices) loops.push_back(assembly_.number(loop.body, loop.vertex));
  std::sort(loops.begin(), loops.end());
  tangle.is_open_fold.assign(tangle.found.contour_count, 0);
  for (std::uint32_t k = 0; k < tangle.found.contour_count; ++k) {
    const auto ends = tangle.loops_of(k);
    if (ends.size() != 1 || border_ends[k] != 1) continue;
    const auto [begin, end] =
        std::equal_range(loops.begin(), loops.end(), assembly_.number(ends[0].body, ends[0].vertex));
    tangle.is_open_fold[k] = end - begin == 1;
  }
}

}  // namespace abut
