#include "cover/cell_index.h"

namespace abut {

CellIndex::CellIndex(std::span<const SurfaceCell> cells) : cells_(cells) {
  if (!cells.empty()) make_boxes(0, 0, cells.size());
}

Box3 CellIndex::make_boxes(std::size_t node, std::size_t begin, std::size_t end) {
  Box3 box;
  if (end - begin <= kLeafSize) {
    for (std::size_t i = begin; i < end; ++i) box.add(cells_[i].ball.center);
  } else {
    const std::size_t middle = (begin + end) / 2;
    box.add(make_boxes(2 * node + 1, begin, middle));
    box.add(make_boxes(2 * node + 2, middle, end));
  }
  if (boxes_.size() <= node) boxes_.resize(node + 1);
  return boxes_[node] = box;
}

}  // namespace abut
