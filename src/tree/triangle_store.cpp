#include "abut/sphere_tree.h"

namespace abut {

void TriangleStore::set_extent(std::uint32_t triangle_count, const Box3& box) {
  triangle_count_ = triangle_count;
  box_ = box;
  frame_ = make_box_frame(box);
}

TriangleStore::Page TriangleStore::make_page(std::vector<TrianglePoints> triangles) const {
  Page page{std::move(triangles), {}};
  page.bounds.reserve(page.triangles.size());
  for (const TrianglePoints& triangle : page.triangles) {
    const auto [lower, upper] = make_float_box(triangle, frame_);
    page.bounds.push_back({{lower[0], lower[1], lower[2], 0}, {-upper[0], -upper[1], -upper[2], 0}});
  }
  return page;
}

MemoryTriangles::MemoryTriangles(std::span<const Vec3> positions, std::span<const std::array<VertexId, 3>> faces) {
  Box3 box;
  for (const auto& face : faces) {
    for (const VertexId v : face) box.add(positions[v]);
  }
  set_extent(static_cast<std::uint32_t>(faces.size()), box);
  std::vector<TrianglePoints> triangles;
  for (const auto& face : faces) {
    triangles.push_back({positions[face[0]], positions[face[1]], positions[face[2]]});
    if (triangles.size() == kPageSize) pages_.push_back(make_page(std::exchange(triangles, {})));
  }
  if (!triangles.empty()) pages_.push_back(make_page(std::move(triangles)));
}

}  // namespace abut
