// How far two outlines are apart: the nearest boxes first, as long as they may be nearer than the best so far.
#include "abut/outlines.h"

namespace abut {
namespace {

class ClearanceSearch {
 public:
  ClearanceSearch(const PlacedOutline& a, const PlacedOutline& b, double tolerance, double within)
      : a_(a), b_(b), tolerance_(tolerance), within_(within), b_seen_(b.pose.seen_from(a.pose)) {}

  std::optional<OutlineClearance> run() {
    const Step root = make_step(0, 0);
    visit(root);
    if (!best_) return std::nullopt;
    for (Vec2& point : best_->nearest.points) point = a_.pose.apply(point);
    return best_;
  }

 private:
  struct Step {
    std::uint32_t a = 0, b = 0;
    double least = 0;
  };

  Step make_step(std::uint32_t a, std::uint32_t b) const {
    OrientedBox2 box = b_.tree->nodes()[b].box;
    box.center = b_seen_.apply(box.center);
    box.axis = b_seen_.turn(box.axis);
    return {a, b, measure_gap(a_.tree->nodes()[a].box, box)};
  }

  // Boxes are larger than what is in them by more than rounding, or as large; the tolerance covers the rest.
  bool may_be_nearer(double least) const {
    return least <= within_ && (!best_ || least < best_->nearest.distance - tolerance_);
  }

  void visit(const Step& step) {
    if (!may_be_nearer(step.least)) return;
    const OutlineTree::Node &a = a_.tree->nodes()[step.a], &b = b_.tree->nodes()[step.b];
    if (a.is_leaf() && b.is_leaf()) {
      measure(a.first, b.first);
      return;
    }
    const bool opens_a = b.is_leaf() || (!a.is_leaf() && a.box.half.x() >= b.box.half.x());
    Step first = opens_a ? make_step(step.a + 1, step.b) : make_step(step.a, step.b + 1);
    Step second = opens_a ? make_step(a.right, step.b) : make_step(step.a, b.right);
    if (second.least < first.least) std::swap(first, second);
    visit(first);
    visit(second);
  }

  void measure(std::uint32_t a, std::uint32_t b) {
    const double limit = best_ ? best_->nearest.distance : within_;
    const auto found =
        find_distance(a_.tree->piece(a).curve, b_seen_.apply(b_.tree->piece(b).curve), tolerance_, limit);
    if (found && (!best_ || found->distance < best_->nearest.distance)) best_ = {a, b, *found};
  }

  const PlacedOutline &a_, &b_;
  double tolerance_, within_;
  Pose2 b_seen_;
  std::optional<OutlineClearance> best_;
};

}  // namespace

std::optional<OutlineClearance> find_clearance(const PlacedOutline& a, const PlacedOutline& b, double tolerance,
                                               double within) {
  return ClearanceSearch(a, b, tolerance, within).run();
}

}  // namespace abut
