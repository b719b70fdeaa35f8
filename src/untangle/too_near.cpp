#include "abut/untangle.h"
#include "untangle/distance_targets.h"
#include "untangle/tangle.h"

namespace abut {

std::vector<Proximity> find_too_near(const UntangleScene& scene, std::span<const std::vector<Vec3>> positions,
                                     double thickness, const RunSettings& run) {
  const Assembly assembly(scene);
  std::vector<Vec3> all;
  for (const auto& of_body : positions) all.insert(all.end(), of_body.begin(), of_body.end());
  TangleFinder finder(assembly, assembly.input, run);
  const DistanceTargets targets(assembly, thickness, true, finder.mark_cut(finder.find_intersections()));
  finder.move(all);
  auto near = finder.find_near(thickness);
  std::erase_if(near, [&](const Proximity& pair) { return pair.distance.distance >= targets.find(pair); });
  return near;
}

}  // namespace abut
