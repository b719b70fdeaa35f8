#include "io/drawing/written_curves.h"

#include <cmath>
#include <numbers>

namespace abut {
namespace {

bool test_same_arc(const OutlinePiece& a, const OutlinePiece& b) {
  return a.kind == PieceKind::arc && b.kind == PieceKind::arc && a.arc.center == b.arc.center && a.arc.x == b.arc.x &&
         a.arc.y == b.arc.y && std::abs(a.arc.start + a.arc.sweep - b.arc.start) < 1e-9 &&
         (a.arc.sweep > 0) == (b.arc.sweep > 0) && a.roughness == b.roughness;
}

}  // namespace

std::vector<OutlinePiece> merge_arcs(std::span<const OutlinePiece> pieces) {
  std::vector<OutlinePiece> merged;
  for (const OutlinePiece& piece : pieces) {
    if (merged.empty() || !test_same_arc(merged.back(), piece)) {
      merged.push_back(piece);
      continue;
    }
    merged.back().arc.sweep += piece.arc.sweep;
    merged.back().curve.points[3] = piece.curve.points[3];
  }
  return merged;
}

std::vector<OutlinePiece> cut_arc(const OutlinePiece& piece, double most_sweep) {
  const int count = std::max(1, static_cast<int>(std::ceil(std::abs(piece.arc.sweep) / most_sweep - 1e-9)));
  std::vector<OutlinePiece> parts(static_cast<std::size_t>(count), piece);
  for (int i = 0; i < count; ++i) {
    parts[i].arc.sweep = piece.arc.sweep / count;
    parts[i].arc.start = piece.arc.start + i * parts[i].arc.sweep;
    if (i > 0) parts[i].curve.points[0] = parts[i - 1].curve.points[3];
    if (i + 1 < count) parts[i].curve.points[3] = parts[i].arc.at(1);
  }
  return parts;
}

EllipseArc find_axes(const EllipseArc& arc) {
  if (is_circular(arc)) return arc;
  double turn = 0.5 * std::atan2(2 * arc.x.dot(arc.y), arc.x.squaredNorm() - arc.y.squaredNorm());
  EllipseArc found = arc;
  found.x = std::cos(turn) * arc.x + std::sin(turn) * arc.y;
  found.y = std::cos(turn) * arc.y - std::sin(turn) * arc.x;
  if (found.x.squaredNorm() < found.y.squaredNorm()) {
    const Vec2 shorter = found.x;
    found.x = found.y;
    found.y = -shorter;
    turn += 0.5 * std::numbers::pi;
  }
  found.start = arc.start - turn;
  return found;
}

bool is_circular(const EllipseArc& arc) {
  const double a = arc.x.squaredNorm(), b = arc.y.squaredNorm();
  return std::abs(a - b) <= 1e-12 * a && std::abs(arc.x.dot(arc.y)) <= 1e-12 * a;
}

double find_direction(const EllipseArc& arc) {
  const bool is_left = arc.x.x() * arc.y.y() - arc.x.y() * arc.y.x() > 0;
  return is_left == (arc.sweep > 0) ? 1 : -1;
}

Box2 find_box(const DrawnLayout& layout) {
  Box2 box;
  const auto add = [&](const Outline& outline) {
    const Box2 own = find_box(outline);
    box.add(own.lower);
    box.add(own.upper);
  };
  for (const Outline& outline : layout.outlines) add(outline);
  if (layout.sheet) add(*layout.sheet);
  return box;
}

Affine2 make_flip(const DrawnLayout& layout, bool is_y_down) {
  if (layout.units.is_y_down == is_y_down) return {};
  const Box2 box = find_box(layout);
  return {Vec2::UnitX(), -Vec2::UnitY(), Vec2(0, box.lower.y() + box.upper.y())};
}

}  // namespace abut
