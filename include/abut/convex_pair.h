// Room 3, narrow, another face: two convex solids, each somewhere. Do they touch, how far apart are they, how deep are
// they in each other, and where do they press on each other?
//
// A placed solid is the convex hull of its vertices as Pose3::apply rounds them, and all within its radius. Yes or no
// is exact for solids without a radius and for two spheres: that of the real numbers these positions stand for. With a
// radius it is that of a distance that may be off by kConvexSlack times the largest coordinate, and where the solids
// without their radius touch, exact again.
#pragma once

#include <array>
#include <cstdint>
#include <optional>

#include "abut/convex.h"
#include "abut/pose.h"

namespace abut {

struct PlacedConvex {
  const Convex* shape = nullptr;
  Pose3 pose;
};

/// How far rounding may move what is measured, by the largest coordinate that takes part (both places, both reaches).
inline constexpr double kConvexSlack = 1.5e-14;

/// What decided about a pair the last time: points of the two that form a simplex (a tetrahedron around what they
/// share, or what is nearest), and a direction that separates them. Kept from frame to frame it usually decides again,
/// at the cost of one look instead of a search. Belongs to one pair of solids, in this order; a new one knows nothing.
struct ConvexWitness {
  std::uint64_t tests = 0;  ///< how often it was asked
  std::uint64_t saved = 0;  ///< how often it decided
  int corner_count = 0;
  std::array<std::array<std::uint32_t, 2>, 4> corners = {};  ///< a vertex of a and one of b each
  Vec3 direction = Vec3::Zero();                             ///< in a's frame; zero: none
};

/// True if they have a point in common; touching counts.
bool test_touching(const PlacedConvex& a, const PlacedConvex& b, ConvexWitness* witness = nullptr);

struct ConvexDistance {
  double distance = 0;         ///< 0 if and only if test_touching
  Vec3 normal = Vec3::Zero();  ///< of length 1, from b's point to a's; zero where they touch
  Vec3 on_a = Vec3::Zero();    ///< the nearest points; where they touch, some point of each
  Vec3 on_b = Vec3::Zero();
};

/// Off by at most 1e-12 of itself and kConvexSlack times the largest coordinate.
ConvexDistance measure_distance(const PlacedConvex& a, const PlacedConvex& b, ConvexWitness* witness = nullptr);

struct ConvexPenetration {
  double depth = 0;             ///< the shortest way for a after which they only touch
  Vec3 normal = Vec3::UnitX();  ///< the direction of that way, of length 1
  Vec3 on_a = Vec3::Zero();     ///< the points that meet then: on_a + depth * normal is on_b
  Vec3 on_b = Vec3::Zero();
};

/// Nothing if they do not touch. Along the normal the depth is right to kConvexSlack times the largest coordinate; no
/// other way is shorter by more than 1e-10 of the depth and ten times that.
std::optional<ConvexPenetration> measure_penetration(const PlacedConvex& a, const PlacedConvex& b,
                                                     ConvexWitness* witness = nullptr);

/// A point of each, opposite to each other across the contact.
struct ContactPoint {
  Vec3 on_a = Vec3::Zero(), on_b = Vec3::Zero();
  double gap = 0;  ///< along the normal; negative: how deep
};

/// Where two solids press on each other: few points, so spread that they hold as all of the contact would.
struct ContactPatch {
  Vec3 normal = Vec3::UnitX();  ///< of length 1, from b to a
  int count = 0;
  std::array<ContactPoint, 4> points;

  bool is_empty() const { return count == 0; }
};

/// Empty if they are farther apart than the margin, which is not negative. All points have gaps within the margin; the
/// deepest is among them.
ContactPatch find_contact_patch(const PlacedConvex& a, const PlacedConvex& b, double margin = 0,
                                ConvexWitness* witness = nullptr);
/// The same against all that lies behind a plane, which is b: the normal is the plane's, of length 1.
ContactPatch find_plane_patch(const PlacedConvex& a, const Vec3& point, const Vec3& normal, double margin = 0);

// ---------------------------------------------------------------------------------------------------------------
// References: two tests as the literature has them (docs/convex.md), for solids without a radius that have faces. They
// round, and what only touches may go either way.

/// Three steps, then the same the other way round: vertices of b in a; middles of what the planes of a cut of the edges
/// of b; middles of the faces of b. Misses solids that overlap so that none of these points is inside.
bool test_by_clipping(const PlacedConvex& a, const PlacedConvex& b);

/// Only faces that reach into both boxes at once are looked at, face against face within the cells of a grid over what
/// the boxes share; then whether one solid is inside the other.
bool test_by_partition(const PlacedConvex& a, const PlacedConvex& b);

}  // namespace abut
