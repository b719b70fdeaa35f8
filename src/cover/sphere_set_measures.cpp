// How large the union of spheres is, and how far it reaches: by points chosen by chance, the same every time.
#include <algorithm>
#include <cmath>
#include <numbers>

#include "abut/sphere_set.h"
#include "base/chance.h"
#include "base/parallel.h"
#include "cover/sphere_finder.h"
#include "cover/surface_probe.h"

namespace abut {
namespace {

constexpr std::size_t kSide = 64;  // of the grid that has a point in each of its boxes
constexpr std::size_t kBorderPoints = 1 << 14, kBlockSize = 1 << 10;
constexpr std::size_t kVolumePoints = 1 << 17;
constexpr std::size_t kFewest = 100;  // points in a solid: fewer say nothing of it
constexpr std::uint64_t kVolumeChance = 1, kBorderChance = 2, kUnionChance = 3;

Box3 find_extent(std::span<const Sphere> spheres) {
  Box3 box;
  for (const Sphere& s : spheres) {
    const Vec3 half = Vec3::Constant(s.radius);
    box.add(s.center - half);
    box.add(s.center + half);
  }
  return box;
}

class Measurer {
 public:
  Measurer(const CoveredSurface& surface, std::span<const Sphere> spheres, const RunSettings& run)
      : surface_(surface),
        spheres_(spheres),
        run_(run),
        extent_(find_extent(spheres)),
        probe_(surface, run),
        finder_(extent_, spheres) {}

  SphereSetMeasures measure() {
    SphereSetMeasures measures;
    for (const Sphere& sphere : spheres_)
      measures.protrusion = std::max(measures.protrusion, probe_.measure_protrusion(sphere));
    measure_union(measures);
    measure_solid(measures);
    measures.mean_protrusion = measure_mean();
    return measures;
  }

 private:
  struct Counts {
    std::size_t solid = 0, both = 0;
  };
  struct Moments {
    double sum = 0, squares = 0;
  };

  bool test_solid(const Vec3& point) const {
    return surface_.fill == SphereFill::solid && probe_.test_inside(point, 0);
  }

  Counts count_layer(std::size_t layer) const {
    Counts counts;
    for (std::size_t i = layer * kSide * kSide; i < (layer + 1) * kSide * kSide; ++i) {
      const std::array<std::size_t, 3> at = {i % kSide, i / kSide % kSide, layer};
      Vec3 point;
      for (std::size_t k = 0; k < 3; ++k) {
        const double part = (static_cast<double>(at[k]) + draw(kVolumeChance, 3 * i + k)) / kSide;
        point[k] = extent_.lower[k] + part * (extent_.upper[k] - extent_.lower[k]);
      }
      if (!test_solid(point)) continue;
      ++counts.solid;
      counts.both += finder_.test_inside(point);
    }
    return counts;
  }

  void measure_solid(SphereSetMeasures& measures) const {
    if (surface_.fill != SphereFill::solid) return;
    std::vector<Counts> layers(kSide);
    parallel_for(kSide, run_.threads, [&](std::size_t layer) { layers[layer] = count_layer(layer); });
    Counts all;
    for (const Counts& counts : layers) {
      all.solid += counts.solid;
      all.both += counts.both;
    }
    if (all.solid < kFewest) return;
    measures.solid_volume = extent_.size().prod() * static_cast<double>(all.solid) / (kSide * kSide * kSide);
    measures.filled_share = static_cast<double>(all.both) / static_cast<double>(all.solid);
  }

  // Points are spread over all spheres by their volumes; each counts for its share of those that it is in. However far
  // apart spheres are, all have their points.
  void measure_union(SphereSetMeasures& measures) const {
    std::vector<double> cubes = {0};
    for (const Sphere& sphere : spheres_) cubes.push_back(cubes.back() + std::pow(sphere.radius, 3));
    std::vector<Moments> blocks(kVolumePoints / kBlockSize);
    parallel_for(blocks.size(), run_.threads, [&](std::size_t block) {
      for (std::size_t i = block * kBlockSize; i < (block + 1) * kBlockSize; ++i) {
        const double share = 1 / static_cast<double>(finder_.count_inside(pick_point(cubes, i)));
        blocks[block].sum += share;
        blocks[block].squares += share * share;
      }
    });
    Moments all;
    for (const Moments& moments : blocks) {
      all.sum += moments.sum;
      all.squares += moments.squares;
    }
    const double volume = 4 * std::numbers::pi / 3 * cubes.back(), mean = all.sum / kVolumePoints;
    measures.union_volume = volume * mean;
    measures.volume_error =
        volume * std::sqrt(std::max(0.0, all.squares / kVolumePoints - mean * mean) / kVolumePoints);
  }

  // Inside one of the spheres.
  Vec3 pick_point(const std::vector<double>& cubes, std::size_t i) const {
    const double at = cubes.back() * (static_cast<double>(i) + draw(kUnionChance, 4 * i)) / kVolumePoints;
    const auto place = std::upper_bound(cubes.begin() + 1, cubes.end() - 1, at) - cubes.begin() - 1;
    const Sphere& sphere = spheres_[static_cast<std::size_t>(place)];
    const double z = 2 * draw(kUnionChance, 4 * i + 1) - 1, ring = std::sqrt(1 - z * z);
    const double angle = 2 * std::numbers::pi * draw(kUnionChance, 4 * i + 2);
    const double radius = sphere.radius * std::cbrt(draw(kUnionChance, 4 * i + 3));
    return sphere.center + radius * Vec3(ring * std::cos(angle), ring * std::sin(angle), z);
  }

  // Points are spread over all spheres by their areas; those inside other spheres are not on the border.
  double measure_mean() const {
    std::vector<double> areas = {0};
    for (const Sphere& sphere : spheres_) areas.push_back(areas.back() + sphere.radius * sphere.radius);
    struct Sum {
      double distance = 0;
      std::size_t count = 0;
    };
    std::vector<Sum> sums(kBorderPoints / kBlockSize);
    parallel_for(sums.size(), run_.threads, [&](std::size_t block) {
      for (std::size_t i = block * kBlockSize; i < (block + 1) * kBlockSize; ++i) {
        const double at = areas.back() * (static_cast<double>(i) + draw(kBorderChance, 3 * i)) / kBorderPoints;
        const auto place = std::upper_bound(areas.begin() + 1, areas.end() - 1, at) - areas.begin() - 1;
        const Sphere& sphere = spheres_[static_cast<std::size_t>(place)];
        const double z = 2 * draw(kBorderChance, 3 * i + 1) - 1, ring = std::sqrt(1 - z * z);
        const double angle = 2 * std::numbers::pi * draw(kBorderChance, 3 * i + 2);
        const Vec3 point = sphere.center + sphere.radius * Vec3(ring * std::cos(angle), ring * std::sin(angle), z);
        if (finder_.test_inside(point, static_cast<std::uint32_t>(place))) continue;
        ++sums[block].count;
        if (!test_solid(point)) sums[block].distance += probe_.find_nearest(point).distance;
      }
    });
    Sum all;
    for (const Sum& sum : sums) {
      all.distance += sum.distance;
      all.count += sum.count;
    }
    return all.count > 0 ? all.distance / static_cast<double>(all.count) : 0;
  }

  const CoveredSurface& surface_;
  std::span<const Sphere> spheres_;
  RunSettings run_;
  Box3 extent_;
  SurfaceProbe probe_;
  SphereFinder finder_;
};

}  // namespace

SphereSetMeasures measure_sphere_set(const CoveredSurface& surface, std::span<const Sphere> spheres,
                                     const RunSettings& run) {
  return Measurer(surface, spheres, run).measure();
}

}  // namespace abut
