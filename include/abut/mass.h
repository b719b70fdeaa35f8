// Room 2, shape, another face: mass, center and inertia of solids.
#pragma once

#include <span>

#include "abut/base.h"
#include "abut/convex.h"
#include "abut/math.h"
#include "abut/pose.h"
#include "abut/shape.h"

namespace abut {

/// What a rigid body is to forces. In the axes of the shape it was measured of.
struct MassProperties {
  double mass = 0;
  Vec3 center = Vec3::Zero();
  Eigen::Matrix3d inertia = Eigen::Matrix3d::Zero();  ///< about the center
};

/// Of what a surface encloses: it is closed, and its faces, counter-clockwise seen from outside, agree about where that
/// is. Exact integrals, rounded; good to about 1e-13 of their largest entry, however far from the origin the surface
/// is. What is enclosed twice counts twice. The error says where the surface is open, or that it is inside out or has
/// no volume. Density is finite and above 0.
Result<MassProperties> measure_mass(const Surface& surface, std::span<const Vec3> positions, double density = 1);
/// The same for a mesh as it stands in a file; vertices at equal positions are one.
Result<MassProperties> measure_mass(const PolygonMesh& mesh, double density = 1);
/// With all that is within its radius: body, slabs on its faces, wedges at its edges and sectors at its vertices, each
/// by its formula (docs/mass.md); good to 1e-12.
Result<MassProperties> measure_mass(const Convex& convex, double density = 1);

/// The same body at another place, in the axes of the world.
MassProperties place_mass(const MassProperties& mass, const Pose3& pose);
/// One body of several in the same axes, of which there has to be one.
MassProperties join_masses(std::span<const MassProperties> parts);
/// The same shape with another density, so that it has this mass, which is above 0.
MassProperties scale_mass(const MassProperties& mass, double new_mass);

/// Whether there is a body like that: numbers finite, mass above 0, and inertia symmetric and that of a body with
/// extent, where no moment is larger than the sum of the two others (up to 1e-9 of the largest).
Status check_mass(const MassProperties& mass);

}  // namespace abut
