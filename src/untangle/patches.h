// Which vertices are at a contour, and on which of its sides. Between the two sides of one contour anything may pass:
// that is how it goes away. Everything else that is free stays free.
#pragma once

#include <cstdint>
#include <vector>

#include "untangle/assembly.h"
#include "untangle/tangle.h"

namespace abut {

class Patches {
 public:
  explicit Patches(const Assembly& assembly) : assembly_(assembly), is_tagged_(assembly.vertex_count(), 0) {}

  void clear();
  void add(std::uint32_t vertex, std::uint32_t contour, std::uint32_t side);
  /// The corners of all faces that are cut, and their neighbours.
  void add_cut_faces(const Tangle& tangle);
  /// To be called when all are added.
  void finish();

  bool is_at_contour(std::uint32_t vertex) const { return is_tagged_[vertex]; }
  /// Whether the two are on different sides of one contour.
  bool may_pass(const SurfaceFeature& a, const SurfaceFeature& b) const;
  /// Calls visitor(contour) for each contour they are on different sides of, perhaps more than once, until it returns
  /// true.
  template <class Visitor>
  bool visit_contours(const SurfaceFeature& a, const SurfaceFeature& b, const Visitor& visitor) const {
    for (const std::uint32_t v : assembly_.corners(a)) {
      for (const Tag& tag : tags(v)) {
        for (const std::uint32_t w : assembly_.corners(b)) {
          if (test_tag(w, tag.side ^ 1u) && visitor(tag.side / 2)) return true;
        }
      }
    }
    return false;
  }

 private:
  struct Tag {
    std::uint32_t vertex = 0, side = 0;  // 2 * contour + side
    friend auto operator<=>(const Tag&, const Tag&) = default;
  };
  std::span<const Tag> tags(std::uint32_t vertex) const;
  bool test_tag(std::uint32_t vertex, std::uint32_t side) const;

  const Assembly& assembly_;
  std::vector<Tag> tags_;
  std::vector<std::uint8_t> is_tagged_;
};

}  // namespace abut
