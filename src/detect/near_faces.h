// Faces of two leaves, compared eight at a time: boxes first, then on which side of one's plane the other lies. All in
// floats with error bounds, so that the exact test is left with the few pairs that are hard to tell.
#pragma once

#include <array>
#include <bit>
#include <cstdint>

#include "abut/tree.h"
#include "math/simd.h"

namespace abut {

/// The faces of a leaf that come near something else. One object is used again and again.
class NearFaces {
 public:
  /// Those of the leaf's faces whose bounds overlap `other`.
  void collect(const SurfaceTree& tree, std::uint32_t leaf, const Float8& other);

  std::uint32_t count() const { return count_; }
  std::uint32_t place(std::uint32_t i) const { return places_[i]; }

  /// Calls visit(place of a, place of b) for the pairs whose boxes overlap; for a and b the same object, each pair
  /// once.
  template <class Visit>
  static void visit_near_pairs(const NearFaces& a, const NearFaces& b, const Visit& visit) {
    visit_lanes(a, b, [&](std::uint32_t i, std::uint32_t first, std::uint32_t mask) {
      visit_mask(a, i, b, first, mask, visit);
    });
  }

  /// The same for the pairs of swept faces that may come to touch, or as near as the trees' margin, in more than what
  /// they share; returns how many pairs have boxes that overlap.
  template <class Visit>
  static std::uint32_t visit_impact_pairs(const NearFaces& a, const NearFaces& b, float error, bool is_one_body,
                                          const Visit& visit) {
    std::uint32_t near = 0;
    visit_lanes(a, b, [&](std::uint32_t i, std::uint32_t first, std::uint32_t mask) {
      near += static_cast<std::uint32_t>(std::popcount(mask));
      visit_mask(a, i, b, first, mask & ~find_always_apart(a, i, b, first, error, is_one_body), visit);
    });
    return near;
  }

  /// The same for the pairs that may meet in more than what they share; returns how many pairs have boxes that overlap.
  /// `error` bounds the error of the points' coordinates, `is_one_body` says whether faces can share vertices.
  template <class Visit>
  static std::uint32_t visit_meeting_pairs(const NearFaces& a, const NearFaces& b, float error, bool is_one_body,
                                           const Visit& visit) {
    std::uint32_t near = 0;
    visit_lanes(a, b, [&](std::uint32_t i, std::uint32_t first, std::uint32_t mask) {
      near += static_cast<std::uint32_t>(std::popcount(mask));
      visit_mask(a, i, b, first, mask & ~find_apart(a, i, b, first, error, is_one_body), visit);
    });
    return near;
  }

 private:
  static constexpr std::uint32_t kLanes = 8, kMax = SurfaceTree::kMaxLeafSize;
  using Row = std::array<float, kMax>;

  // Calls visit(i, first, mask) for face i of a and those of eight faces of b, from the first on, whose boxes overlap.
  template <class Visit>
  static void visit_lanes(const NearFaces& a, const NearFaces& b, const Visit& visit) {
    for (std::uint32_t i = 0; i < a.count_; ++i) {
      const std::uint32_t begin = &a == &b ? i + 1 : 0;
      for (std::uint32_t first = begin / kLanes * kLanes; first < b.count_; first += kLanes) {
        std::uint32_t mask = b.find_overlaps(a, i, first);
        if (first < begin) mask &= ~0u << (begin - first);
        if (mask != 0) visit(i, first, mask);
      }
    }
  }
  template <class Visit>
  static void visit_mask(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                         std::uint32_t mask, const Visit& visit) {
    for (; mask != 0; mask &= mask - 1) {
      visit(a.places_[i], b.places_[first + static_cast<std::uint32_t>(std::countr_zero(mask))]);
    }
  }
  std::uint32_t find_overlaps(const NearFaces& a, std::uint32_t i, std::uint32_t first) const;
  static std::uint32_t find_apart(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                                  float error, bool is_one_body);
  static std::uint32_t find_always_apart(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first,
                                         float error, bool is_one_body);
  void add(std::uint32_t place, const std::array<VertexId, 3>& vertices, const Float8& bounds, const Float4* points);
  void add_motion(const Float4* points, const Float4* end_points);

  // Which corners of face i of a, and of eight faces of b, are shared.
  struct Shared {
    Int8 a[3] = {}, b[3] = {};
  };
  static Shared find_shared(const NearFaces& a, std::uint32_t i, const NearFaces& b, std::uint32_t first);

  std::uint32_t count_ = 0;
  float margin_ = 0;
  std::array<std::uint32_t, kMax> places_ = {};
  // Coordinate by coordinate, so that those of eight faces lie side by side. Lanes beyond the last face have some
  // value.
  alignas(32) std::array<Row, 3> lower_ = {}, minus_upper_ = {}, normals_ = {};
  alignas(32) std::array<std::array<Row, 3>, 3> corners_ = {};
  // For swept faces: where corners end, normals on the way and at the end, and a length that none of them exceeds.
  alignas(32) std::array<std::array<Row, 3>, 3> end_corners_ = {};
  alignas(32) std::array<Row, 3> middle_normals_ = {}, end_normals_ = {};
  alignas(32) Row normal_lengths_ = {};
  alignas(32) Row sizes_ = {};
  alignas(32) std::array<std::array<std::uint32_t, kMax>, 3> vertices_ = {};
};

}  // namespace abut
