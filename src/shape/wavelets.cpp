// Biorthogonal wavelets of the periodic uniform cubic B-spline, by lifting: three steps that each undo exactly.
// Where there is no detail, an odd point is the mean of its coarse neighbours and an even one is an eighth, six eighths
// and an eighth of them; the last step keeps the mean of all points (the dual has two vanishing moments).
#include "abut/outline.h"
#include "base/assert.h"

namespace abut {
namespace {

constexpr double kUpdate = 0.375;

}  // namespace

WaveletLevel analyse(std::span<const Vec2> points) {
  ABUT_ASSERT(points.size() % 2 == 0 && points.size() >= 4);
  const std::size_t half = points.size() / 2;
  const auto odd = [&](std::size_t i) { return points[2 * (i % half) + 1]; };
  WaveletLevel level;
  level.coarse.resize(half);
  level.details.resize(half);
  for (std::size_t i = 0; i < half; ++i) {
    level.coarse[i] = 2 * points[2 * i] - 0.5 * (odd(i + half - 1) + odd(i));
  }
  for (std::size_t i = 0; i < half; ++i) {
    level.details[i] = odd(i) - 0.5 * (level.coarse[i] + level.coarse[(i + 1) % half]);
  }
  for (std::size_t i = 0; i < half; ++i) {
    level.coarse[i] += kUpdate * (level.details[(i + half - 1) % half] + level.details[i]);
  }
  return level;
}

std::vector<Vec2> synthesise(const WaveletLevel& level) {
  const std::size_t half = level.coarse.size();
  ABUT_ASSERT(level.details.size() == half && half >= 2);
  std::vector<Vec2> coarse = level.coarse, points(2 * half);
  for (std::size_t i = 0; i < half; ++i) {
    coarse[i] -= kUpdate * (level.details[(i + half - 1) % half] + level.details[i]);
  }
  for (std::size_t i = 0; i < half; ++i) {
    points[2 * i + 1] = level.details[i] + 0.5 * (coarse[i] + coarse[(i + 1) % half]);
  }
  for (std::size_t i = 0; i < half; ++i) {
    const Vec2& before = points[2 * ((i + half - 1) % half) + 1];
    points[2 * i] = 0.5 * coarse[i] + 0.25 * (before + points[2 * i + 1]);
  }
  return points;
}

std::vector<std::vector<Vec2>> make_levels(std::vector<Vec2> control_points, std::size_t least) {
  std::vector<std::vector<Vec2>> levels = {std::move(control_points)};
  while (levels.back().size() % 2 == 0 && levels.back().size() >= std::max<std::size_t>(2 * least, 4)) {
    levels.push_back(analyse(levels.back()).coarse);
  }
  return levels;
}

}  // namespace abut
