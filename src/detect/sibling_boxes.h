// Boxes of two outlines against each other, four pairs at a time.
#pragma once

#include <algorithm>

#include "abut/outlines.h"
#include "math/simd.h"

namespace abut {

/// One of two siblings of a tree.
struct BoxPlace {
  std::uint32_t siblings = 0, number = 0;
};

/// Two trees, the second as the first sees it, and what counts as near. Numbers are floats by the size of the larger
/// tree; boxes are larger by more than these round.
class SiblingPairs {
 public:
  SiblingPairs(const OutlineTree& a, const OutlineTree& b, const Pose2& b_seen, double tolerance);

  bool test_roots() const;
  std::uint32_t a_below(const BoxPlace& place) const { return a_.siblings[place.siblings].below[place.number]; }
  std::uint32_t b_below(const BoxPlace& place) const { return b_.siblings[place.siblings].below[place.number]; }
  /// Half the length of a box.
  float a_size(const BoxPlace& place) const { return a_.scale * a_.siblings[place.siblings].half[place.number]; }
  float b_size(const BoxPlace& place) const { return b_.scale * b_.siblings[place.siblings].half[place.number]; }

  /// What is below is looked at soon.
  void prefetch(const BoxPlace& a, const BoxPlace& b) const {
    prefetch(a_, a_below(a));
    prefetch(b_, b_below(b));
  }

  /// Bit 2i + j: child i of a, or a itself if it is not opened (i is 0 then), overlaps child j of b, or b itself.
  unsigned find_overlaps(const BoxPlace& a, bool opens_a, const BoxPlace& b, bool opens_b) const {
    const auto a_boxes =
        opens_a ? take_both<0, 0, 1, 1>(a_.siblings[a_below(a)]) : take_one(a_.siblings[a.siblings], a.number);
    const auto b_boxes =
        opens_b ? take_both<0, 1, 0, 1>(b_.siblings[b_below(b)]) : take_one(b_.siblings[b.siblings], b.number);
    const unsigned lanes = (opens_a ? 0b1111u : 0b0011u) & (opens_b ? 0b1111u : 0b0101u);
    return lanes & ~find_apart(place_a(a_boxes), place_b(b_boxes));
  }

 private:
  struct Boxes {
    Float4 x, y, axis_x, axis_y, half_x, half_y;
  };
  struct Side {
    const OutlineTree* tree;
    const SiblingBoxes2* siblings;
    float scale;
  };

  static void prefetch(const Side& side, std::uint32_t below) {
    const bool is_leaf = below & SiblingBoxes2::kLeaf;
    __builtin_prefetch(is_leaf ? static_cast<const void*>(&side.tree->curve(below & ~SiblingBoxes2::kLeaf))
                               : &side.siblings[below]);
  }

  template <int A, int B, int C, int D>
  static Boxes take_both(const SiblingBoxes2& s) {
    const Float4 center = load<Float4>(s.center.data()), axis = load<Float4>(s.axis.data()),
                 half = load<Float4>(s.half.data());
    const auto x = [](const Float4& v) { return __builtin_shufflevector(v, v, A, B, C, D); };
    const auto y = [](const Float4& v) { return __builtin_shufflevector(v, v, A + 2, B + 2, C + 2, D + 2); };
    return {x(center), y(center), x(axis), y(axis), x(half), y(half)};
  }
  static Boxes take_one(const SiblingBoxes2& s, std::uint32_t number) {
    return number == 0 ? take_both<0, 0, 0, 0>(s) : take_both<1, 1, 1, 1>(s);
  }

  Boxes place_a(Boxes boxes) const {
    for (Float4* lanes : {&boxes.x, &boxes.y, &boxes.half_x, &boxes.half_y}) *lanes *= a_.scale;
    return boxes;
  }
  Boxes place_b(const Boxes& boxes) const {
    const Float4 x = boxes.x * b_.scale, y = boxes.y * b_.scale;
    return {cos_ * x - sin_ * y + shift_x_,
            sin_ * x + cos_ * y + shift_y_,
            cos_ * boxes.axis_x - sin_ * boxes.axis_y,
            sin_ * boxes.axis_x + cos_ * boxes.axis_y,
            boxes.half_x * b_.scale + slack_,
            boxes.half_y * b_.scale + slack_};
  }

  // Bit k: lanes k are apart, along one of the four directions of their sides.
  static unsigned find_apart(const Boxes& a, const Boxes& b) {
    const Float4 x = b.x - a.x, y = b.y - a.y;
    const Float4 c = lanes_abs(a.axis_x * b.axis_x + a.axis_y * b.axis_y),
                 s = lanes_abs(a.axis_x * b.axis_y - a.axis_y * b.axis_x);
    const Float4 along_a = lanes_abs(x * a.axis_x + y * a.axis_y) - (a.half_x + c * b.half_x + s * b.half_y);
    const Float4 across_a = lanes_abs(y * a.axis_x - x * a.axis_y) - (a.half_y + s * b.half_x + c * b.half_y);
    const Float4 along_b = lanes_abs(x * b.axis_x + y * b.axis_y) - (b.half_x + c * a.half_x + s * a.half_y);
    const Float4 across_b = lanes_abs(y * b.axis_x - x * b.axis_y) - (b.half_y + s * a.half_x + c * a.half_y);
    return mask_greater(lanes_max(lanes_max(along_a, across_a), lanes_max(along_b, across_b)), Float4{});
  }

  Side a_, b_;
  float cos_, sin_, shift_x_ = 0, shift_y_ = 0, slack_ = 0;
  bool roots_overlap_;
};

}  // namespace abut
