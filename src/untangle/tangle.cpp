#include "untangle/tangle.h"

#include <algorithm>

#include "base/chance.h"
#include "base/timer.h"

namespace abut {

std::vector<std::uint8_t> mark_cut(const Assembly& assembly, std::span<const IntersectingPair> pairs) {
  std::vector<std::uint8_t> is_cut(assembly.vertex_count(), 0);
  const auto mark = [&](FaceRef face) {
    for (const VertexId c : assembly.surface(face.body).face(face.face)) {
      const std::uint32_t v = assembly.number(face.body, c);
      is_cut[v] = 1;
      for (const std::uint32_t other : assembly.neighbours(v)) is_cut[other] = 1;
    }
  };
  for (const IntersectingPair& pair : pairs) {
    mark(pair.a);
    mark(pair.b);
  }
  return is_cut;
}

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
    : assembly_(assembly), positions_(positions), threads_(run.threads), detector_({}, {run.threads, {}}) {
  for (const Body& body : assembly.place(assembly.input)) {  // where obstacles stay
    detector_.add(body);
    focused_faces_.emplace_back(body.surface->face_count());
  }
  focus_on_all();
  move(positions);
}

// What obstacles do among themselves is of no interest.
void TangleFinder::focus_on_all() {
  is_all_focused_ = true;
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) {
    std::fill(focused_faces_[i].begin(), focused_faces_[i].end(), !assembly_.is_obstacle(BodyId(i)));
    detector_.focus(BodyId(i), focused_faces_[i]);
  }
}

void TangleFinder::focus(std::span<const std::uint32_t> vertices) {
  is_all_focused_ = false;
  for (auto& faces : focused_faces_) std::fill(faces.begin(), faces.end(), 0);
  BodyId body(0);
  for (const std::uint32_t number : vertices) {  // sorted, so bodies come one after the other
    while (number >= assembly_.number(BodyId(body + 1), VertexId(0))) body = BodyId(body + 1);
    const VertexId v(number - assembly_.number(body, VertexId(0)));
    for (const FaceId f : assembly_.surface(body).vertex_faces(v)) focused_faces_[body][f] = 1;
  }
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) detector_.focus(BodyId(i), focused_faces_[i]);
}

void TangleFinder::find_pairs() {
  auto found = detector_.find_intersections({.run = {threads_, {}}}).pairs;
  const auto is_new = [&](const IntersectingPair& pair) { return is_focused(pair.a) || is_focused(pair.b); };
  std::erase_if(found, [&](const IntersectingPair& pair) { return !is_new(pair); });
  std::erase_if(pairs_, [&](const IntersectingPair& pair) { return is_all_focused_ || is_new(pair); });
  std::vector<IntersectingPair> merged;
  std::merge(pairs_.begin(), pairs_.end(), found.begin(), found.end(), std::back_inserter(merged));
  pairs_ = std::move(merged);
}

void TangleFinder::move(std::span<const Vec3> positions) {
  positions_ = positions;
  for (std::size_t i = 0; i < assembly_.body_count(); ++i) {
    if (!assembly_.is_obstacle(BodyId(i))) detector_.move(BodyId(i), assembly_.of_body(BodyId(i), positions));
  }
}

Tangle TangleFinder::find(double ignored_share, std::uint64_t chance) {
  Tangle tangle;
  find_pairs();
  tangle.pairs = pairs_;
  const auto bodies = assembly_.place(positions_);
  const Crossings crossings = find_crossings(bodies, tangle.pairs, {threads_, {}});
  std::vector<std::uint8_t> is_ignored;
  if (ignored_share > 0) {
    for (std::size_t i = 0; i < crossings.crossings.size(); ++i) {
      is_ignored.push_back(draw(chance, i) < ignored_share);
    }
  }
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
