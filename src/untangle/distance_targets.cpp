#include "untangle/distance_targets.h"

#include <algorithm>
#include <functional>
#include <optional>
#include <queue>

namespace abut {
namespace {

constexpr double kShareOfWay = 0.5;  // along the surface: what is joined may fold so sharply

double measure_at(const Assembly& assembly, std::span<const Vec3> positions, const Proximity& near) {
  const auto a = assembly.corners(near.a), b = assembly.corners(near.b);
  const auto p = [&](int i) { return positions[a.vertices[i]]; };
  const auto q = [&](int i) { return positions[b.vertices[i]]; };
  if (a.count == 3) return measure_point_triangle(q(0), {p(0), p(1), p(2)}).distance;
  if (b.count == 3) return measure_point_triangle(p(0), {q(0), q(1), q(2)}).distance;
  if (a.count == 2 && b.count == 2) return measure_edge_edge(p(0), p(1), q(0), q(1)).distance;
  if (a.count == 2) return measure_point_edge(q(0), p(0), p(1)).distance;
  if (b.count == 2) return measure_point_edge(p(0), q(0), q(1)).distance;
  return measure_point_point(p(0), q(0)).distance;
}

// The shortest way at rest from one to the other along edges, if it is shorter than the limit.
std::optional<double> find_way(const Assembly& assembly, const Proximity& near, double limit) {
  constexpr std::size_t most_vertices = 64;  // enough for short edges among longer ones
  using Stop = std::pair<double, std::uint32_t>;
  std::priority_queue<Stop, std::vector<Stop>, std::greater<>> next;
  std::vector<std::uint32_t> passed;
  const auto b = assembly.corners(near.b);
  for (const std::uint32_t v : assembly.corners(near.a)) next.push({0, v});
  while (!next.empty() && passed.size() < most_vertices) {
    const auto [length, v] = next.top();
    next.pop();
    if (std::find(b.begin(), b.end(), v) != b.end()) return length;
    if (std::find(passed.begin(), passed.end(), v) != passed.end()) continue;
    passed.push_back(v);
    for (const std::uint32_t edge : assembly.edges_at(v)) {
      const double so_far = length + assembly.links[edge].length;
      if (so_far < limit) next.push({so_far, assembly.other_end(edge, v)});
    }
  }
  return std::nullopt;
}

}  // namespace

bool DistanceTargets::was_tangled(const Proximity& near) const {
  const auto a = assembly_.corners(near.a), b = assembly_.corners(near.b);
  const auto is_cut = [&](std::uint32_t v) { return was_cut_[v] != 0; };
  return std::any_of(a.begin(), a.end(), is_cut) && std::any_of(b.begin(), b.end(), is_cut);
}

// What an edge joins cannot be parted by much more than the edge is long, and what is near at rest belongs there:
// parting it would tear the short edges and thin faces that every real mesh has.
double DistanceTargets::find(const Proximity& near) const {
  const bool is_tangled = was_tangled(near);
  double target = thickness_;
  if (!is_everywhere_ && !is_tangled) target = std::min(target, measure_at(assembly_, assembly_.input, near));
  if (const auto way = find_way(assembly_, near, target / kShareOfWay)) {
    target = std::min(target, kShareOfWay * *way);
    if (!is_tangled) target = std::min(target, measure_at(assembly_, assembly_.rest, near));
  }
  return target;
}

}  // namespace abut
