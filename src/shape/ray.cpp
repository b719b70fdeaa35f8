#include "shape/ray.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

// What rounding may do to points that come of cutting in halves, by the largest coordinate.
constexpr double kRounding = 0x1p-49;

// From a point to the line between a and b.
double measure_distance(const Vec2& point, const Vec2& a, const Vec2& b) {
  const Vec2 way = b - a;
  const double length2 = way.squaredNorm();
  const double t = length2 > 0 ? std::clamp((point - a).dot(way) / length2, 0.0, 1.0) : 0;
  return (a + t * way - point).norm();
}

}  // namespace

void Ray::add(const OutlinePiece& piece) {
  if (piece.kind == PieceKind::line) {
    add_line(piece.curve.points[0], piece.curve.points[3]);
  } else {
    double largest = 0;
    for (const Vec2& p : piece.curve.points) largest = std::max(largest, p.cwiseAbs().maxCoeff());
    add_curve(piece.curve, kRounding * largest);
  }
}

void Ray::add_line(const Vec2& a, const Vec2& b) {
  Box2 box;
  box.add(a);
  box.add(b);
  if (test_near(box, tolerance_)) {
    touches_ |= tolerance_ > 0 ? measure_distance(point_, a, b) <= tolerance_ : orient2d(a, b, point_) == 0;
  }
  cross(a, b);
}

// `rounding` is that of the whole piece: parts of it inherit what rounding did to it. The curve is no farther from its
// chord than its control points are, and no point of the chord is farther from it.
void Ray::add_curve(const Cubic2& curve, double rounding) {
  Box2 box;
  for (const Vec2& p : curve.points) box.add(p);
  if (!test_near(box, tolerance_ + rounding)) {
    cross(curve.points[0], curve.points[3]);
    return;
  }
  const Vec2 &begin = curve.points[0], &end = curve.points[3];
  const double distance = measure_distance(point_, begin, end);
  const double width =
      std::max(measure_distance(curve.points[1], begin, end), measure_distance(curve.points[2], begin, end));
  const bool is_flat = width <= std::max(1e-3 * tolerance_, 4 * rounding);
  if (is_flat || distance + width <= tolerance_) {
    touches_ |= distance <= tolerance_ + 8 * rounding;
    cross(begin, end);
    return;
  }
  if (distance > tolerance_ + width + 8 * rounding) return cross(begin, end);
  for (const Cubic2& half : curve.split()) {
    if (!touches_) add_curve(half, rounding);
  }
}

bool Ray::test_near(const Box2& box, double distance) const {
  return (point_.array() >= box.lower.array() - distance).all() &&
         (point_.array() <= box.upper.array() + distance).all();
}

// Ends at the height of the point count as above it, so that joints are crossed once or twice, never by chance.
void Ray::cross(const Vec2& a, const Vec2& b) {
  const bool is_above_a = a.y() >= point_.y(), is_above_b = b.y() >= point_.y();
  if (is_above_a == is_above_b) return;
  const int side = orient2d(a, b, point_);
  if (is_above_b ? side > 0 : side < 0) is_inside_ = !is_inside_;
}

Side locate(const Outline& outline, const Vec2& point, double tolerance) {
  Ray ray(point, tolerance);
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) ray.add(piece);
  }
  return ray.side();
}

}  // namespace abut
