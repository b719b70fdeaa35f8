#include "reproduce/survey/scene_solids.h"

namespace abut::reproduce {

Solid make_solid(std::string name, const Convex& shape, const Vec3& at) {
  Solid solid;
  solid.name = std::move(name);
  solid.mass = *measure_mass(shape, 1000);
  solid.parts.push_back({std::make_shared<const Convex>(shape)});
  solid.pose.translation = at;
  return solid;
}

SolidSimulation start(const SolidScene& scene, SolidSettings settings) {
  settings.run.threads = 1;
  return *SolidSimulation::make(scene, settings);
}

}  // namespace abut::reproduce
