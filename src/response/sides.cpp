#include "response/sides.h"

#include <algorithm>

#include "base/sort_unique.h"

namespace abut {

void Sides::clear() {
  for (const Tag& tag : tags_) is_tagged_[tag.vertex] = 0;
  tags_.clear();
}

void Sides::add(std::uint32_t vertex, std::uint32_t place, std::uint32_t side) {
  tags_.push_back({vertex, 2 * place + side});
}

void Sides::finish() {
  sort_unique(tags_);
  for (const Tag& tag : tags_) is_tagged_[tag.vertex] = 1;
}

std::span<const Sides::Tag> Sides::tags(std::uint32_t vertex) const {
  if (!is_tagged(vertex)) return {};
  const auto begin = std::lower_bound(tags_.begin(), tags_.end(), Tag{vertex, 0});
  auto end = begin;
  while (end != tags_.end() && end->vertex == vertex) ++end;
  return {begin, end};
}

bool Sides::test_tag(std::uint32_t vertex, std::uint32_t side) const {
  const auto of_vertex = tags(vertex);
  return std::binary_search(of_vertex.begin(), of_vertex.end(), Tag{vertex, side});
}

bool Sides::are_opposite(const FeatureCorners& a, const FeatureCorners& b) const {
  return visit_places(a, b, [](std::uint32_t) { return true; });
}

}  // namespace abut
