#include "cover/sphere_places.h"

#include <cmath>
#include <optional>

#include "base/parallel.h"

namespace abut {
namespace {

constexpr int kMostSteps = 30;
constexpr double kEnough = 1e-3;
constexpr std::size_t kMostRuns = 256;

// Shrinks a ball that touches the surface at a point until nothing else is inside (Ma, Bae and Choi 2012).
std::optional<SpherePlace> find_medial_place(const SurfaceProbe& probe, const Vec3& touch, const Vec3& inwards,
                                             double size) {
  double radius = size;
  for (int step = 0; step < kMostSteps; ++step) {
    const Vec3 center = touch + radius * inwards;
    const auto nearest = probe.find_nearest(center);
    if (nearest.distance >= radius * (1 - kEnough)) break;
    const Vec3 back = nearest.point - touch;
    const double along = back.dot(inwards);
    if (!(along > 0)) break;  // the surface is nearest where it touches, up to rounding
    radius = std::min(back.squaredNorm() / (2 * along), radius * (1 - kEnough));
  }
  const SpherePlace place{touch + radius * inwards, probe.measure_depth(touch + radius * inwards)};
  return place.depth > 0 ? std::optional(place) : std::nullopt;
}

// The middles of halves of the surface, of quarters, and so on: few and large spheres want to be there. Cells stand in
// order in space.
void add_coarse_places(const SurfaceProbe& probe, const SurfaceCells& cells, std::size_t most,
                       std::vector<SpherePlace>& places) {
  const std::size_t count = cells.cells.size();
  for (std::size_t runs = 1; runs <= std::min({count, most, kMostRuns}); runs *= 2) {
    for (std::size_t run = 0; run < runs; ++run) {
      Box3 box;
      for (std::size_t i = run * count / runs; i < (run + 1) * count / runs; ++i) box.add(cells.cells[i].ball.center);
      places.push_back({box.center(), probe.measure_depth(box.center())});
    }
  }
}

}  // namespace

std::vector<SpherePlace> find_sphere_places(const CoveredSurface& surface, const SurfaceProbe& probe,
                                            const SurfaceCells& cells, std::size_t most, const RunSettings& run) {
  const std::size_t stride = std::max<std::size_t>(1, cells.cells.size() / std::max<std::size_t>(1, most));
  const std::size_t count = (cells.cells.size() + stride - 1) / stride;
  const double size = measure_size(surface.triangles);
  std::vector<std::vector<SpherePlace>> found(count);
  parallel_for(count, run.threads, [&](std::size_t i) {
    const SurfaceCell& cell = cells.cells[i * stride];
    if (surface.fill == SphereFill::solid && !cell.normal.isZero()) {
      for (const double side : {-1.0, 1.0}) {
        const auto place = find_medial_place(probe, cell.point, side * cell.normal, size);
        if (place) found[i].push_back(*place);
      }
    }
    if (found[i].empty()) found[i].push_back({cell.ball.center, probe.measure_depth(cell.ball.center)});
  });
  auto places = join_in_order(found);
  add_coarse_places(probe, cells, most, places);
  return places;
}

}  // namespace abut
