// Whether two outlines are apart: boxes, then curves, the nearest first, until one pair is too near.
#include <algorithm>

#include "abut/outlines.h"

namespace abut {
namespace {

double measure_squared(const Vec2& p, const Vec2& a, const Vec2& way) {
  const double length2 = way.squaredNorm();
  const double t = length2 > 0 ? std::clamp((p - a).dot(way) / length2, 0.0, 1.0) : 0;
  return (a + t * way - p).squaredNorm();
}

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Of two lines, with a little taken off for rounding.
bool test_lines_apart(const Cubic2& a, const Cubic2& b, double distance) {
  const Vec2 &p = a.points[0], &q = b.points[0];
  const Vec2 u = a.points[3] - p, v = b.points[3] - q;
  const double limit2 = distance * distance;
  if (measure_squared(p, q, v) <= limit2 || measure_squared(a.points[3], q, v) <= limit2 ||
      measure_squared(q, p, u) <= limit2 || measure_squared(b.points[3], p, u) <= limit2) {
    return false;
  }
  // All ends are away from the other line: they are near only if they cross.
  const Vec2 way = q - p;
  const bool a_parts_b = (cross(u, way) > 0) != (cross(u, way + v) > 0);
  const bool b_parts_a = (cross(v, way) < 0) != (cross(v, way - u) < 0);
  return !(a_parts_b && b_parts_a);
}

class ApartTest {
 public:
  ApartTest(const PlacedOutline& a, const PlacedOutline& b, double distance)
      : a_(a), b_(b), distance_(distance), b_seen_(b.pose.seen_from(a.pose)) {}

  bool run() const { return visit(0, 0, measure(0, 0)) && !has_inside(a_, b_) && !has_inside(b_, a_); }

 private:
  double measure(std::uint32_t a, std::uint32_t b) const {
    OrientedBox2 box = b_.tree->nodes()[b].box;
    box.center = b_seen_.apply(box.center);
    box.axis = b_seen_.turn(box.axis);
    return measure_gap(a_.tree->nodes()[a].box, box);
  }

  bool visit(std::uint32_t number_a, std::uint32_t number_b, double gap) const {
    if (gap > distance_ * (1 + 1e-9)) return true;
    const OutlineTree::Node &a = a_.tree->nodes()[number_a], &b = b_.tree->nodes()[number_b];
    if (a.is_leaf() && b.is_leaf()) return test_pieces_apart(a.first, b.first);
    const bool opens_a = b.is_leaf() || (!a.is_leaf() && a.box.half.x() >= b.box.half.x());
    std::uint32_t first_a = number_a, first_b = number_b, second_a = number_a, second_b = number_b;
    if (opens_a) {
      first_a = number_a + 1;
      second_a = a.right;
    } else {
      first_b = number_b + 1;
      second_b = b.right;
    }
    const double first = measure(first_a, first_b), second = measure(second_a, second_b);
    if (second < first) return visit(second_a, second_b, second) && visit(first_a, first_b, first);
    return visit(first_a, first_b, first) && visit(second_a, second_b, second);
  }

  bool test_pieces_apart(std::uint32_t number_a, std::uint32_t number_b) const {
    const OutlinePiece &a = a_.tree->piece(number_a), &b = b_.tree->piece(number_b);
    const Cubic2 seen = b_seen_.apply(b.curve);
    if (a.kind == PieceKind::line && b.kind == PieceKind::line) return test_lines_apart(a.curve, seen, distance_);
    return !find_distance(a.curve, seen, 1e-3 * distance_, distance_);
  }

  // With borders apart, a loop is all inside or all outside.
  static bool has_inside(const PlacedOutline& inner, const PlacedOutline& outer) {
    for (const Loop& loop : inner.tree->outline().loops) {
      const Vec2 point = inner.pose.apply(loop.pieces.front().curve.points[0]);
      if (locate(outer, point) != Side::outside) return true;
    }
    return false;
  }

  const PlacedOutline &a_, &b_;
  double distance_;
  Pose2 b_seen_;
};

}  // namespace

bool test_apart(const PlacedOutline& a, const PlacedOutline& b, double distance) {
  return ApartTest(a, b, distance).run();
}

}  // namespace abut
