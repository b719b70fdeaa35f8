// Whether two outlines are apart: boxes, then curves, the nearest first, until one pair is too near.
#include <algorithm>
#include <cmath>

#include "abut/outlines.h"

namespace abut {
namespace {

constexpr double kSlack = 1e-6;  // by which rounding is more than covered, by the distance
constexpr double kFlat = 1e-3;   // curves this flat, by the distance, are not cut

double measure_squared(const Vec2& p, const Vec2& a, const Vec2& way) {
  const double length2 = way.squaredNorm();
  const double t = length2 > 0 ? std::clamp((p - a).dot(way) / length2, 0.0, 1.0) : 0;
  return (a + t * way - p).squaredNorm();
}

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

double measure_squared(const Vec2& p, const Vec2& u, const Vec2& q, const Vec2& v) {
  const Vec2 way = q - p;
  const bool u_parts_v = (cross(u, way) > 0) != (cross(u, way + v) > 0);
  const bool v_parts_u = (cross(v, way) < 0) != (cross(v, way - u) < 0);
  if (u_parts_v && v_parts_u) return 0;
  return std::min({measure_squared(p, q, v), measure_squared(Vec2(p + u), q, v), measure_squared(q, p, u),
                   measure_squared(Vec2(q + v), p, u)});
}

// A curve is nowhere farther from its chord than its control points are, and no point of the chord is farther from it.
struct ChordedCurve {
  Cubic2 curve;
  double width = 0;

  static ChordedCurve make(const Cubic2& curve) {
    const Vec2 chord = curve.points[3] - curve.points[0];
    const double a = measure_squared(curve.points[1], curve.points[0], chord),
                 b = measure_squared(curve.points[2], curve.points[0], chord);
    return {curve, std::sqrt(std::max(a, b))};
  }
};

bool test_curves_apart(const ChordedCurve& a, const ChordedCurve& b, double distance) {
  const auto &p = a.curve.points, &q = b.curve.points;
  const double chords = std::sqrt(measure_squared(p[0], p[3] - p[0], q[0], q[3] - q[0])), widths = a.width + b.width;
  if (chords - widths > distance * (1 + kSlack)) return true;
  if (chords + widths <= distance || widths < kFlat * distance) return false;
  const bool cuts_a = a.width >= b.width;
  for (const Cubic2& half : (cuts_a ? a : b).curve.split()) {
    const ChordedCurve part = ChordedCurve::make(half);
    if (!(cuts_a ? test_curves_apart(part, b, distance) : test_curves_apart(a, part, distance))) return false;
  }
  return true;
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
    if (gap > distance_ * (1 + kSlack)) return true;
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
    const auto chord = [](const OutlinePiece& piece, const Cubic2& curve) {
      return piece.kind == PieceKind::line ? ChordedCurve{curve, 0} : ChordedCurve::make(curve);
    };
    return test_curves_apart(chord(a, a.curve), chord(b, seen), distance_);
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
