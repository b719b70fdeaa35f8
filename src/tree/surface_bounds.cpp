#include "tree/surface_bounds.h"

#include <algorithm>
#include <cmath>

#include "math/simd.h"
#include "tree/cell_split.h"

namespace abut {
namespace {

constexpr double kSteps = 255;
// Of the largest component of a direction.
constexpr double kUnit = 127;

std::uint8_t pack_down(double part) {
  return static_cast<std::uint8_t>(std::clamp(std::floor(kSteps * part), 0.0, kSteps));
}
std::uint8_t pack_up(double part) {
  return static_cast<std::uint8_t>(std::clamp(std::ceil(kSteps * part), 0.0, kSteps));
}

// Along a direction: a cell, from its middle.
struct Extent {
  Extent(const std::array<std::int8_t, 4>& facing, const Box3& box)
      : direction(facing[0], facing[1], facing[2]),
        center(box.center()),
        reach(0.5 * direction.cwiseAbs().dot(box.upper - box.lower)) {}
  Vec3 direction, center;
  double reach;
};

std::array<std::int8_t, 4> pack_direction(const Vec3& direction) {
  const double largest = direction.cwiseAbs().maxCoeff();
  if (!(largest > 0) || !std::isfinite(largest)) return {0, 0, 0, 0};
  const Vec3 scaled = direction * (kUnit / largest);
  return {static_cast<std::int8_t>(std::lround(scaled.x())), static_cast<std::int8_t>(std::lround(scaled.y())),
          static_cast<std::int8_t>(std::lround(scaled.z())), 0};
}

// What lies beyond the cell does not count.
Box3 find_box(const TrianglePoints& t, const Box3& cell) {
  return {t[0].cwiseMin(t[1]).cwiseMin(t[2]).cwiseMax(cell.lower),
          t[0].cwiseMax(t[1]).cwiseMax(t[2]).cwiseMin(cell.upper)};
}

}  // namespace

bool pack_bounds(TriangleStore& store, const OctreeGrid& grid, const OctreeCell& cell,
                 std::span<const std::uint32_t> triangles, PackedBounds& packed) {
  const Box3 whole = grid.box(cell);
  Box3 box;
  Vec3 facing = Vec3::Zero();
  const auto look = [&](std::uint32_t, const TrianglePoints& t, const TriangleStore::Bounds&) {
    box.add(find_box(t, whole));
    const Vec3 normal = (t[1] - t[0]).cross(t[2] - t[0]);
    facing += normal.dot(facing) < 0 ? Vec3(-normal) : normal;  // triangles may be turned over
    return true;
  };
  if (!visit_triangles(store, cell, triangles, look)) return false;
  const Vec3 size = whole.upper - whole.lower;
  for (int k = 0; k < 3; ++k) {
    packed.lower[k] = pack_down((box.lower[k] - whole.lower[k]) / size[k]);
    packed.upper[k] = pack_up((box.upper[k] - whole.lower[k]) / size[k]);
  }
  packed.facing = pack_direction(facing);
  const Extent extent(packed.facing, whole);
  double low = extent.reach, high = -extent.reach;
  const auto measure = [&](std::uint32_t, const TrianglePoints& t, const TriangleStore::Bounds&) {
    for (const Vec3& p : t) {
      const double at = extent.direction.dot(p - extent.center);
      low = std::min(low, at);
      high = std::max(high, at);
    }
    return true;
  };
  if (extent.reach == 0) return true;
  if (!visit_triangles(store, cell, triangles, measure)) return false;
  packed.lower[3] = pack_down(0.5 * (low / extent.reach + 1));
  packed.upper[3] = pack_up(0.5 * (high / extent.reach + 1));
  return true;
}

SurfaceBounds unpack_bounds(const OctreeGrid& grid, const OctreeCell& cell, const PackedBounds& packed) {
  using Bytes = std::uint8_t __attribute__((vector_size(4)));
  using SignedBytes = std::int8_t __attribute__((vector_size(4)));
  const auto lower = __builtin_convertvector(load<Bytes>(packed.lower.data()), Double4),
             upper = __builtin_convertvector(load<Bytes>(packed.upper.data()), Double4),
             facing = __builtin_convertvector(load<SignedBytes>(packed.facing.data()), Double4);
  const Vec3 middle = grid.center(cell), side = grid.half(cell.depth);
  const Double4 center{middle.x(), middle.y(), middle.z(), 0}, half{side.x(), side.y(), side.z(), 0};
  const Double4 extents = lanes_abs(facing) * half;
  const double reach = extents[0] + extents[1] + extents[2];
  // The last lane is that along facing.
  const Double4 halves{half[0], half[1], half[2], reach};
  const Double4 from_middle = halves * ((lower + upper) * (1 / kSteps) - 1),
                within = halves * (upper - lower) * (1 / kSteps);
  const Double4 along = facing * center;
  SurfaceBounds bounds;
  bounds.center = Vec3(center[0] + from_middle[0], center[1] + from_middle[1], center[2] + from_middle[2]);
  bounds.half = Vec3(within[0], within[1], within[2]);
  bounds.facing = Vec3(facing[0], facing[1], facing[2]);
  bounds.middle = along[0] + along[1] + along[2] + from_middle[3];
  bounds.reach = within[3];
  return bounds;
}

}  // namespace abut
