// Solids for tests, by shape and size.
#pragma once

#include <gtest/gtest.h>

#include <cmath>
#include <numbers>

#include "abut/solids.h"
#include "support/meshes.h"

namespace abut::test {

inline Solid make_solid(std::string name, Convex shape, const Vec3& at, double density = 1000) {
  Solid solid;
  solid.name = std::move(name);
  solid.mass = *measure_mass(shape, density);
  solid.parts.push_back({std::make_shared<const Convex>(std::move(shape))});
  solid.pose.translation = at;
  return solid;
}
inline Solid make_box_solid(std::string name, const Vec3& half_size, const Vec3& at) {
  return make_solid(std::move(name), Convex::make_box(half_size), at);
}
inline Solid make_ball(std::string name, double radius, const Vec3& at) {
  return make_solid(std::move(name), Convex::make_sphere(radius), at);
}

/// Of a mesh as it is, concave or not; it has to be closed.
inline Solid make_mesh_solid(std::string name, const PolygonMesh& mesh, const Vec3& at, double density = 1000) {
  Solid solid;
  solid.name = std::move(name);
  solid.mass = *measure_mass(mesh, density);
  SolidPart part;
  part.mesh = std::make_shared<const RigidMesh>(mesh);
  solid.parts.push_back(std::move(part));
  solid.pose.translation = at;
  return solid;
}

/// Around z: a tube of radius `thick` whose middle is a circle of radius `wide`.
inline PolygonMesh make_ring_mesh(double wide, double thick, int around = 32, int across = 16) {
  PolygonMesh mesh;
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < across; ++k) {
      const double u = 2 * std::numbers::pi * i / around, v = 2 * std::numbers::pi * k / across;
      const double r = wide + thick * std::cos(v);
      mesh.positions.push_back(Vec3(r * std::cos(u), r * std::sin(u), thick * std::sin(v)));
    }
  }
  const auto at = [&](int i, int k) { return VertexId(static_cast<std::size_t>(i % around * across + k % across)); };
  for (int i = 0; i < around; ++i) {
    for (int k = 0; k < across; ++k) {
      const std::array<VertexId, 4> corners = {at(i, k), at(i + 1, k), at(i + 1, k + 1), at(i, k + 1)};
      mesh.add_polygon(corners);
    }
  }
  return mesh;
}

inline SolidSimulation start(SolidScene scene, const SolidSettings& settings = {}) {
  auto simulation = SolidSimulation::make(std::move(scene), settings);
  EXPECT_TRUE(simulation) << (simulation ? "" : simulation.error().message);
  return std::move(*simulation);
}
inline SolidReport go(SolidSimulation& simulation, double time) {
  const auto report = simulation.advance(time);
  EXPECT_TRUE(report) << (report ? "" : report.error().message);
  return report ? *report : SolidReport{};
}

inline SolidJoint join(JointKind kind, std::uint32_t a, std::uint32_t b, const Vec3& at, const Vec3& axis,
                       const SolidScene& scene) {
  const auto pose = [&](std::uint32_t body) { return body == kWorld ? Pose3{} : scene.solids[body].pose; };
  PlacedJoint placed = make_placed_joint(kind, a, b, at, axis);
  SolidJoint joint;
  joint.joint = make_joint(placed, pose(a), pose(b));
  return joint;
}

}  // namespace abut::test
