// The smallest sphere around points, or around spheres.
#pragma once

#include <span>

#include "abut/sphere_tree.h"

namespace abut {

/// Holds all points up to rounding, and is the smallest that does up to 1e-9 of its radius. There must be points.
Sphere enclose_points(std::span<const Vec3> points);

/// A sphere around spheres, nearly the smallest. There must be some.
Sphere enclose_spheres(std::span<const Sphere> spheres);

}  // namespace abut
