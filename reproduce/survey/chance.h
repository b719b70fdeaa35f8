// Solids and masses by chance, the same on every machine.
#pragma once

#include <vector>

#include "abut/convex.h"
#include "abut/impulses.h"
#include "abut/pose.h"
#include "scenes/variation.h"

namespace abut::reproduce {

Eigen::Quaterniond make_random_rotation(Variation& vary);
Vec3 make_random_direction(Variation& vary);
/// Of so many points in a cube of 2.
Convex make_random_hull(Variation& vary, int points);
/// Of points on a ball of radius 1, all of which are its vertices.
Convex make_round_hull(Variation& vary, int points);

/// A solid box about 1 large, somewhere in a cube of 4, turned and moving anyhow.
RigidMass make_random_mass(Variation& vary);
/// Between the two bodies, with a normal along which they approach.
RigidContact make_random_contact(Variation& vary, std::span<const RigidMass> bodies, std::uint32_t a, std::uint32_t b);
/// What nothing moves.
RigidMass make_ground_mass();

}  // namespace abut::reproduce
