// Room 2, shape, another face: closed curves in the plane, and the same curves with less detail.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"

namespace abut {

/// A box along the axes; empty until a point is added.
struct Box2 {
  Vec2 lower = Vec2::Constant(std::numeric_limits<double>::infinity());
  Vec2 upper = Vec2::Constant(-std::numeric_limits<double>::infinity());

  bool is_empty() const { return !(lower.x() <= upper.x()); }
  void add(const Vec2& point) {
    lower = lower.cwiseMin(point);
    upper = upper.cwiseMax(point);
  }
  Vec2 size() const { return is_empty() ? Vec2(Vec2::Zero()) : Vec2(upper - lower); }
  Vec2 center() const { return 0.5 * (lower + upper); }
};

// ---------------------------------------------------------------------------------------------------------------
// Pieces

/// A cubic Bézier curve; t goes from 0 to 1.
struct Cubic2 {
  std::array<Vec2, 4> points;

  Vec2 at(double t) const;
  Vec2 derivative(double t) const;
  Vec2 second_derivative(double t) const;
  /// Its two parts, before t and after.
  std::array<Cubic2, 2> split(double t = 0.5) const;
  /// Its part between two parameters.
  Cubic2 part(double from, double to) const;
  Cubic2 reversed() const { return {{points[3], points[2], points[1], points[0]}}; }
};

/// A straight one, gone along evenly.
Cubic2 make_line(const Vec2& from, const Vec2& to);

/// The box that it just fits in.
Box2 find_box(const Cubic2& curve);
/// The least and the greatest coordinate along a direction; rounded.
std::array<double, 2> find_extent(const Cubic2& curve, const Vec2& direction);
/// To about 12 digits.
double measure_length(const Cubic2& curve);

/// A part of an ellipse: centre + cos(angle) * x + sin(angle) * y, from the start on. Any affine image of it is one.
struct EllipseArc {
  Vec2 center = Vec2::Zero();
  Vec2 x = Vec2::UnitX(), y = Vec2::UnitY();
  double start = 0, sweep = 0;  ///< radians

  Vec2 at(double share) const;  ///< from 0 at its start to 1 at its end
  friend bool operator==(const EllipseArc&, const EllipseArc&) = default;
};

/// What a piece was when it was drawn. All of abut works with its cubic; files get back what it was.
enum class PieceKind : std::uint8_t { cubic, line, arc };

struct OutlinePiece {
  Cubic2 curve;
  PieceKind kind = PieceKind::cubic;
  EllipseArc arc = {};   ///< of an arc, the part that this piece is
  double roughness = 0;  ///< how far from the curve the true border may be: the tolerance of Rivera et al.
};

/// Cubics for an arc that are nowhere farther from it than the tolerance, which end exactly at `from` and `to`.
std::vector<OutlinePiece> make_arc(const EllipseArc& arc, const Vec2& from, const Vec2& to, double tolerance);

// ---------------------------------------------------------------------------------------------------------------
// Outlines

/// A closed curve: each piece begins exactly where the one before ends, the first where the last ends.
struct Loop {
  std::vector<OutlinePiece> pieces;
  std::vector<Vec2> control_points = {};  ///< of a spline, from which detail can be taken away; else none
};

/// A region of the plane: all that an odd number of its loops go around. Loops may not cross themselves or each other.
/// They may touch; where two go along each other, or one along itself, what is between them counts as part of the
/// region.
struct Outline {
  std::string name;
  std::vector<Loop> loops;
};

/// The periodic uniform cubic B-spline of these control points, a piece for each: piece i is the one between the joints
/// of control points i and i + 1. `roughness`: of each piece, or empty.
Loop make_spline(std::span<const Vec2> control_points, std::span<const double> roughness = {});
Loop make_polygon(std::span<const Vec2> corners);

/// What an outline leaves of the plane, as far as a box that is larger by this: where a part must not be that has to
/// stay inside. Its pieces keep their numbers; those of the box come last.
Outline make_surroundings(const Outline& outline, const Box2& around, double margin);

/// Above 0 if it goes counter-clockwise.
double measure_area(const Loop& loop);
double measure_length(const Loop& loop);
Box2 find_box(const Loop& loop);
/// That of the region; never below 0 if loops do not cross.
double measure_area(const Outline& outline);
double measure_length(const Outline& outline);
Box2 find_box(const Outline& outline);
/// Of length 1, to the right of the way, which is out of a loop that goes counter-clockwise. Zero only for a piece that
/// is a point.
Vec2 measure_normal(const Cubic2& curve, double t);

enum class Side : std::uint8_t { outside, border, inside };
/// Where a point is; `border` if the curve is within the tolerance of it, or cannot be told from it in doubles.
Side locate(const Outline& outline, const Vec2& point, double tolerance = 0);

/// The error names the first loop and piece that is not finite, does not begin where the last ended, or has a negative
/// roughness.
Status check_outline(const Outline& outline);

// ---------------------------------------------------------------------------------------------------------------
// Less detail

/// One level of periodic cubic B-spline wavelets: half as many control points, and what they leave out.
struct WaveletLevel {
  std::vector<Vec2> coarse, details;
};

/// Only for an even number of points, 4 or more. Segments 2i and 2i + 1 become segment i.
WaveletLevel analyse(std::span<const Vec2> control_points);
/// The same points again, but for rounding.
std::vector<Vec2> synthesise(const WaveletLevel& level);

/// Control points with less and less detail: the given ones first, then half of them, as long as they are even in
/// number and at least `least` remain.
std::vector<std::vector<Vec2>> make_levels(std::vector<Vec2> control_points, std::size_t least = 4);

}  // namespace abut
