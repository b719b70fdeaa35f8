#include "reproduce/outline_boxes/tested_boxes.h"

namespace abut::reproduce {
namespace {

class Walk {
 public:
  Walk(const PlacedBoxes& a, const PlacedBoxes& b, double tolerance)
      : a_(*a.boxed), b_(*b.boxed), b_seen_(b.pose.seen_from(a.pose)), tolerance_(tolerance) {
    boxes_.a_tested.resize(a_.boxes.size());
    boxes_.b_tested.resize(b_.boxes.size());
    boxes_.a_met.resize(a_.boxes.size());
    boxes_.b_met.resize(b_.boxes.size());
  }

  TestedBoxes run() {
    visit(0, 0);
    return std::move(boxes_);
  }

 private:
  OrientedBox2 place(OrientedBox2 box) const {
    box.center = b_seen_.apply(box.center);
    box.axis = b_seen_.turn(box.axis);
    box.half.array() += tolerance_;
    return box;
  }

  // The larger box is opened first.
  void visit(std::uint32_t a, std::uint32_t b) {
    const OutlineTree::Node &a_node = a_.tree.nodes()[a], &b_node = b_.tree.nodes()[b];
    const OrientedBox2 &a_box = a_.boxes[a], &b_box = b_.boxes[b];
    ++boxes_.tests;
    boxes_.a_tested[a] = boxes_.b_tested[b] = true;
    if (!test_overlap(a_box, place(b_box))) return;
    if (a_node.is_leaf() && b_node.is_leaf()) {
      boxes_.a_met[a] = boxes_.b_met[b] = true;
      ++boxes_.piece_pairs;
    } else if (b_node.is_leaf() || (!a_node.is_leaf() && a_box.half.x() >= b_box.half.x())) {
      visit(a + 1, b);
      visit(a_node.right, b);
    } else {
      visit(a, b + 1);
      visit(a, b_node.right);
    }
  }

  const BoxedTree &a_, &b_;
  Pose2 b_seen_;
  double tolerance_;
  TestedBoxes boxes_;
};

}  // namespace

TestedBoxes find_tested_boxes(const PlacedBoxes& a, const PlacedBoxes& b, double tolerance) {
  return Walk(a, b, tolerance).run();
}

}  // namespace abut::reproduce
