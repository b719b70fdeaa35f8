#include "untangle/patches.h"

#include <algorithm>

#include "base/sort_unique.h"

namespace abut {

void Patches::clear() {
  for (const Tag& tag : tags_) is_tagged_[tag.vertex] = 0;
  tags_.clear();
}

void Patches::add(std::uint32_t vertex, std::uint32_t contour, std::uint32_t side) {
  tags_.push_back({vertex, 2 * contour + side});
}

void Patches::add_cut_faces(const Tangle& tangle) {
  const auto add_with_neighbours = [&](BodyId body, VertexId v, std::uint32_t contour, std::uint32_t side) {
    const std::uint32_t vertex = assembly_.number(body, v);
    add(vertex, contour, side);
    for (const std::uint32_t other : assembly_.neighbours(vertex)) add(other, contour, side);
  };
  for (const Piercing& piercing : tangle.found.piercings) {
    const Surface& surface = assembly_.surface(piercing.edge_body);
    for (const VertexId v : surface.edge(piercing.edge)) {
      add_with_neighbours(piercing.edge_body, v, piercing.contour, piercing.side);
    }
    for (const VertexId v : assembly_.surface(piercing.face_body).face(piercing.face)) {
      add_with_neighbours(piercing.face_body, v, piercing.contour, 1 - piercing.side);
    }
  }
}

void Patches::finish() {
  sort_unique(tags_);
  for (const Tag& tag : tags_) is_tagged_[tag.vertex] = 1;
}

std::span<const Patches::Tag> Patches::tags(std::uint32_t vertex) const {
  if (!is_tagged_[vertex]) return {};
  const auto begin = std::lower_bound(tags_.begin(), tags_.end(), Tag{vertex, 0});
  auto end = begin;
  while (end != tags_.end() && end->vertex == vertex) ++end;
  return {begin, end};
}

bool Patches::test_tag(std::uint32_t vertex, std::uint32_t side) const {
  const auto of_vertex = tags(vertex);
  return std::binary_search(of_vertex.begin(), of_vertex.end(), Tag{vertex, side});
}

bool Patches::may_pass(const SurfaceFeature& a, const SurfaceFeature& b) const {
  return visit_contours(a, b, [](std::uint32_t) { return true; });
}

}  // namespace abut
