// Room 3, tree: bounding volumes and hierarchies over boxes. Trees know nothing of bodies or scenes.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"

namespace abut {

/// Where floats count from, and in which unit. Floats have 24 bits: boxes of things far from the origin, or in very
/// small or large units, stay tight only in a frame of their own. Boxes may be compared only within one frame.
struct BoxFrame {
  Vec3 origin = Vec3::Zero();
  double scale = 1;  ///< a power of two
};

/// A frame in which the box lies around the origin and has about the size 1.
BoxFrame make_box_frame(const Box3& box);

/// An axis-aligned box of floats, half the size of one of doubles. Closed, so touching boxes overlap. Made by steps
/// that keep order (shift, scale, round outwards), so boxes of things that meet always overlap.
struct FloatBox {
  std::array<float, 3> lower, upper;
};

FloatBox make_float_box(std::span<const Vec3> points, const BoxFrame& frame = {});

inline bool test_overlap(const FloatBox& a, const FloatBox& b) {
  return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] && b.lower[1] <= a.upper[1] &&
         a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}

/// A binary tree over boxes, cut by the surface area heuristic. The same tree at any thread count.
class Bvh {
 public:
  static constexpr std::uint32_t kLeafSize = 4;

  struct Item {
    FloatBox box;
    std::uint32_t index;  ///< position in the list the tree was made from
  };
  struct Node {
    FloatBox box;
    std::uint32_t first;  ///< leaf: first item; else the first of two children that lie side by side
    std::uint32_t count;  ///< leaf: number of items; else 0
    bool is_leaf() const { return count > 0; }
  };

  /// Cost: n log n. An empty list gives an empty tree.
  explicit Bvh(std::span<const FloatBox> boxes, const RunSettings& run = {});

  bool is_empty() const { return nodes_.empty(); }
  const Node& node(std::uint32_t i) const { return nodes_[i]; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Item> items(const Node& leaf) const { return std::span(items_).subspan(leaf.first, leaf.count); }

 private:
  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

/// Two nodes whose items are to be paired; a == b within one tree means all pairs below that node.
struct NodePair {
  std::uint32_t a = 0, b = 0;
};

}  // namespace abut
