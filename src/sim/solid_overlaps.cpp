#include "abut/solid_overlaps.h"

#include <algorithm>
#include <limits>
#include <map>

#include "base/assert.h"
#include "sim/solids/solid_contacts.h"

namespace abut {
namespace {

constexpr double kFacingShare = 1e-2;  // of half the least side of meshes: the margin of their contacts

double measure_depth(const SolidPiece& piece, const Pose3& body, const Ground& ground) {
  const Pose3 pose = body * piece.pose;
  double lowest = std::numeric_limits<double>::infinity();
  for (const Vec3& point : piece.is_mesh() ? piece.mesh->positions() : piece.shape->vertices())
    lowest = std::min(lowest, ground.normal.dot(pose.apply(point) - ground.point));
  return piece.radius - lowest;
}

double measure_depth(const PlacedConvex& a, const PlacedConvex& b) {
  const auto penetration = measure_penetration(a, b);
  return penetration ? penetration->depth : 0;
}

// Of all places where they touch, the deepest. Within the margin, features that face each other tell it.
double measure_depth(const PlacedMesh& a, const PlacedMesh& b, double margin) {
  double deepest = 0;
  for (const MeshContact& contact : find_mesh_contacts(a, b, margin)) deepest = std::max(deepest, -contact.gap);
  return deepest;
}

double measure_depth(const SolidContacts& contacts, const PartPair& pair, std::span<const Pose3> poses) {
  const SolidPiece& a = contacts.piece(pair.i);
  if (contacts.is_ground(pair.k)) return measure_depth(a, poses[pair.a], contacts.ground(pair.k).plane);
  const SolidPiece& b = contacts.piece(pair.k);
  if (contacts.is_mesh_pair(pair))
    return measure_depth(a.place_mesh(poses[pair.a]), b.place_mesh(poses[pair.b]),
                         kFacingShare * std::min(a.half_extent, b.half_extent));
  return measure_depth(a.place_convex(poses[pair.a]), b.place_convex(poses[pair.b]));
}

}  // namespace

std::vector<SolidOverlap> find_solid_overlaps(const SolidScene& scene, std::span<const SolidMotion> motions) {
  ABUT_ASSERT(motions.empty() || motions.size() == scene.solids.size());
  std::vector<SolidBody> bodies;
  for (const Solid& solid : scene.solids) bodies.push_back(make_solid_body(solid));
  for (std::size_t i = 0; i < motions.size(); ++i) bodies[i].motion = motions[i];
  for (SolidBody& body : bodies) body.motion.sleeps_with = kAwake;  // what sleeps would be left out
  std::vector<Pose3> poses;
  for (const SolidBody& body : bodies) poses.push_back(find_pose(body));
  bodies.emplace_back();  // the world
  SolidContacts contacts(scene);
  std::map<std::pair<std::uint32_t, std::uint32_t>, double> depths;
  for (const PartPair& pair : contacts.list_pairs(bodies, 0)) {
    const double depth = measure_depth(contacts, pair, poses);
    if (!(depth > 0)) continue;
    double& deepest = depths[{pair.a, contacts.is_ground(pair.k) ? kWorld : pair.b}];
    deepest = std::max(deepest, depth);
  }
  std::vector<SolidOverlap> overlaps;
  for (const auto& [pair, depth] : depths) overlaps.push_back({pair.first, pair.second, depth});
  return overlaps;
}

}  // namespace abut
