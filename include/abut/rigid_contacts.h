// Room 5, detect: two bodies of triangles that never change their shapes, each somewhere. Which triangles touch,
// and how far apart are they?
//
// What is exact is so for the triangles at their places: corners brought there by Pose3::apply, as rounded. Triangles
// without area there touch nothing.
#pragma once

#include <limits>
#include <optional>
#include <vector>

#include "abut/pose.h"
#include "abut/rigid_tree.h"
#include "abut/sphere_scene.h"

namespace abut {

struct PlacedRigid {
  const RigidTree* tree = nullptr;
  Pose3 pose;
  bool has_flat = false;  ///< for distances, triangles without area count as the segments or points they are
};

/// What decided about a pair of bodies the last time, as places in their trees: two triangles that touched, or were
/// nearest. Kept from frame to frame it is looked at first. Belongs to one pair of bodies, in this order.
struct RigidWitness {
  std::optional<TrianglePair> last;
};

/// What a search looked at.
struct RigidCounts {
  std::uint64_t box_tests = 0;       ///< of one box and up to eight others
  std::uint64_t leaf_pairs = 0;      ///< leaves whose triangles were compared
  std::uint64_t triangle_tests = 0;  ///< exact ones
};

/// All pairs of triangles with a point in common, by the numbers of their faces, sorted.
std::vector<TrianglePair> find_touching_faces(const PlacedRigid& a, const PlacedRigid& b,
                                              RigidCounts* counts = nullptr);

/// Whether there is such a pair.
bool test_touching(const PlacedRigid& a, const PlacedRigid& b, RigidWitness* witness = nullptr,
                   RigidCounts* counts = nullptr);

struct RigidDistance {
  double distance = 0;         ///< 0 if and only if test_touching, where all that counts has area
  Vec3 normal = Vec3::Zero();  ///< of length 1, from b's point to a's; where they touch as in Distance
  Vec3 on_a = Vec3::Zero();    ///< the nearest points, rounded
  Vec3 on_b = Vec3::Zero();
  TrianglePair faces;  ///< that they are on
};

/// The least of measure_triangle_triangle over all pairs of triangles that count, to the last digit; nothing if that is
/// beyond the limit, or there are none. Of several that are nearest, any.
std::optional<RigidDistance> measure_distance(const PlacedRigid& a, const PlacedRigid& b,
                                              double limit = std::numeric_limits<double>::infinity(),
                                              RigidWitness* witness = nullptr, RigidCounts* counts = nullptr);

}  // namespace abut
