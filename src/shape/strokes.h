// Curves as they are drawn, in any order and in pieces, on their way to closed loops.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/outline.h"

namespace abut {

/// A curve that is drawn in one go: each piece begins exactly where the one before ends.
struct Stroke {
  std::vector<OutlinePiece> pieces;
  std::uint32_t owner = 0;  ///< what it was drawn by, for whoever asks later

  const Vec2& begin() const { return pieces.front().curve.points[0]; }
  const Vec2& end() const { return pieces.back().curve.points[3]; }
  bool is_closed() const { return begin() == end(); }
};

/// Arcs become cubics that are nowhere farther from them than this share of the ellipse's larger radius. This holds for
/// any affine image of them.
inline constexpr double kArcTolerance = 1e-7;
/// How far cubics that stand for arcs of this outline may be from them.
double measure_arc_error(const Outline& outline);

/// The pieces of a whole arc, with that tolerance.
std::vector<OutlinePiece> make_arc(const EllipseArc& arc, const Vec2& from, const Vec2& to);

/// Takes pieces away that are points. How many.
std::size_t drop_points(std::vector<OutlinePiece>& pieces);

/// Moves where a stroke begins or ends, by a little.
void move_begin(Stroke& stroke, const Vec2& to);
void move_end(Stroke& stroke, const Vec2& to);

/// The other way around.
void reverse(Stroke& stroke);

/// Joins strokes whose ends are no farther apart than the gap, the nearest first, in the order in which they are
/// given. What is closed already stays as it is. A joined stroke has the owner of its first one.
std::vector<Stroke> join_strokes(std::vector<Stroke> strokes, double gap);

}  // namespace abut
