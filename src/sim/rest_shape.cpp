#include <cmath>

#include "abut/sim.h"
#include "base/assert.h"
#include "sim/bending.h"

namespace abut {
namespace {

// The direction of the warp within a face: of the one asked for and the axes, the first that does not stand upright on
// the face.
Vec3 find_warp(const Vec3& normal, const Vec3& asked) {
  constexpr double kSteepest = 0.9;
  Vec3 warp = asked.normalized();
  for (int axis = 0; axis < 3 && std::abs(warp.dot(normal)) > kSteepest; ++axis) warp = Vec3::Unit((axis + 1) % 3);
  return (warp - warp.dot(normal) * normal).normalized();
}

std::array<Vec2, 3> flatten(const TrianglePoints& points, const Vec3& asked) {
  const Vec3 normal = unit_normal(points);
  std::array<Vec2, 3> flat;
  flat.fill(Vec2::Zero());
  if (normal.isZero()) return flat;  // has no area: whoever makes a simulation of it is told
  const Vec3 warp = find_warp(normal, asked), weft = normal.cross(warp);
  for (int i = 0; i < 3; ++i) {
    const Vec3 way = points[i] - points[0];
    flat[i] = Vec2(way.dot(warp), way.dot(weft));
  }
  return flat;
}

}  // namespace

RestShape make_rest_shape(const Surface& surface, std::span<const Vec3> positions, const Vec3& warp) {
  ABUT_ASSERT(positions.size() == surface.vertex_count());
  RestShape rest;
  rest.faces.reserve(surface.face_count());
  for (std::uint32_t f = 0; f < surface.face_count(); ++f) {
    rest.faces.push_back(flatten(face_points(surface, positions, FaceId(f)), warp));
  }
  rest.bends.assign(surface.edge_count(), 0);
  for (std::uint32_t e = 0; e < surface.edge_count(); ++e) {
    const auto corners = find_hinge(surface, EdgeId(e));
    if (corners) rest.bends[e] = measure_bend(gather_hinge(*corners, positions));
  }
  return rest;
}

RestShape make_flat_rest_shape(const Surface& surface, std::vector<std::array<Vec2, 3>> faces) {
  ABUT_ASSERT(faces.size() == surface.face_count());
  return {std::move(faces), std::vector<double>(surface.edge_count(), 0)};
}

}  // namespace abut
