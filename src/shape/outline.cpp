#include "abut/outline.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/assert.h"
#include "shape/ray.h"

namespace abut {
namespace {

double cross(const Vec2& a, const Vec2& b) { return a.x() * b.y() - a.y() * b.x(); }

// Between a cubic and the lines from the origin to its ends.
double measure_swept_area(const OutlinePiece& piece, const Vec2& origin) {
  std::array<Vec2, 4> p;
  for (int i = 0; i < 4; ++i) p[i] = piece.curve.points[i] - origin;
  if (piece.kind == PieceKind::line) return 0.5 * cross(p[0], p[3]);
  return 0.3 * (cross(p[0], p[1]) + cross(p[2], p[3])) +
         0.15 * (cross(p[0], p[2]) + cross(p[1], p[2]) + cross(p[1], p[3])) + 0.05 * cross(p[0], p[3]);
}

// How far a cubic with the tangents of a circle's arc gets from it, by its radius (Goldapp 1991).
double measure_arc_error(double angle) {
  const double s = std::sin(0.25 * angle), c = std::cos(0.25 * angle);
  return 2.0 / 27 * std::pow(s, 6) / (c * c);
}

std::size_t count_arc_pieces(double sweep, double radius, double tolerance) {
  constexpr std::size_t kMost = 1 << 16;
  std::size_t count = static_cast<std::size_t>(std::max(1.0, std::ceil(2 * std::abs(sweep) / std::numbers::pi - 1e-9)));
  while (count < kMost && radius * measure_arc_error(sweep / static_cast<double>(count)) > tolerance) ++count;
  return count;
}

}  // namespace

Vec2 EllipseArc::at(double share) const {
  const double angle = start + share * sweep;
  return center + std::cos(angle) * x + std::sin(angle) * y;
}

std::vector<OutlinePiece> make_arc(const EllipseArc& arc, const Vec2& from, const Vec2& to, double tolerance) {
  ABUT_ASSERT(tolerance > 0);
  const double radius = std::sqrt(arc.x.squaredNorm() + arc.y.squaredNorm());  // no direction is stretched further
  const std::size_t count = count_arc_pieces(arc.sweep, radius, tolerance);
  const double sweep = arc.sweep / static_cast<double>(count), reach = 4.0 / 3 * std::tan(0.25 * sweep);
  std::vector<OutlinePiece> pieces;
  Vec2 begin = from;
  for (std::size_t i = 0; i < count; ++i) {
    OutlinePiece piece;
    piece.kind = PieceKind::arc;
    piece.arc = arc;
    piece.arc.start = arc.start + static_cast<double>(i) * sweep;
    piece.arc.sweep = sweep;
    const auto tangent = [&](double angle) { return Vec2(std::cos(angle) * arc.y - std::sin(angle) * arc.x); };
    const Vec2 end = i + 1 == count ? to : piece.arc.at(1);
    piece.curve = {
        {begin, begin + reach * tangent(piece.arc.start), end - reach * tangent(piece.arc.start + sweep), end}};
    pieces.push_back(piece);
    begin = end;
  }
  return pieces;
}

Loop make_spline(std::span<const Vec2> c, std::span<const double> roughness) {
  ABUT_ASSERT(!c.empty() && (roughness.empty() || roughness.size() == c.size()));
  const std::size_t count = c.size();
  const auto joint = [&](std::size_t i) {
    return Vec2((c[(i + count - 1) % count] + 4 * c[i % count] + c[(i + 1) % count]) / 6);
  };
  Loop loop;
  loop.control_points.assign(c.begin(), c.end());
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 &a = c[i], &b = c[(i + 1) % count];
    OutlinePiece piece;
    piece.curve = {{joint(i), (2 * a + b) / 3, (a + 2 * b) / 3, joint((i + 1) % count)}};
    if (!roughness.empty()) piece.roughness = roughness[i];
    loop.pieces.push_back(piece);
  }
  return loop;
}

Loop make_polygon(std::span<const Vec2> corners) {
  Loop loop;
  for (std::size_t i = 0; i < corners.size(); ++i) {
    loop.pieces.push_back({make_line(corners[i], corners[(i + 1) % corners.size()]), PieceKind::line});
  }
  return loop;
}

Outline make_surroundings(const Outline& outline, const Box2& around, double margin) {
  Box2 box = find_box(outline);
  box.add(around.lower);
  box.add(around.upper);
  const Vec2 lower = box.lower.array() - margin, upper = box.upper.array() + margin;
  const std::array<Vec2, 4> corners = {lower, Vec2(upper.x(), lower.y()), upper, Vec2(lower.x(), upper.y())};
  Outline surroundings = outline;
  surroundings.loops.push_back(make_polygon(corners));
  return surroundings;
}

double measure_area(const Loop& loop) {
  if (loop.pieces.empty()) return 0;
  const Vec2 origin = loop.pieces.front().curve.points[0];
  double area = 0;
  for (const OutlinePiece& piece : loop.pieces) area += measure_swept_area(piece, origin);
  return area;
}

double measure_length(const Loop& loop) {
  double length = 0;
  for (const OutlinePiece& piece : loop.pieces) {
    const auto& p = piece.curve.points;
    length += piece.kind == PieceKind::line ? (p[3] - p[0]).norm() : measure_length(piece.curve);
  }
  return length;
}

Box2 find_box(const Loop& loop) {
  Box2 box;
  for (const OutlinePiece& piece : loop.pieces) {
    const Box2 own = find_box(piece.curve);
    box.add(own.lower);
    box.add(own.upper);
  }
  return box;
}

double measure_length(const Outline& outline) {
  double length = 0;
  for (const Loop& loop : outline.loops) length += measure_length(loop);
  return length;
}

Box2 find_box(const Outline& outline) {
  Box2 box;
  for (const Loop& loop : outline.loops) {
    const Box2 own = find_box(loop);
    if (own.is_empty()) continue;
    box.add(own.lower);
    box.add(own.upper);
  }
  return box;
}

namespace {

// Whether a loop goes around another that it does not cross, by the first point of that one that is not at its border.
bool test_around(const Loop& outer, const Loop& inner) {
  for (const double share : {0.5, 0.25, 0.75, 0.125, 0.625}) {
    for (const OutlinePiece& piece : inner.pieces) {
      Ray ray(piece.curve.at(share), 0);
      for (const OutlinePiece& other : outer.pieces) ray.add(other);
      if (ray.side() != Side::border) return ray.side() == Side::inside;
    }
  }
  return false;
}

}  // namespace

// Loops that an odd number of others go around are holes.
double measure_area(const Outline& outline) {
  double area = 0;
  for (const Loop& loop : outline.loops) {
    int around = 0;
    for (const Loop& other : outline.loops) around += &other != &loop && test_around(other, loop);
    area += (around % 2 == 0 ? 1 : -1) * std::abs(measure_area(loop));
  }
  return area;
}

Status check_outline(const Outline& outline) {
  for (std::size_t l = 0; l < outline.loops.size(); ++l) {
    const auto& pieces = outline.loops[l].pieces;
    const auto fail = [&](std::size_t p, std::string_view what) {
      return Error{fmt::format("loop {}, piece {}: {}", l, p, what)};
    };
    if (pieces.empty()) return Error{fmt::format("loop {}: it has no pieces", l)};
    for (std::size_t p = 0; p < pieces.size(); ++p) {
      for (const Vec2& point : pieces[p].curve.points) {
        if (!point.allFinite() || point.cwiseAbs().maxCoeff() > kMaxCoordinate) {
          return fail(p, "coordinates that are not finite, or too large");
        }
      }
      if (!(pieces[p].roughness >= 0) || !std::isfinite(pieces[p].roughness)) {
        return fail(p, fmt::format("a roughness of {} found, expected a number from 0 on", pieces[p].roughness));
      }
      if (pieces[p].curve.points[0] != pieces[(p + pieces.size() - 1) % pieces.size()].curve.points[3]) {
        return fail(p, "it does not begin where the one before ends");
      }
    }
  }
  return success();
}

}  // namespace abut
