#include "sim/solids/start.h"

#include <fmt/format.h>

#include <algorithm>

#include "base/text.h"

namespace abut {
namespace {

// What solids may overlap at the start without a word, by their own size: as much as rounding of files leaves.
constexpr double kRounding = 1e-6;
constexpr int kMostPushes = 500;

std::string name_solid(const SolidScene& scene, std::uint32_t body) {
  if (body >= scene.solids.size()) return "a ground";
  const std::string& name = scene.solids[body].name;
  return name.empty() ? fmt::format("solid {}", body) : fmt::format("solid {}", quote(name));
}

Status close_joints(SolidSystem& system) {
  for (Articulation& linkage : system.articulations) {
    if (linkage.close(system.bodies)) continue;
    const SolidScene& scene = system.scene;
    std::uint32_t worst = linkage.joints().front();
    double gap = 0;
    for (const std::uint32_t j : linkage.joints()) {
      for (const double g : measure_joint_gaps(place_solid_joint(scene, system.joint_angles, j, system.bodies))) {
        if (std::abs(g) <= gap) continue;
        gap = std::abs(g);
        worst = j;
      }
    }
    const std::string& name = scene.joints[worst].name;
    return Error{fmt::format("joint {}: it cannot be closed together with those it hangs together with; {:.3g} (metres "
                             "or radians) are missing",
                             name.empty() ? std::to_string(worst) : quote(name), gap)};
  }
  return success();
}

struct DeepestOverlap {
  double depth = 0;
  std::uint32_t a = 0, b = 0;
};

DeepestOverlap find_deepest(const SolidSystem& system) {
  DeepestOverlap deepest;
  for (const SolidPatch& patch : system.patches) {
    for (int i = 0; i < patch.count; ++i) {
      if (-patch.points[i].gap > deepest.depth) deepest = {-patch.points[i].gap, patch.a, patch.b};
    }
  }
  return deepest;
}

// Moves bodies by what opens all overlaps with the least change, as if it were a second's motion.
void push(SolidSystem& system) {
  std::vector<RigidMass> masses;
  for (const SolidBody& body : system.bodies) {
    masses.push_back(find_rigid_mass(body));
    masses.back().velocity = masses.back().spin = Vec3::Zero();
  }
  RowSolver solver;
  solver.begin(masses);
  for (const SolidPatch& patch : system.patches) {
    for (int i = 0; i < patch.count; ++i) {
      const SolidPatch::Point& p = patch.points[i];
      solver.add_contact({.a = patch.a, .b = patch.b, .position = 0.5 * (p.on_a + p.on_b), .normal = patch.normal}, -p.gap);
    }
  }
  solver.solve({.iterations = 200, .tolerance = 1e-12});
  for (std::size_t i = 0; i < system.bodies.size(); ++i) {
    SolidBody& body = system.bodies[i];
    if (!body.is_movable()) continue;
    const SolidMotion before = body.motion;
    body.motion.spin = solver.velocities()[i].spin;
    fly(body, solver.velocities()[i].velocity, 1);
    body.motion.velocity = before.velocity;
    body.motion.spin = before.spin;
  }
}

}  // namespace

Status start_solids(SolidSystem& system) {
  if (const Status status = close_joints(system); !status) return status;
  if (system.settings.start == StartOverlap::allow) return success();
  const double allowed = std::max(system.settings.allowance, kRounding * system.contacts.smallest_half_extent());
  const int rounds = system.settings.start == StartOverlap::push_apart ? kMostPushes : 0;
  DeepestOverlap deepest;
  for (int round = 0; round <= rounds; ++round) {
    system.contacts.find_near(system.bodies, 0.5 * allowed, system.patches);
    deepest = find_deepest(system);
    if (deepest.depth <= allowed) return success();
    if (round == rounds) break;
    push(system);
    for (Articulation& linkage : system.articulations) linkage.close(system.bodies);
  }
  return Error{fmt::format("{} and {} overlap at the start, {:.4g} m deep{}", name_solid(system.scene, deepest.a),
                           name_solid(system.scene, deepest.b), deepest.depth,
                           rounds > 0 ? "; they could not be pushed apart" : "")};
}

}  // namespace abut
