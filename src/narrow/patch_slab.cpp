#include "narrow/patch_slab.h"

#include <algorithm>
#include <cmath>
#include <vector>

#include "narrow/patch_cells.h"

namespace abut {
namespace {

struct Cell {
  Cell(const PatchCell& part, const Vec3& direction) : part(part) {
    const PatchEnclosure& e = part.enclosure;
    const double rest = e.measure_rest(direction), at = direction.dot(e.center);
    middle = at - rest;
    most = at + std::abs(direction.dot(e.along_u)) + std::abs(direction.dot(e.along_v)) + rest;
    if (most < INFINITY) return;
    middle = -INFINITY;  // a function that fails somewhere: nothing is known, and NaN has no order
    most = INFINITY;
  }

  PatchCell part;
  double middle, most;  ///< some point is at least as far along the direction, none is farther

  friend bool operator<(const Cell& x, const Cell& y) { return x.most < y.most; }
};

// How far a patch goes along a direction, at most.
double measure_extent(const Patch& patch, double time, const Vec3& direction, double tolerance, std::size_t max_cells,
                      std::size_t& cells) {
  std::vector<Cell> queue = {Cell(PatchCell(patch, {.t0 = time, .t1 = time}), direction)};
  double known = queue[0].middle;
  for (std::size_t i = 0; i < max_cells && queue.front().most > known + tolerance; i += 2, cells += 2) {
    std::pop_heap(queue.begin(), queue.end());
    const PatchCell whole = queue.back().part;
    queue.pop_back();
    for (const PatchCell& half : whole.split(patch)) {
      queue.emplace_back(half, direction);
      known = std::max(known, queue.back().middle);
      std::push_heap(queue.begin(), queue.end());
    }
  }
  return queue.front().most;
}

}  // namespace

double measure_slab(const Patch& a, const Patch& b, double time, const Vec3& direction, double tolerance,
                    std::size_t max_cells, std::size_t& cells) {
  const double of_a = measure_extent(a, time, direction, 0.5 * tolerance, max_cells, cells);
  const double of_b = measure_extent(b, time, -direction, 0.5 * tolerance, max_cells, cells);
  return -of_b - of_a;
}

}  // namespace abut
