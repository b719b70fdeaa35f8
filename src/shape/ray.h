// Where a point is. A ray goes to the right and counts what it crosses. A piece of a curve and the chord between its
// ends are crossed equally often if the point is outside of a box around both, so that all comes down to chords, which
// are decided exactly; pieces with the point in their box are cut in halves.
#pragma once

#include "abut/outline.h"

namespace abut {

class Ray {
 public:
  Ray(const Vec2& point, double tolerance) : point_(point), tolerance_(tolerance) {}

  void add(const OutlinePiece& piece);
  /// Of a way from a to b that the point is not near, and that with the chord does not go around the point.
  void cross(const Vec2& a, const Vec2& b);
  Side side() const { return touches_ ? Side::border : is_inside_ ? Side::inside : Side::outside; }

 private:
  void add_line(const Vec2& a, const Vec2& b);
  void add_curve(const Cubic2& curve, double rounding);
  bool test_near(const Box2& box, double distance) const;

  Vec2 point_;
  double tolerance_;
  bool touches_ = false, is_inside_ = false;
};

}  // namespace abut
