#include "cover/sphere_fitting.h"

#include <limits>

#include "cover/enclosing_ball.h"

namespace abut {
namespace {

constexpr int kMostMoves = 60;
constexpr double kLeastStep = 1e-3;

double measure_need(const SurfaceCell& cell, const Vec3& center) {
  return (cell.ball.center - center).norm() + cell.ball.radius;
}

// The best place for a cell that no sphere holds.
std::size_t find_best(const SurfaceCell& cell, std::span<const SpherePlace> places) {
  std::size_t best = 0;
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t i = 0; i < places.size(); ++i) {
    const double reach = measure_need(cell, places[i].center) - places[i].depth;
    if (reach < least) {
      least = reach;
      best = i;
    }
  }
  return best;
}

}  // namespace

CellGroups group_cells(const SurfaceCells& cells, const CellIndex& index, std::span<const SpherePlace> places,
                       double tolerance) {
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> best(cells.cells.size(), kNone);
  std::vector<double> least(cells.cells.size(), std::numeric_limits<double>::infinity());
  for (std::size_t p = 0; p < places.size(); ++p) {
    const Sphere sphere{places[p].center, (places[p].depth + tolerance) * (1 + 1e-9)};
    if (!(sphere.radius > 0)) continue;
    index.visit_held(sphere, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        const double reach = measure_need(cells.cells[i], places[p].center) - places[p].depth;
        if (reach >= least[i]) continue;
        least[i] = reach;
        best[i] = static_cast<std::uint32_t>(p);
      }
    });
  }
  CellGroups groups(places.size());
  for (std::uint32_t i = 0; i < best.size(); ++i)
    groups[best[i] == kNone ? find_best(cells.cells[i], places) : best[i]].push_back(i);
  return groups;
}

double measure_reach(const SurfaceCells& cells, std::span<const std::uint32_t> group, const SpherePlace& place) {
  double need = 0;
  for (const std::uint32_t i : group) need = std::max(need, measure_need(cells.cells[i], place.center));
  return need - place.depth;
}

SpherePlace fit_place(const SurfaceProbe& probe, const SurfaceCells& cells, std::span<const std::uint32_t> group,
                      const SpherePlace& place) {
  std::vector<Sphere> balls;
  for (const std::uint32_t i : group) balls.push_back(cells.cells[i].ball);
  const Sphere around = enclose_spheres(balls);
  SpherePlace best = place;
  double least = measure_reach(cells, group, best);
  const auto try_center = [&](const Vec3& center) {
    const SpherePlace moved{center, probe.measure_depth(center)};
    const double reach = measure_reach(cells, group, moved);
    if (reach >= least) return false;
    least = reach;
    best = moved;
    return true;
  };
  try_center(around.center);
  double step = 0.25 * around.radius;
  for (int move = 0; move < kMostMoves && step > kLeastStep * around.radius; ++move) {
    bool is_better = false;
    for (int way = 0; way < 6 && !is_better; ++way)
      is_better = try_center(best.center + (way % 2 == 0 ? step : -step) * Vec3::Unit(way / 2));
    if (!is_better) step *= 0.5;
  }
  return best;
}

Sphere fit_sphere(const SurfaceCells& cells, std::span<const std::uint32_t> group, const SpherePlace& place) {
  double square = 0;
  for (const std::uint32_t i : group) {
    for (const Vec3& point : cells.corners(cells.cells[i]))
      square = std::max(square, (point - place.center).squaredNorm());
  }
  return {place.center, std::max(std::sqrt(square), place.depth)};
}

}  // namespace abut
