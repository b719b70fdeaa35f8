// One cell of an octree becomes eight: which triangles go where, and which children the surface reaches into.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/sphere_tree.h"

namespace abut {

struct CellSplit {
  std::uint8_t grey = 0;  ///< bit i: the surface reaches into child i. Exact
  std::array<std::vector<std::uint32_t>, 8>
      of;               ///< triangles that may reach into each child, ascending; those that do are among them
  bool is_read = true;  ///< false if the store failed
};

/// Keeps its memory for the next cell.
class CellSplitter {
 public:
  /// The result stays as it is until the next call.
  const CellSplit& split(const OverlapRequest& request);

 private:
  bool distribute(const OverlapRequest& request);
  bool confirm(const OverlapRequest& request, int child);

  CellSplit split_;
  std::array<Box3, 8> boxes_;
};

/// Calls visit(number, triangle, bounds) for all triangles that may reach into a cell, in order, as long as it returns
/// true. False if the store failed.
template <class Visit>
bool visit_triangles(TriangleStore& store, const OctreeCell& cell, std::span<const std::uint32_t> candidates,
                     const Visit& visit) {
  constexpr std::uint32_t kSize = TriangleStore::kPageSize;
  if (cell.depth == 0) {
    for (std::uint32_t p = 0; p < store.page_count(); ++p) {
      const TriangleStore::Page* page = store.page(p);
      if (!page) return false;
      for (std::uint32_t i = 0; i < page->triangles.size(); ++i) {
        if (!visit(p * kSize + i, page->triangles[i], page->bounds[i])) return true;
      }
    }
    return true;
  }
  const TriangleStore::Page* page = nullptr;
  std::uint32_t page_number = 0;
  for (const std::uint32_t i : candidates) {
    if (!page || i / kSize != page_number) {
      page_number = i / kSize;
      page = store.page(page_number);
      if (!page) return false;
    }
    if (!visit(i, page->triangles[i % kSize], page->bounds[i % kSize])) break;
  }
  return true;
}

}  // namespace abut
