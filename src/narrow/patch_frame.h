// A surface near one of its points, and how it moves there: all that extremal points and their derivatives depend on.
#pragma once

#include <optional>

#include "abut/patch_contact.h"

namespace abut {

using Mat2 = Eigen::Matrix2d;
using Tangents = Eigen::Matrix<double, 3, 2>;

struct SurfaceFrame {
  Vec3 position = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();           ///< outwards
  Tangents tangents = Tangents::Zero();  ///< at right angles to it, and of length 1
  Mat2 curvature = Mat2::Zero();         ///< along them: the second derivatives of the surface along the normal
  Vec3 velocity = Vec3::Zero(), acceleration = Vec3::Zero();
  Tangents velocity_change = Tangents::Zero();  ///< of the velocity, along the tangents
};

Tangents make_tangents(const Vec3& normal);
/// The tangents of one plane, turned into another by as little as possible.
Tangents carry_tangents(const Tangents& tangents, const Vec3& normal);

/// Two surfaces that face each other: a's normal is that of the pair, b's goes against it.
struct FramePair {
  SurfaceFrame a, b;
};

/// Where Newton's method goes from here to get to extremal points: along the tangents of either surface.
struct TangentSteps {
  Eigen::Vector2d a, b;
};
std::optional<TangentSteps> find_extremal_step(const FramePair& pair);

/// Value, normal, rate, acceleration and smoothness at extremal points.
ExtremalPoints describe_extremal(const FramePair& pair);

/// How far the two are from being extremal: the sine of the angle between normals, and the length across the normal.
struct ExtremalRest {
  double angle = 0, length = 0;
};
ExtremalRest measure_rest(const FramePair& pair);

}  // namespace abut
