// The border of a region as lines in a tree of boxes: how far a point is from it, and on which side.
#pragma once

#include <array>
#include <cstdint>
#include <vector>

#include "abut/outline.h"

namespace abut {

class BorderLines {
 public:
  using Line = std::array<Vec2, 2>;
  explicit BorderLines(const Outline& outline);

  /// How far the border may be from the lines.
  double error() const { return error_; }
  /// The distance from the lines, or `limit` if they are no nearer.
  double measure_distance(const Vec2& point, double limit) const;
  bool is_inside(const Vec2& point) const;

 private:
  struct Node {
    Box2 box;
    std::uint32_t first = 0, count = 0;  // lines in it
    std::uint32_t right = 0;             // its second child; the first is the next node. 0: it has lines
  };
  void add_lines(const Outline& outline);
  std::uint32_t add_node(std::uint32_t first, std::uint32_t count);
  template <class Wanted, class Look>
  void search(const Vec2& point, const Wanted& is_wanted, const Look& look) const;

  std::vector<Line> lines_;
  std::vector<Node> nodes_;
  double error_ = 0;
};

}  // namespace abut
