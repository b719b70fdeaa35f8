#include <algorithm>
#include <atomic>

#include "abut/sphere_tree.h"

namespace abut {

Box3 make_box(const TriangleList& list) {
  Box3 box;
  for (const auto& face : list.faces) {
    for (const VertexId v : face) box.add(list.positions[v]);
  }
  return box;
}

void TriangleStore::set_extent(const TriangleList& list) {
  static std::atomic<std::uint64_t> count = 0;
  id_ = ++count;
  triangle_count_ = list.size();
  box_ = make_box(list);
  frame_ = make_box_frame(box_);
}

TriangleStore::Page TriangleStore::make_page(const TriangleList& list, std::uint32_t number) const {
  Page page;
  const std::uint32_t begin = number * kPageSize, end = std::min(begin + kPageSize, triangle_count_);
  for (std::uint32_t i = begin; i < end; ++i) {
    const TrianglePoints& triangle = page.triangles.emplace_back(list.triangle(i));
    const auto [lower, upper] = make_float_box(triangle, frame_);
    page.bounds.push_back({{lower[0], lower[1], lower[2], 0}, {-upper[0], -upper[1], -upper[2], 0}});
    page.sources.push_back(list.source(i));
  }
  return page;
}

MemoryTriangles::MemoryTriangles(const TriangleList& list) {
  set_extent(list);
  for (std::uint32_t p = 0; p < page_count(); ++p) pages_.push_back(make_page(list, p));
}

}  // namespace abut
