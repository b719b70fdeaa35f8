#include "reproduce/outline_boxes/level.h"

#include <bit>
#include <cmath>
#include <numbers>

namespace abut::reproduce {
namespace {

// Up to 90 degrees.
double measure_angle(const Vec2& a, const Vec2& b) {
  const double cross = a.x() * b.y() - a.y() * b.x();
  return std::atan2(std::abs(cross), std::abs(a.dot(b))) * 180 / std::numbers::pi;
}

}  // namespace

std::vector<OrientedBox2> make_level(const Outline& outline, int depth, Adaptation adaptation) {
  const BoxedTree boxed = make_boxed_tree(outline, adaptation);
  std::vector<OrientedBox2> boxes;
  for (const std::uint32_t node : boxed.tree.list_level(depth)) boxes.push_back(boxed.boxes[node]);
  return boxes;
}

double sum_areas(std::span<const OrientedBox2> boxes) {
  double sum = 0;
  for (const OrientedBox2& box : boxes) sum += box.area();
  return sum;
}

double measure_turn(const OrientedBox2& a, const OrientedBox2& b) {
  const double angle = measure_angle(a.axis, b.axis);
  return std::min(angle, 90 - angle);
}

double measure_coarse_turn(const Outline& outline, int depth, Adaptation adaptation) {
  const std::vector<Loop> loops = make_coarse_loops(outline.loops[0], adaptation);
  const auto &fine = loops[0].pieces, &coarse = loops[std::bit_width(fine.size()) - 1 - depth].pieces;
  const std::size_t step = fine.size() / coarse.size();
  double sum = 0;
  for (std::size_t i = 0; i < coarse.size(); ++i) {
    const auto& points = coarse[i].curve.points;
    sum +=
        measure_angle(points[3] - points[0], fine[step * (i + 1) - 1].curve.points[3] - fine[step * i].curve.points[0]);
  }
  return sum / static_cast<double>(coarse.size());
}

}  // namespace abut::reproduce
