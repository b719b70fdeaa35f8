// Room 2, shape, another face: curved surfaces given by parameters, which may move and change their shape.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/pose.h"

namespace abut {

class PatchShape;
class Superellipsoid;

/// A part of what a patch is over all its parameters and times.
struct PatchBox {
  double u0 = 0, u1 = 1, v0 = 0, v1 = 1, t0 = 0, t1 = 0;
};

/// A point of a patch, and how it changes with its parameters and with time.
struct PatchJet {
  Vec3 position = Vec3::Zero();
  Vec3 u = Vec3::Zero(), v = Vec3::Zero(), t = Vec3::Zero();
  Vec3 uu = Vec3::Zero(), uv = Vec3::Zero(), vv = Vec3::Zero();
  Vec3 ut = Vec3::Zero(), vt = Vec3::Zero(), tt = Vec3::Zero();
};

/// Where a part of a patch is: f(u, v, t) is center + a along_u + b along_v + c along_t, where a, b and c go from -1 to
/// 1 while u, v and t go through their ranges, and a rest of no more than `radius`, of which no more than `thickness`
/// is along the normal. Rounding is counted in.
struct PatchEnclosure {
  Vec3 center = Vec3::Zero();
  Vec3 along_u = Vec3::Zero(), along_v = Vec3::Zero(), along_t = Vec3::Zero();
  Vec3 normal = Vec3::Zero();  ///< some direction of length 1, mostly across along_u and along_v; or zero
  double radius = 0, thickness = 0;
  double time_radius = 0;  ///< the part of both that shrinks with the range of time

  /// The most that the rest has along a direction of length 1.
  double measure_rest(const Vec3& direction) const {
    const double share = std::min(1.0, std::abs(normal.dot(direction)));
    return share * thickness + std::sqrt(1 - share * share) * radius;
  }
};

/// A rigid motion: placed, then turning evenly about an axis through a pivot that moves on evenly. A screw motion if
/// both are along one axis.
struct PatchMotion {
  Pose3 start = {};              ///< at time 0
  Vec3 velocity = Vec3::Zero();  ///< of the pivot, per unit of time
  Vec3 turning = Vec3::Zero();   ///< along the axis; radians per unit of time
  Vec3 pivot = Vec3::Zero();     ///< where it is at time 0

  Pose3 at(double t) const;
};

/// A surface f(u, v, t) with u and v from 0 to 1, which never changes; copies share it. Made by the functions below.
class Patch {
 public:
  Vec3 at(double u, double v, double t = 0) const;
  PatchJet find_jet(double u, double v, double t = 0) const;
  /// As narrow as what is known of the derivatives makes it. The radius shrinks with the square of the box, except for
  /// functions of which no second derivatives are known.
  PatchEnclosure enclose(const PatchBox& box) const;
  /// Where to cut a range of u or v: between pieces if there are several, else in the middle.
  double find_cut(int direction, double from, double to) const;

  const PatchMotion& motion() const { return motion_; }
  /// The same shape in another motion; refused if numbers are not finite or the rotation is not of length 1.
  Result<Patch> moved(const PatchMotion& motion) const;
  /// The convex body that it is the whole border of, seen from itself; null if it is none, or not known to be.
  const Superellipsoid* convex() const;

 private:
  friend class PatchMaker;
  Patch() = default;

  std::shared_ptr<const PatchShape> shape_;
  PatchMotion motion_;
};

// ---------------------------------------------------------------------------------------------------------------
// Kinds. Each is refused with one sentence if a number is not finite, or impossible.

/// Control points of a bicubic Bézier patch: number 4 i + j is i steps along u and j along v.
using BezierNet = std::array<Vec3, 16>;

Result<Patch> make_bezier_patch(const BezierNet& net);
/// Each control point goes straight and evenly from where it is at time 0 to where it is at time 1.
Result<Patch> make_bezier_patch(const BezierNet& start, const BezierNet& end);
/// A triangle, as a patch that is as wide as a point where v is 1.
Result<Patch> make_triangle_patch(const TrianglePoints& triangle);

/// Control points of a uniform bicubic B-spline surface: number i * columns + j is i steps along u and j along v.
struct SplineNet {
  std::size_t rows = 0, columns = 0;
  std::vector<Vec3> points;
  /// Closed: it comes back to where it began, and each point has its piece. Otherwise it ends at the outer points.
  bool is_closed_u = false, is_closed_v = false;
  std::vector<Vec3> end = {};  ///< where they are at time 1; empty if they stand still
};
Result<Patch> make_spline_patch(const SplineNet& net);

/// Around the origin, u once around the z axis and v from below to above.
Result<Patch> make_sphere_patch(double radius);
/// Around the z axis: a tube around a ring; v goes once around the tube.
Result<Patch> make_torus_patch(double ring, double tube);

/// Barr's superquadrics: x and y are as an ellipse of exponent `around` seen from above, and so is the height over the
/// way from the axis with exponent `along`. 1 is round, 0 is a box, 2 has straight edges, above 2 it is pinched. With a
/// `ring` it is a superquadric torus: the ring is so many times as far out as the tube is thick.
struct SuperquadricSettings {
  Vec3 radii = Vec3::Ones();
  double along = 1, around = 1;
  double ring = 0;
};
/// Exponents from 1/20 to 20.
Result<Patch> make_superquadric_patch(const SuperquadricSettings& settings);

/// What the derivatives of a function are nowhere larger than (their lengths), over all u, v and times asked for.
struct PatchSlopes {
  double u = 0, v = 0, t = 0;
};
struct PatchBends {
  double uu = 0, uv = 0, vv = 0, ut = 0, vt = 0, tt = 0;
};
/// Any function. It is believed: where its derivatives are larger than said, proofs are none.
struct PatchFunction {
  std::function<Vec3(double u, double v, double t)> at;
  PatchSlopes slopes;
  std::function<PatchJet(double u, double v, double t)> find_jet = {};  ///< differences are taken if there is none
  std::optional<PatchBends> bends = {};                                 ///< only with find_jet
};
Result<Patch> make_function_patch(PatchFunction function);

}  // namespace abut
