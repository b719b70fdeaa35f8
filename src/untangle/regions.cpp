#include "untangle/regions.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <unordered_set>

#include "base/sort_unique.h"

namespace abut {
namespace {

constexpr std::size_t kLargestRegion = 20000;  // vertices
constexpr std::uint32_t kNoWay = std::numeric_limits<std::uint32_t>::max();

}  // namespace

RegionFinder::RegionFinder(const Assembly& assembly)
    : assembly_(assembly),
      wall_(assembly.edge_count, 0),
      blocked_(assembly.vertex_count(), 0),
      reached_(assembly.vertex_count(), 0),
      class_of_(assembly.vertex_count(), 0) {}

// An edge that is cut twice leads back to the same side, so it is no wall.
void RegionFinder::raise_walls(const Tangle& tangle, std::uint32_t contour) {
  for (const LoopVertex& loop : tangle.loops_of(contour)) blocked_[assembly_.number(loop.body, loop.vertex)] = stamp_;
  for (const std::uint32_t i : tangle.of_contour(contour)) {
    const Piercing& piercing = tangle.found.piercings[i];
    std::uint32_t& wall = wall_[assembly_.number(piercing.edge_body, piercing.edge)];
    wall = wall == stamp_ ? 0 : stamp_;
  }
  if (tangle.is_open_fold[contour]) close_fold(tangle, contour);
}

void RegionFinder::add_seeds(const Tangle& tangle, std::uint32_t contour) {
  for (const std::uint32_t i : tangle.of_contour(contour)) {
    const Piercing& piercing = tangle.found.piercings[i];
    if (wall_[assembly_.number(piercing.edge_body, piercing.edge)] != stamp_) continue;
    for (const VertexId v : assembly_.surface(piercing.edge_body).edge(piercing.edge)) {
      const std::uint32_t vertex = assembly_.number(piercing.edge_body, v);
      if (blocked_[vertex] != stamp_) seeds_.push_back(vertex);
    }
  }
}

// From the face where one line of the contour ends, a wall of vertices goes on the shortest way to the border, if that
// is not longer than the contour.
void RegionFinder::close_fold(const Tangle& tangle, std::uint32_t contour) {
  const auto of_contour = tangle.of_contour(contour);
  const auto is_border_end = [&](std::uint32_t i) {
    const Piercing& piercing = tangle.found.piercings[i];
    return assembly_.surface(piercing.edge_body).is_boundary(piercing.edge);
  };
  const Piercing& end = tangle.found.piercings[*std::find_if(of_contour.begin(), of_contour.end(), is_border_end)];
  const Surface& surface = assembly_.surface(end.face_body);
  struct Way {
    std::uint32_t vertex, from, length;
  };
  std::vector<Way> ways;
  std::unordered_set<std::uint32_t> seen;
  const auto reach = [&](std::uint32_t v, std::uint32_t from, std::uint32_t length) {
    if (seen.insert(v).second) ways.push_back({v, from, length});
  };
  for (const VertexId v : surface.face(end.face)) reach(assembly_.number(end.face_body, v), kNoWay, 1);
  for (std::uint32_t i = 0; i < ways.size() && ways[i].length <= of_contour.size(); ++i) {
    const std::uint32_t v = ways[i].vertex;
    if (surface.is_boundary(VertexId(v - assembly_.number(end.face_body, VertexId(0))))) {
      for (std::uint32_t j = i; j != kNoWay; j = ways[j].from) blocked_[ways[j].vertex] = stamp_;
      return;
    }
    for (const std::uint32_t edge : assembly_.edges_at(v)) {
      if (wall_[edge] != stamp_) reach(assembly_.other_end(edge, v), i, ways[i].length + 1);
    }
  }
}

std::uint32_t RegionFinder::find_class(std::uint32_t i) {
  while (parents_[i] != i) i = parents_[i] = parents_[parents_[i]];
  return i;
}

void RegionFinder::unite(std::uint32_t i, std::uint32_t j) {
  i = find_class(i);
  j = find_class(j);
  if (i == j) return;
  if (waiting_[i] > 0 && waiting_[j] > 0) --open_floods_;
  if (j < i) std::swap(i, j);
  parents_[j] = i;
  waiting_[i] += waiting_[j];
}

void RegionFinder::flood(std::span<const std::uint32_t> seeds, std::vector<std::uint32_t>& cut_off) {
  queue_.assign(seeds.begin(), seeds.end());
  parents_.resize(seeds.size());
  std::iota(parents_.begin(), parents_.end(), 0u);
  waiting_.assign(seeds.size(), 1);
  open_floods_ = seeds.size();
  for (std::uint32_t i = 0; i < seeds.size(); ++i) {
    reached_[seeds[i]] = stamp_;
    class_of_[seeds[i]] = i;
  }
  std::size_t next = 0;
  for (; next < queue_.size() && open_floods_ > 1 && next < kLargestRegion; ++next) {
    const std::uint32_t v = queue_[next];
    for (const std::uint32_t edge : assembly_.edges_at(v)) {
      if (wall_[edge] == stamp_) continue;
      const std::uint32_t other = assembly_.other_end(edge, v);
      if (blocked_[other] == stamp_) continue;
      if (reached_[other] == stamp_) {
        unite(class_of_[v], class_of_[other]);
        continue;
      }
      reached_[other] = stamp_;
      class_of_[other] = class_of_[v];
      ++waiting_[find_class(class_of_[v])];
      queue_.push_back(other);
    }
    if (--waiting_[find_class(class_of_[v])] == 0) --open_floods_;
  }
  if (open_floods_ > 1) return;  // it was too much
  // The one that goes on is the larger part; if all have run dry, the one with the largest area is.
  std::vector<double> areas(seeds.size(), 0);
  for (const std::uint32_t v : queue_) areas[find_class(class_of_[v])] += assembly_.areas[v];
  std::uint32_t kept = find_class(0);
  for (std::uint32_t i = 0; i < seeds.size(); ++i) {
    const std::uint32_t c = find_class(i);
    if (waiting_[c] > 0) {
      kept = c;
      break;
    }
    if (areas[c] > areas[kept]) kept = c;
  }
  for (const std::uint32_t v : queue_) {
    if (find_class(class_of_[v]) != kept) cut_off.push_back(v);
  }
}

std::vector<std::uint32_t> RegionFinder::find(const Tangle& tangle, std::uint32_t contour) {
  return find(tangle, std::span(&contour, 1));
}

std::vector<std::uint32_t> RegionFinder::find(const Tangle& tangle, std::span<const std::uint32_t> contours) {
  ++stamp_;
  seeds_.clear();
  for (const std::uint32_t contour : contours) raise_walls(tangle, contour);
  for (const std::uint32_t contour : contours) add_seeds(tangle, contour);
  sort_unique(seeds_);
  const auto component = [&](std::uint32_t seed) { return assembly_.components[seed]; };
  std::stable_sort(seeds_.begin(), seeds_.end(),
                   [&](std::uint32_t a, std::uint32_t b) { return component(a) < component(b); });
  std::vector<std::uint32_t> cut_off;
  for (std::size_t begin = 0, end = 0; begin < seeds_.size(); begin = end) {
    while (end < seeds_.size() && component(seeds_[end]) == component(seeds_[begin])) ++end;
    flood(std::span(seeds_).subspan(begin, end - begin), cut_off);
  }
  std::sort(cut_off.begin(), cut_off.end());
  return cut_off;
}

}  // namespace abut
