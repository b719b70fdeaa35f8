// What is left to the processor: a triangle of a store and a box, exactly.
#pragma once

#include "abut/sphere_tree.h"

namespace abut {

inline Result<bool> decide_exactly(TriangleStore& store, std::uint32_t triangle, const Box3& box) {
  constexpr std::uint32_t kSize = TriangleStore::kPageSize;
  const TriangleStore::Page* page = store.page(triangle / kSize);
  if (!page) return store.failure();
  return test_triangle_box(page->triangles[triangle % kSize], box);
}

}  // namespace abut
