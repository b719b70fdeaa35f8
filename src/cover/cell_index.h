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

  /// Calls visit(begin, end) for runs of cells whose balls lie in the sphere: all that do.
  template <class Visit>
  void visit_held(const Sphere& sphere, const Visit& visit) const {
    if (!cells_.empty()) visit_held(sphere, 0, 0, cells_.size(), visit);
  }

 private:
  static constexpr std::size_t kLeafSize = 8;

  struct Node {
    Box3 box;           ///< of the centers of the cells' balls
    double radius = 0;  ///< of the largest ball
  };
  Node make_nodes(std::size_t node, std::size_t begin, std::size_t end);

  template <class Visit>
  void visit_held(const Sphere& sphere, std::size_t node, std::size_t begin, std::size_t end,
                  const Visit& visit) const {
    const Box3& box = nodes_[node].box;
    const Vec3 below = box.lower - sphere.center, above = sphere.center - box.upper;
    if (below.cwiseMax(above).cwiseMax(0.0).squaredNorm() > sphere.radius * sphere.radius) return;
    const double sure = sphere.radius - nodes_[node].radius;
    if (sure > 0 && below.cwiseMin(above).squaredNorm() <= sure * sure) {
      return visit(begin, end);
    }
    if (end - begin > kLeafSize) {
      const std::size_t middle = (begin + end) / 2;
      visit_held(sphere, 2 * node + 1, begin, middle, visit);
      visit_held(sphere, 2 * node + 2, middle, end, visit);
      return;
    }
    for (std::size_t i = begin; i < end; ++i) {
      const double rest = sphere.radius - cells_[i].ball.radius;
      if (rest >= 0 && (cells_[i].ball.center - sphere.center).squaredNorm() <= rest * rest) visit(i, i + 1);
    }
  }

  std::span<const SurfaceCell> cells_;
  std::vector<Node> nodes_;  // as a heap
};

}  // namespace abut
