// Room 3, tree, another face: the oriented boxes of an outline (Rivera, Estrela and Carvalho).
#pragma once

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/outline.h"

namespace abut {

/// A rectangle at any angle.
struct OrientedBox2 {
  Vec2 center = Vec2::Zero();
  Vec2 axis = Vec2::UnitX();  ///< of length 1
  Vec2 half = Vec2::Zero();   ///< half of its sides, along the axis and across

  Vec2 across() const { return Vec2(-axis.y(), axis.x()); }
  double area() const { return 4 * half.x() * half.y(); }
  std::array<Vec2, 4> corners() const {
    const Vec2 u = half.x() * axis, v = half.y() * across();
    return {center - u - v, center + u - v, center + u + v, center - u + v};
  }
};

/// Boxes that touch overlap. By the four directions of their sides.
inline bool test_overlap(const OrientedBox2& a, const OrientedBox2& b) {
  const Vec2 way = b.center - a.center;
  // The axis of b as a sees it.
  const double c = std::abs(a.axis.dot(b.axis)), s = std::abs(a.axis.x() * b.axis.y() - a.axis.y() * b.axis.x());
  if (std::abs(way.dot(a.axis)) > a.half.x() + c * b.half.x() + s * b.half.y()) return false;
  if (std::abs(way.dot(a.across())) > a.half.y() + s * b.half.x() + c * b.half.y()) return false;
  if (std::abs(way.dot(b.axis)) > b.half.x() + c * a.half.x() + s * a.half.y()) return false;
  return std::abs(way.dot(b.across())) <= b.half.y() + s * a.half.x() + c * a.half.y();
}

/// No more than their distance: the widest gap across one of the four directions of their sides; 0 if there is none.
inline double measure_gap(const OrientedBox2& a, const OrientedBox2& b) {
  const Vec2 way = b.center - a.center;
  const double c = std::abs(a.axis.dot(b.axis)), s = std::abs(a.axis.x() * b.axis.y() - a.axis.y() * b.axis.x());
  return std::max({0.0, std::abs(way.dot(a.axis)) - (a.half.x() + c * b.half.x() + s * b.half.y()),
                   std::abs(way.dot(a.across())) - (a.half.y() + s * b.half.x() + c * b.half.y()),
                   std::abs(way.dot(b.axis)) - (b.half.x() + c * a.half.x() + s * a.half.y()),
                   std::abs(way.dot(b.across())) - (b.half.y() + s * a.half.x() + c * a.half.y())});
}

/// Where super boxes, which have others in them, get their direction from.
enum class SuperBoxes : std::uint8_t {
  elementary,       ///< how the boxes of single pieces lie, weighted by the pieces' lengths
  multiresolution,  ///< the piece of the same curve with less detail; where there is none, as above
};

/// Where numbers of about 1 stand for a tree's coordinates: seen from the middle of its box, by its size.
struct BoxFrame2 {
  Vec2 origin = Vec2::Zero();
  double scale = 1;  ///< a power of two, no less than half of the box's diagonal
};

/// The boxes of two nodes with the same parent, in a tree's frame, rounded, and larger by no less than that: half as
/// much memory as both nodes, for searches that look at many pairs. A pair of each number: of the first and the second.
struct alignas(64) SiblingBoxes2 {
  static constexpr std::uint32_t kLeaf = 0x80000000u;

  std::array<float, 4> center;  ///< x of both, y of both; and so on
  std::array<float, 4> axis;
  std::array<float, 4> half;
  std::array<std::uint32_t, 2> below;  ///< where their children are, or kLeaf and the number of the piece
};

struct OutlineTreeSettings {
  SuperBoxes super_boxes = SuperBoxes::elementary;
  int samples = 5;  ///< points of a piece that say how it lies
};

/// A box for each piece of an outline, with its roughness, and super boxes up to one around all. All of them truly
/// enclose what they are made for.
class OutlineTree {
 public:
  struct Node {
    OrientedBox2 box;
    std::uint32_t first = 0, count = 0;  ///< pieces in it, counted through all loops
    std::uint32_t right = 0;             ///< its second child; the first is the next node. 0: a single piece

    bool is_leaf() const { return right == 0; }
  };

  /// The outline must keep its promises (check_outline) and have a piece at least.
  explicit OutlineTree(Outline outline, const OutlineTreeSettings& settings = {});

  const Outline& outline() const { return outline_; }
  /// Each before what is in it; the first has all in it.
  std::span<const Node> nodes() const { return nodes_; }
  const OutlinePiece& piece(std::uint32_t number) const;
  /// That of the piece, where a search finds it at once.
  const Cubic2& curve(std::uint32_t number) const { return curves_[number].curve; }
  std::size_t piece_count() const { return lengths_.size(); }
  std::size_t loop_of(std::uint32_t piece) const;
  double roughest() const { return roughest_; }  ///< the largest roughness of any piece
  /// The same boxes, two by two: the first has the root in both places, each before what is below.
  std::span<const SiblingBoxes2> siblings() const { return siblings_; }
  const BoxFrame2& frame() const { return frame_; }
  /// Nodes that are so many steps below the root.
  std::vector<std::uint32_t> list_level(int depth) const;

 private:
  struct Range {
    std::uint32_t first = 0, count = 0;
  };
  void add_elementary(const OutlinePiece& piece);
  std::vector<Loop> make_coarse_loops(const Loop& loop) const;
  std::uint32_t add_range(Range range, std::uint32_t loop_start, std::span<const Loop> coarse);
  std::uint32_t add_loops(std::size_t begin, std::size_t end);
  std::uint32_t add_siblings(std::uint32_t first, std::uint32_t second);
  void fit(Node& node, const Vec2& axis) const;
  Vec2 find_axis(Range range) const;

  Outline outline_;
  OutlineTreeSettings settings_;
  struct alignas(64) AlignedCurve {
    Cubic2 curve;
  };
  std::vector<AlignedCurve> curves_;
  std::vector<std::uint32_t> starts_;  // of each loop, its first piece
  std::vector<OrientedBox2> elementary_;
  std::vector<double> lengths_;
  double roughest_ = 0;
  std::vector<Node> nodes_;
  BoxFrame2 frame_;
  std::vector<SiblingBoxes2> siblings_;
};

/// As `locate` of outline.h; boxes that the point is not in are done with at once.
Side locate(const OutlineTree& tree, const Vec2& point, double tolerance = 0);

}  // namespace abut
