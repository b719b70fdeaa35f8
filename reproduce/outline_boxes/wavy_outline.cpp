#include "reproduce/outline_boxes/wavy_outline.h"

#include <cmath>
#include <numbers>

#include "base/chance.h"

namespace abut::reproduce {
namespace {

constexpr double kTurn = 2 * std::numbers::pi;
constexpr double kHeight = 0.3;  // of waves, by their number

double measure_radius(const WavyShape& shape, std::uint64_t seed, double angle) {
  double radius = 1;
  for (int k = 2; k <= shape.waves; ++k) {
    const auto number = static_cast<std::uint64_t>(2 * k);
    const double height = kHeight * (2 * abut::draw(seed, number) - 1) / k,
                 phase = kTurn * abut::draw(seed, number + 1);
    radius += height * std::cos(k * angle + phase);
  }
  return shape.radius * radius;
}

}  // namespace

Outline make_wavy_outline(const WavyShape& shape, std::uint64_t seed) {
  std::vector<Vec2> points;
  for (std::size_t i = 0; i < shape.pieces; ++i) {
    const double angle = kTurn * static_cast<double>(i) / static_cast<double>(shape.pieces);
    points.push_back(measure_radius(shape, seed, angle) * Vec2(std::cos(angle), std::sin(angle)));
  }
  return {"", {make_spline(points, std::vector<double>(shape.pieces, shape.roughness))}};
}

}  // namespace abut::reproduce
