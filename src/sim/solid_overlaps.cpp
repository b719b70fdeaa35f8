#include "abut/solid_overlaps.h"

#include <limits>
#include <map>

#include "base/assert.h"
#include "sim/solids/solid_contacts.h"

namespace abut {
namespace {

// Pieces are counted through all solids, as in SolidContacts.
std::vector<PlacedConvex> place_parts(const SolidScene& scene, std::span<const SolidBody> bodies) {
  std::vector<PlacedConvex> placed;
  for (std::size_t i = 0; i < scene.solids.size(); ++i) {
    for (const SolidPart& part : scene.solids[i].parts)
      placed.push_back({part.shape.get(), find_pose(bodies[i]) * part.pose});
  }
  return placed;
}

double measure_depth(const PlacedConvex& part, const Ground& ground) {
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& vertex : part.shape->vertices())
    lowest = std::min(lowest, ground.normal.dot(part.pose.apply(vertex) - ground.point));
  return part.shape->radius() - lowest;
}

double measure_depth(const PlacedConvex& a, const PlacedConvex& b) {
  const auto penetration = measure_penetration(a, b);
  return penetration ? penetration->depth : 0;
}

}  // namespace

std::vector<SolidOverlap> find_solid_overlaps(const SolidScene& scene, std::span<const SolidMotion> motions) {
  ABUT_ASSERT(motions.empty() || motions.size() == scene.solids.size());
  std::vector<SolidBody> bodies;
  for (const Solid& solid : scene.solids) bodies.push_back(make_solid_body(solid));
  for (std::size_t i = 0; i < motions.size(); ++i) bodies[i].motion = motions[i];
  for (SolidBody& body : bodies) body.is_asleep = false;  // what sleeps would be left out
  bodies.emplace_back();                                  // the world
  const std::vector<PlacedConvex> parts = place_parts(scene, bodies);
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> depths;
  for (const PartPair& pair : SolidContacts(scene).list_pairs(bodies, 0)) {
    const bool is_ground = pair.k >= parts.size();
    const double depth = is_ground ? measure_depth(parts[pair.i], scene.grounds[pair.k - parts.size()].plane)
                                   : measure_depth(parts[pair.i], parts[pair.k]);
    if (!(depth > 0)) continue;
    double& deepest = depths[{pair.a, is_ground ? kWorld : pair.b}];
    deepest = std::max(deepest, depth);
  }
  std::vector<SolidOverlap> overlaps;
  for (const auto& [pair, depth] : depths) overlaps.push_back({pair.first, pair.second, depth});
  return overlaps;
}

}  // namespace abut
