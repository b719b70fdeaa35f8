#include "shape/loop_groups.h"

#include <algorithm>
#include <numeric>

#include "shape/ray.h"

namespace abut {
namespace {

// By some points of the inner one, as far as they can be told from the border. If they do not agree, the loops cross.
bool test_around(const Loop& outer, const Loop& inner) {
  const std::size_t count = inner.pieces.size(), step = std::max<std::size_t>(1, count / 8);
  bool is_inside = false;
  for (std::size_t i = 0; i < count; i += step) {
    Ray ray(inner.pieces[i].curve.at(0.5), 0);
    for (const OutlinePiece& piece : outer.pieces) ray.add(piece);
    if (ray.side() == Side::outside) return false;
    is_inside |= ray.side() == Side::inside;
  }
  return is_inside;
}

bool test_inside(const Box2& inner, const Box2& outer) {
  return (inner.lower.array() >= outer.lower.array()).all() && (inner.upper.array() <= outer.upper.array()).all();
}

constexpr std::size_t kMostAround = 1000;

}  // namespace

// Along the axis that loops are spread along: what goes around a loop begins no later than it does.
std::optional<std::vector<std::vector<std::uint32_t>>> find_loops_around(std::span<const Loop> loops) {
  std::vector<Box2> boxes;
  Vec2 sizes = Vec2::Zero();
  Box2 all;
  for (const Loop& loop : loops) {
    boxes.push_back(find_box(loop));
    sizes += boxes.back().size();
    all.add(boxes.back().lower);
    all.add(boxes.back().upper);
  }
  const int axis = sizes.x() * all.size().y() <= sizes.y() * all.size().x() ? 0 : 1;
  std::vector<std::uint32_t> order(loops.size());
  std::iota(order.begin(), order.end(), 0);
  std::sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
    const double xa = boxes[a].lower[axis], xb = boxes[b].lower[axis];
    const double wa = boxes[a].upper[axis], wb = boxes[b].upper[axis];
    return xa != xb ? xa < xb : wa != wb ? wa > wb : a < b;
  });
  std::vector<std::vector<std::uint32_t>> around(loops.size());
  std::vector<std::uint32_t> active;
  for (const std::uint32_t inner : order) {
    std::erase_if(active, [&](std::uint32_t a) { return boxes[a].upper[axis] < boxes[inner].lower[axis]; });
    for (const std::uint32_t outer : active) {
      if (test_inside(boxes[inner], boxes[outer]) && test_around(loops[outer], loops[inner])) {
        around[inner].push_back(outer);
      }
    }
    if (around[inner].size() > kMostAround) return std::nullopt;
    std::sort(around[inner].begin(), around[inner].end());
    active.push_back(inner);
  }
  return around;
}

std::vector<Loop> keep_borders(std::vector<Loop> loops, std::span<const std::vector<std::uint32_t>> around) {
  std::vector<int> ways;
  for (const Loop& loop : loops) ways.push_back(measure_area(loop) < 0 ? -1 : 1);
  std::vector<Loop> kept;
  for (std::size_t i = 0; i < loops.size(); ++i) {
    int outside = 0;
    for (const std::uint32_t j : around[i]) outside += ways[j];
    if ((outside != 0) != (outside + ways[i] != 0)) kept.push_back(std::move(loops[i]));
  }
  return kept;
}

std::vector<std::vector<std::uint32_t>> group_regions(std::span<const std::vector<std::uint32_t>> around) {
  std::vector<std::vector<std::uint32_t>> groups;
  std::vector<std::size_t> group_of(around.size());
  for (std::uint32_t i = 0; i < around.size(); ++i) {
    if (around[i].size() % 2 == 1) continue;
    group_of[i] = groups.size();
    groups.push_back({i});
  }
  for (std::uint32_t i = 0; i < around.size(); ++i) {
    if (around[i].size() % 2 == 0) continue;
    // The innermost of those around it has most others around itself.
    const std::uint32_t parent =
        *std::max_element(around[i].begin(), around[i].end(),
                          [&](std::uint32_t a, std::uint32_t b) { return around[a].size() < around[b].size(); });
    if (around[parent].size() % 2 == 0) {
      groups[group_of[parent]].push_back(i);
    } else {  // loops that cross: no sense can be made of it
      groups.push_back({i});
    }
  }
  return groups;
}

}  // namespace abut
