// Meshes around boxes, cylinders and capsules. Nothing of what is round reaches out of its flat sides.
#include <array>
#include <cmath>
#include <numbers>

#include "abut/robot.h"

namespace abut {
namespace {

constexpr int kSides = 64, kHalfRings = 12;
constexpr double kSpare = 1 + 1e-12;  // more than what rounding takes away
constexpr double kPi = std::numbers::pi;

PolygonMesh make_box_mesh(const RobotBox& box) {
  PolygonMesh mesh;
  for (int corner = 0; corner < 8; ++corner) {
    const Vec3 sign(corner & 1 ? 0.5 : -0.5, corner & 2 ? 0.5 : -0.5, corner & 4 ? 0.5 : -0.5);
    mesh.positions.push_back(sign.cwiseProduct(box.size));
  }
  constexpr std::array<std::array<std::size_t, 4>, 6> kFaces = {
      {{0, 2, 3, 1}, {4, 5, 7, 6}, {0, 1, 5, 4}, {2, 6, 7, 3}, {0, 4, 6, 2}, {1, 3, 7, 5}}};
  for (const auto& face : kFaces) {
    const std::array<VertexId, 4> corners = {VertexId(face[0]), VertexId(face[1]), VertexId(face[2]),
                                             VertexId(face[3])};
    mesh.add_polygon(corners);
  }
  return mesh;
}

// A point of an outline that is turned around the z axis.
struct Ring {
  double radius, height;
};

// From below upwards; both ends are closed by points on the axis.
PolygonMesh turn(std::span<const Ring> rings) {
  PolygonMesh mesh;
  for (const Ring& ring : rings) {
    for (int i = 0; i < kSides; ++i) {
      const double angle = 2 * kPi * i / kSides, radius = kSpare * ring.radius / std::cos(kPi / kSides);
      mesh.positions.emplace_back(radius * std::cos(angle), radius * std::sin(angle), kSpare * ring.height);
    }
  }
  const VertexId bottom(mesh.positions.size()), top(mesh.positions.size() + 1);
  mesh.positions.emplace_back(0, 0, kSpare * rings.front().height);
  mesh.positions.emplace_back(0, 0, kSpare * rings.back().height);
  const auto vertex = [&](std::size_t ring, int i) {
    return VertexId(ring * kSides + static_cast<std::size_t>(i % kSides));
  };
  for (int i = 0; i < kSides; ++i) {
    const std::size_t last = rings.size() - 1;
    mesh.add_polygon(std::array<VertexId, 3>{bottom, vertex(0, i + 1), vertex(0, i)});
    for (std::size_t r = 0; r < last; ++r) {
      mesh.add_polygon(std::array<VertexId, 3>{vertex(r, i), vertex(r, i + 1), vertex(r + 1, i + 1)});
      mesh.add_polygon(std::array<VertexId, 3>{vertex(r, i), vertex(r + 1, i + 1), vertex(r + 1, i)});
    }
    mesh.add_polygon(std::array<VertexId, 3>{top, vertex(last, i), vertex(last, i + 1)});
  }
  return mesh;
}

PolygonMesh make_cylinder_mesh(const RobotCylinder& cylinder) {
  const std::array<Ring, 2> rings = {Ring{cylinder.radius, -0.5 * cylinder.length},
                                     Ring{cylinder.radius, 0.5 * cylinder.length}};
  return turn(rings);
}

// The outline of each half ball is that of a polygon around it, which touches it with the middles of its sides.
PolygonMesh make_capsule_mesh(const RobotCapsule& capsule) {
  const double step = 0.5 * kPi / kHalfRings, radius = capsule.radius / std::cos(0.5 * step);
  std::vector<Ring> rings;
  for (int i = 0; i < kHalfRings; ++i) {
    const double angle = (i + 0.5) * step - 0.5 * kPi;
    rings.push_back({radius * std::cos(angle), radius * std::sin(angle) - 0.5 * capsule.length});
  }
  for (int i = kHalfRings; i-- > 0;) rings.push_back({rings[i].radius, -rings[i].height});
  return turn(rings);
}

}  // namespace

std::optional<PolygonMesh> make_shape_mesh(const RobotShape& shape) {
  std::optional<PolygonMesh> mesh;
  if (const auto* box = std::get_if<RobotBox>(&shape.geometry)) mesh = make_box_mesh(*box);
  if (const auto* cylinder = std::get_if<RobotCylinder>(&shape.geometry)) mesh = make_cylinder_mesh(*cylinder);
  if (const auto* capsule = std::get_if<RobotCapsule>(&shape.geometry)) mesh = make_capsule_mesh(*capsule);
  if (!mesh) return mesh;
  for (Vec3& position : mesh->positions) position = shape.apply(position);
  return mesh;
}

}  // namespace abut
