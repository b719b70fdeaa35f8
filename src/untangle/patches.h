// Which vertices are at a contour, and on which of its sides.
#pragma once

#include <cstdint>

#include "response/sides.h"
#include "untangle/assembly.h"
#include "untangle/tangle.h"

namespace abut {

class Patches {
 public:
  explicit Patches(const Assembly& assembly) : assembly_(assembly), sides_(assembly.vertex_count()) {}

  void clear() { sides_.clear(); }
  void add(std::uint32_t vertex, std::uint32_t contour, std::uint32_t side) { sides_.add(vertex, contour, side); }
  /// The corners of all faces that are cut, and their neighbours.
  void add_cut_faces(const Tangle& tangle);
  /// To be called when all are added.
  void finish() { sides_.finish(); }

  bool is_at_contour(std::uint32_t vertex) const { return sides_.is_tagged(vertex); }
  /// Whether the two are on different sides of one contour.
  bool may_pass(const SurfaceFeature& a, const SurfaceFeature& b) const {
    return sides_.are_opposite(assembly_.corners(a), assembly_.corners(b));
  }
  /// Calls visitor(contour) for each contour they are on different sides of, perhaps more than once, until it returns
  /// true.
  template <class Visitor>
  bool visit_contours(const SurfaceFeature& a, const SurfaceFeature& b, const Visitor& visitor) const {
    return sides_.visit_places(assembly_.corners(a), assembly_.corners(b), visitor);
  }

 private:
  const Assembly& assembly_;
  Sides sides_;
};

}  // namespace abut
