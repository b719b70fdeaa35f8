#include "nest/border_lines.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

constexpr int kParts = 8;  // of a curve
constexpr std::uint32_t kLinesPerLeaf = 4;

double measure_squared(const BorderLines::Line& line, const Vec2& p) {
  const Vec2 way = line[1] - line[0];
  const double length2 = way.squaredNorm();
  const double t = length2 > 0 ? std::clamp((p - line[0]).dot(way) / length2, 0.0, 1.0) : 0;
  return (line[0] + t * way - p).squaredNorm();
}

double measure_squared(const Box2& box, const Vec2& p) {
  return (box.lower - p).cwiseMax(p - box.upper).cwiseMax(0.0).squaredNorm();
}

// Whether a way to the right, from the point on, crosses the line.
bool is_crossed(const BorderLines::Line& line, const Vec2& p) {
  const auto& [a, b] = line;
  return (a.y() > p.y()) != (b.y() > p.y()) && p.x() < a.x() + (p.y() - a.y()) / (b.y() - a.y()) * (b.x() - a.x());
}

}  // namespace

BorderLines::BorderLines(const Outline& outline) {
  add_lines(outline);
  if (!lines_.empty()) add_node(0, static_cast<std::uint32_t>(lines_.size()));
}

void BorderLines::add_lines(const Outline& outline) {
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) {
      const auto& p = piece.curve.points;
      if (piece.kind == PieceKind::line) {
        lines_.push_back({p[0], p[3]});
        continue;
      }
      for (int i = 0; i < kParts; ++i) {
        const Cubic2 part = piece.curve.part(i / double(kParts), (i + 1) / double(kParts));
        lines_.push_back({part.points[0], part.points[3]});
        for (const Vec2& q : {part.points[1], part.points[2]}) {
          error_ = std::max(error_, (q - 0.5 * (part.points[0] + part.points[3])).norm());
        }
      }
    }
  }
}

// Lines that follow each other are near each other.
std::uint32_t BorderLines::add_node(std::uint32_t first, std::uint32_t count) {
  const auto number = static_cast<std::uint32_t>(nodes_.size());
  nodes_.push_back({{}, first, count, 0});
  if (count > kLinesPerLeaf) {
    add_node(first, count / 2);
    const std::uint32_t right = add_node(first + count / 2, count - count / 2);
    nodes_[number].right = right;
  }
  for (std::uint32_t i = first; i < first + count; ++i) {
    for (const Vec2& end : lines_[i]) nodes_[number].box.add(end);
  }
  return number;
}

// Lines of the nearest boxes first, of those that are still wanted.
template <class Wanted, class Look>
void BorderLines::search(const Vec2& point, const Wanted& is_wanted, const Look& look) const {
  std::array<std::uint32_t, 64> open;
  std::size_t count = 0;
  if (!nodes_.empty()) open[count++] = 0;
  while (count > 0) {
    const std::uint32_t number = open[--count];
    const Node& node = nodes_[number];
    if (!is_wanted(node.box)) continue;
    if (node.right == 0) {
      for (std::uint32_t i = node.first; i < node.first + node.count; ++i) look(lines_[i]);
      continue;
    }
    std::uint32_t near = number + 1, far = node.right;
    if (measure_squared(nodes_[far].box, point) < measure_squared(nodes_[near].box, point)) std::swap(near, far);
    open[count++] = far;
    open[count++] = near;
  }
}

double BorderLines::measure_distance(const Vec2& point, double limit) const {
  double least2 = limit * limit;
  search(
      point, [&](const Box2& box) { return measure_squared(box, point) < least2; },
      [&](const Line& line) { least2 = std::min(least2, measure_squared(line, point)); });
  return std::sqrt(least2);
}

bool BorderLines::is_inside(const Vec2& point) const {
  bool is_inside = false;
  search(
      point,
      [&](const Box2& box) {
        return box.upper.x() >= point.x() && box.upper.y() >= point.y() && box.lower.y() <= point.y();
      },
      [&](const Line& line) { is_inside ^= is_crossed(line, point); });
  return is_inside;
}

}  // namespace abut
