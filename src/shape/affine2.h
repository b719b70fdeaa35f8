// Maps of the plane that keep lines straight: what drawings turn, stretch and mirror their shapes with.
#pragma once

#include <cmath>
#include <numbers>

#include "abut/outline.h"

namespace abut {

/// p goes to x * p.x + y * p.y + shift.
struct Affine2 {
  Vec2 x = Vec2::UnitX(), y = Vec2::UnitY(), shift = Vec2::Zero();

  static Affine2 make_shift(const Vec2& shift) { return {Vec2::UnitX(), Vec2::UnitY(), shift}; }
  static Affine2 make_scale(const Vec2& scale) { return {scale.x() * Vec2::UnitX(), scale.y() * Vec2::UnitY()}; }
  static Affine2 make_turn(double cos, double sin) { return {Vec2(cos, sin), Vec2(-sin, cos)}; }

  Vec2 turn(const Vec2& v) const { return v.x() * x + v.y() * y; }
  Vec2 apply(const Vec2& p) const { return turn(p) + shift; }
  double determinant() const { return x.x() * y.y() - x.y() * y.x(); }
  bool is_finite() const { return x.allFinite() && y.allFinite() && shift.allFinite(); }

  OutlinePiece apply(OutlinePiece piece) const {
    for (Vec2& p : piece.curve.points) p = apply(p);
    if (piece.kind == PieceKind::line) piece.curve = make_line(piece.curve.points[0], piece.curve.points[3]);
    piece.arc.center = apply(piece.arc.center);
    piece.arc.x = turn(piece.arc.x);
    piece.arc.y = turn(piece.arc.y);
    return piece;
  }

  /// First b, then a.
  friend Affine2 operator*(const Affine2& a, const Affine2& b) { return {a.turn(b.x), a.turn(b.y), a.apply(b.shift)}; }
};

/// Exact for quarter turns.
inline Affine2 make_turn_by_degrees(double degrees) {
  const double quarters = std::round(degrees / 90);
  const double rest = (degrees - 90 * quarters) * std::numbers::pi / 180;
  const double c = std::cos(rest), s = std::sin(rest);
  switch (static_cast<int>(std::fmod(std::fmod(quarters, 4) + 4, 4))) {
    case 0:
      return Affine2::make_turn(c, s);
    case 1:
      return Affine2::make_turn(-s, c);
    case 2:
      return Affine2::make_turn(-c, -s);
    default:
      return Affine2::make_turn(s, -c);
  }
}

}  // namespace abut
