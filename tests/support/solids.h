// Solids for tests, by shape and size.
#pragma once

#include <gtest/gtest.h>

#include "abut/solids.h"

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
