// Which vertices are on which side of a place where surfaces cross. Between the two sides of one such place anything
// may pass: that is how the crossing goes away. Everything else that is free stays free.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "response/separation.h"

namespace abut {

class Sides {
 public:
  /// Without vertices, nothing crosses.
  explicit Sides(std::size_t vertex_count = 0) : is_tagged_(vertex_count, 0) {}

  void clear();
  /// `side`: 0 or 1. A vertex may be on sides of many places, and on both sides of one.
  void add(std::uint32_t vertex, std::uint32_t place, std::uint32_t side);
  /// To be called when all are added.
  void finish();

  /// Whether it is on a side of any place.
  bool is_tagged(std::uint32_t vertex) const { return !tags_.empty() && is_tagged_[vertex]; }
  /// Whether the two are on different sides of one place.
  bool are_opposite(const FeatureCorners& a, const FeatureCorners& b) const;
  /// Calls visitor(place) for each place they are on different sides of, perhaps more than once, until it returns true.
  template <class Visitor>
  bool visit_places(const FeatureCorners& a, const FeatureCorners& b, const Visitor& visitor) const {
    for (const std::uint32_t v : a) {
      for (const Tag& tag : tags(v)) {
        for (const std::uint32_t w : b) {
          if (test_tag(w, tag.side ^ 1u) && visitor(tag.side / 2)) return true;
        }
      }
    }
    return false;
  }

 private:
  struct Tag {
    std::uint32_t vertex = 0, side = 0;  // 2 * place + side
    friend auto operator<=>(const Tag&, const Tag&) = default;
  };
  std::span<const Tag> tags(std::uint32_t vertex) const;
  bool test_tag(std::uint32_t vertex, std::uint32_t side) const;

  std::vector<Tag> tags_;
  std::vector<std::uint8_t> is_tagged_;
};

}  // namespace abut
