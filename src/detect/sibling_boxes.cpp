#include "detect/sibling_boxes.h"

#include "tree/float_rounding.h"

namespace abut {
namespace {

// What rounding may do to a box that is moved, by the largest coordinate.
constexpr double kRounding = 0x1p-49;
// The same in floats, by all lengths there are: some forty roundings of a unit in the last place each.
constexpr double kSingle = 0x1p-18;

double find_largest(const OrientedBox2& box) { return box.center.cwiseAbs().maxCoeff() + box.half.sum(); }

// A box where another outline sees it, larger by what counts as near.
OrientedBox2 place(OrientedBox2 box, const Pose2& seen, double tolerance) {
  const double slack = tolerance + kRounding * (find_largest(box) + seen.shift.cwiseAbs().maxCoeff());
  box.center = seen.apply(box.center);
  box.axis = seen.turn(box.axis);
  box.half.array() += slack;
  return box;
}

}  // namespace

SiblingPairs::SiblingPairs(const OutlineTree& a, const OutlineTree& b, const Pose2& b_seen, double tolerance)
    : a_{&a, a.siblings().data(), 1},
      b_{&b, b.siblings().data(), 1},
      cos_(static_cast<float>(b_seen.cos)),
      sin_(static_cast<float>(b_seen.sin)) {
  const OrientedBox2 &a_root = a.nodes()[0].box, b_root = place(b.nodes()[0].box, b_seen, tolerance);
  roots_overlap_ = test_overlap(a_root, b_root);
  if (!roots_overlap_) return;
  const double scale = std::max(a.frame().scale, b.frame().scale);
  a_.scale = static_cast<float>(a.frame().scale / scale);
  b_.scale = static_cast<float>(b.frame().scale / scale);
  const Vec2 shift = b_seen.apply(b.frame().origin) - a.frame().origin;
  shift_x_ = static_cast<float>(shift.x() / scale);
  shift_y_ = static_cast<float>(shift.y() / scale);
  const double lengths = a_root.half.sum() + b_root.half.sum();
  // Boxes were made in coordinates that are rounded, too: as far from the origin as they are drawn.
  const double drawn = find_largest(a_root) + find_largest(b.nodes()[0].box) + b_seen.shift.cwiseAbs().maxCoeff();
  slack_ = round_up((tolerance + kRounding * drawn + kSingle * lengths) / scale * (1 + 0x1p-20));
}

bool SiblingPairs::test_roots() const { return roots_overlap_; }

}  // namespace abut
