#include "cover/cell_index.h"

#include <algorithm>

namespace abut {

CellIndex::CellIndex(std::span<const SurfaceCell> cells) : cells_(cells) {
  if (!cells.empty()) make_nodes(0, 0, cells.size());
}

CellIndex::Node CellIndex::make_nodes(std::size_t number, std::size_t begin, std::size_t end) {
  Node node;
  if (end - begin <= kLeafSize) {
    for (std::size_t i = begin; i < end; ++i) {
      node.box.add(cells_[i].ball.center);
      node.radius = std::max(node.radius, cells_[i].ball.radius);
    }
  } else {
    const std::size_t middle = (begin + end) / 2;
    const Node lower = make_nodes(2 * number + 1, begin, middle), upper = make_nodes(2 * number + 2, middle, end);
    node.box.add(lower.box);
    node.box.add(upper.box);
    node.radius = std::max(lower.radius, upper.radius);
  }
  if (nodes_.size() <= number) nodes_.resize(number + 1);
  return nodes_[number] = node;
}

}  // namespace abut
