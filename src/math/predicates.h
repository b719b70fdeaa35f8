// Inside view of the predicates: a plane prepared once and asked about many points. Used by the narrow room, where
// three vertices of one triangle are tested against the plane of another.
#pragma once

#include <cmath>

#include "abut/math.h"

namespace abut {

/// Relative error bounds of the floating-point filters (Shewchuk 1997, ccwerrboundA and o3derrboundA), and an absolute
/// part that covers underflow: products of three numbers below kMaxCoordinate lose at most about 1e-222 to it.
inline constexpr double kEpsilon = 1.1102230246251565e-16;  // 2^-53
inline constexpr double kOrient2dBound = (3.0 + 16.0 * kEpsilon) * kEpsilon;
inline constexpr double kOrient3dBound = (7.0 + 56.0 * kEpsilon) * kEpsilon;
inline constexpr double kUnderflowGuard = 1e-200;

/// The sign of orient2d if floating point alone can tell, else 0.
inline int orient2d_filter(const Vec2& a, const Vec2& b, const Vec2& c) {
  const double left = (a.x() - c.x()) * (b.y() - c.y());
  const double right = (a.y() - c.y()) * (b.x() - c.x());
  const double determinant = left - right;
  const double bound = kOrient2dBound * (std::abs(left) + std::abs(right)) + kUnderflowGuard;
  return std::abs(determinant) > bound ? (determinant > 0 ? 1 : -1) : 0;
}

int orient2d_exact(const Vec2& a, const Vec2& b, const Vec2& c);
int orient3d_exact(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Six times the signed volume whose sign orient3d gives, accurate to a few units in the last place however flat the
/// four points are; it may underflow to zero, or lose digits to that, when they are tiny.
double orient3d_value(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d);

/// Where a segment passes through a triangle's plane.
struct Passage {
  double parameter = 0;         ///< 0 at p, 1 at q
  Vec3 weights = Vec3::Zero();  ///< barycentric in the triangle, not negative
};

/// pq must pass through the triangle, its ends strictly on different sides of the plane. Accurate to a few units in the
/// last place at any scale, unless the features themselves differ in size by more than about 1e100.
Passage find_passage(const Vec3& p, const Vec3& q, const TrianglePoints& triangle);

/// The plane through three points, with its normal computed once. side(p) equals orient3d(a, b, c, p) exactly. Refers
/// to the points; they must stay where they are.
class PlaneSide {
 public:
  explicit PlaneSide(const TrianglePoints& t) : PlaneSide(t[0], t[1], t[2]) {}
  PlaneSide(const Vec3& a, const Vec3& b, const Vec3& c) : a_(a), b_(b), c_(c) {
    const Vec3 u = b - a, v = c - a;
    const Vec3 plus(u.y() * v.z(), u.z() * v.x(), u.x() * v.y());
    const Vec3 minus(u.z() * v.y(), u.x() * v.z(), u.y() * v.x());
    normal_ = plus - minus;
    magnitude_ = plus.cwiseAbs() + minus.cwiseAbs();
  }

  int side(const Vec3& p) const {
    const Vec3 w = p - a_;
    const double determinant = w.x() * normal_.x() + w.y() * normal_.y() + w.z() * normal_.z();
    const double permanent =
        std::abs(w.x()) * magnitude_.x() + std::abs(w.y()) * magnitude_.y() + std::abs(w.z()) * magnitude_.z();
    const double bound = kOrient3dBound * permanent + kUnderflowGuard;
    if (std::abs(determinant) > bound) return determinant > 0 ? 1 : -1;
    return test_flat_along_axis(p) ? 0 : orient3d_exact(a_, b_, c_, p);
  }

  /// Rounded normal, not exact: only for choosing a good axis.
  const Vec3& normal() const { return normal_; }

 private:
  // Four equal coordinates, as everywhere in unfolded cloth and most of CAD: no arithmetic needed.
  bool test_flat_along_axis(const Vec3& p) const {
    const auto same = [&](int k) { return p[k] == a_[k] && p[k] == b_[k] && p[k] == c_[k]; };
    return same(0) || same(1) || same(2);
  }

  const Vec3 &a_, &b_, &c_;
  Vec3 normal_, magnitude_;
};

}  // namespace abut
