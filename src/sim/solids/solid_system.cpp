#include "sim/solids/solid_system.h"

namespace abut {
namespace {

constexpr double kAllowedShare = 1e-3;  // of the smallest half extent

std::vector<SolidBody> make_bodies(const SolidScene& scene) {
  std::vector<SolidBody> bodies;
  for (const Solid& solid : scene.solids) bodies.push_back(make_solid_body(solid));
  bodies.emplace_back();  // the world
  return bodies;
}

}  // namespace

SolidSystem::SolidSystem(SolidScene given, const SolidSettings& settings)
    : scene(std::move(given)),
      settings(settings),
      bodies(make_bodies(scene)),
      contacts(scene),
      joint_angles(list_start_angles(scene)),
      articulations(Articulation::make(scene, joint_angles, bodies)) {
  place_driven();
}

void SolidSystem::drive(double duration) {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].role != SolidRole::driven) continue;
    const Pose3 target = scene.solids[i].placement(time + duration);
    SolidMotion& motion = bodies[i].motion;
    motion.velocity = (target.translation - motion.center) / duration;
    motion.spin = find_spin(motion.rotation, target.rotation, duration);
  }
}

void SolidSystem::place_driven() {
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    if (scene.solids[i].role == SolidRole::driven) place(bodies[i], scene.solids[i].placement(time));
  }
}

double SolidSystem::allowance() const {
  return settings.allowance > 0 ? settings.allowance : kAllowedShare * contacts.smallest_half_extent();
}

}  // namespace abut
