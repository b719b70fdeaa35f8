// Finds the cells that a sphere holds, or that are near it.
#pragma once

#include <vector>

#include "cover/surface_cells.h"

namespace abut {

/// A tree of boxes over the list of cells as it is: runs of cells are near each other.
class CellIndex {
 public:
  /// The cells must stay.
  explicit CellIndex(std::span<const SurfaceCell> cells);

  /// Calls visit(i) for all cells whose balls lie in the sphere.
  template <class Visit>
  void visit_held(const Sphere& sphere, const Visit& visit) const {
    if (!cells_.empty()) visit_held(sphere, 0, 0, cells_.size(), visit);
  }

 private:
  static constexpr std::size_t kLeafSize = 8;

  Box3 make_boxes(std::size_t node, std::size_t begin, std::size_t end);

  template <class Visit>
  void visit_held(const Sphere& sphere, std::size_t node, std::size_t begin, std::size_t end,
                  const Visit& visit) const {
    const Box3& box = boxes_[node];
    const Vec3 out = (box.lower - sphere.center).cwiseMax(sphere.center - box.upper).cwiseMax(0.0);
    if (out.squaredNorm() > sphere.radius * sphere.radius) return;
    if (end - begin > kLeafSize) {
      const std::size_t middle = (begin + end) / 2;
      visit_held(sphere, 2 * node + 1, begin, middle, visit);
      visit_held(sphere, 2 * node + 2, middle, end, visit);
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {
      const double rest = sphere.radius - cells_[i].ball.radius;
      if (rest >= 0 && (cells_[i].ball.center - sphere.center).squaredNorm() <= rest * rest) visit(i);
    }
  }

  std::span<const SurfaceCell> cells_;
  std::vector<Box3> boxes_;  // of the centers of the cells' balls; as a heap
};

}  // namespace abut
