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

 private:
  struct Tag {
    std::uint32_t vertex = 0, side = 0;  // 2 * contour + side
    friend auto operator<=>(const Tag&, const Tag&) = default;
  };
  std::span<const Tag> tags(std::uint32_t vertex) const;

  const Assembly& assembly_;
  std::vector<Tag> tags_;
  std::vector<std::uint8_t> is_tagged_;
};

}  // namespace abut
