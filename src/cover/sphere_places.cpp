#include "cover/sphere_places.h"

#include <cmath>
#include <optional>

#include "base/parallel.h"

namespace abut {
namespace {

constexpr int kMostSteps = 30;
constexpr double kEnough = 1e-3;

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
  return join_in_order(found);
}

}  // namespace abut
