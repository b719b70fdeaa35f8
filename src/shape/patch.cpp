// Patches in motion: points, derivatives and enclosures of a shape that is turned and moved.
#include <fmt/format.h>

#include "shape/patch_shape.h"

namespace abut {
namespace {

// Each number comes from fewer than a hundred operations on numbers that are no larger than what is counted.
constexpr double kRounding = 0x1p-45;

// Where a motion has turned to.
class Turn {
 public:
  Turn(const PatchMotion& motion, double t) : shift_(motion.pivot + t * motion.velocity) {
    const double angle = motion.turning.norm() * t;
    placed_ = motion.start.rotation.toRotationMatrix();
    offset_ = motion.start.translation - motion.pivot;
    if (angle == 0) return;
    const Eigen::Matrix3d turned = Eigen::AngleAxisd(angle, motion.turning.normalized()).toRotationMatrix();
    placed_ = turned * placed_;
    offset_ = turned * offset_;
  }

  /// From the pivot to a point of the shape.
  Vec3 arm(const Vec3& p) const { return placed_ * p + offset_; }
  Vec3 point(const Vec3& p) const { return arm(p) + shift_; }
  Vec3 direction(const Vec3& d) const { return placed_ * d; }
  Pose3 pose() const { return {Eigen::Quaterniond(placed_), offset_ + shift_}; }

 private:
  Eigen::Matrix3d placed_;
  Vec3 shift_, offset_;
};

// Every length that takes part in where a moving shape is.
double measure_extent(const PatchMotion& motion, double size, const PatchBox& box) {
  const double time = std::max(std::abs(box.t0), std::abs(box.t1));
  return size + motion.start.translation.norm() + 2 * motion.pivot.norm() + time * motion.velocity.norm();
}

// The angle itself is rounded, too.
double measure_rounding(const PatchMotion& motion, double size, const PatchBox& box) {
  const double time = std::max(std::abs(box.t0), std::abs(box.t1));
  return kRounding * measure_extent(motion, size, box) * (1 + time * motion.turning.norm());
}

}  // namespace

Pose3 PatchMotion::at(double t) const { return Turn(*this, t).pose(); }

Patch PatchMaker::make(std::shared_ptr<const PatchShape> shape) {
  Patch patch;
  patch.shape_ = std::move(shape);
  return patch;
}

Vec3 Patch::at(double u, double v, double t) const { return Turn(motion_, t).point(shape_->at(u, v, t)); }

PatchJet Patch::find_jet(double u, double v, double t) const {
  const PatchJet local = shape_->find_jet(u, v, t);
  const Turn turn(motion_, t);
  const Vec3& w = motion_.turning;
  PatchJet jet;
  jet.position = turn.point(local.position);
  jet.u = turn.direction(local.u);
  jet.v = turn.direction(local.v);
  jet.uu = turn.direction(local.uu);
  jet.uv = turn.direction(local.uv);
  jet.vv = turn.direction(local.vv);
  const Vec3 turning = w.cross(turn.arm(local.position)), own = turn.direction(local.t);
  jet.t = motion_.velocity + turning + own;
  jet.ut = w.cross(jet.u) + turn.direction(local.ut);
  jet.vt = w.cross(jet.v) + turn.direction(local.vt);
  jet.tt = w.cross(turning) + 2 * w.cross(own) + turn.direction(local.tt);
  return jet;
}

// A point p of the shape at the middle of the time goes on along its tangent: turned by an angle a, it is p + a w x p
// but for a²/2 of its way from the axis. Of p, only the centre's tangent is kept; what the rest of the shape does is
// the angle times how far it is from the centre.
PatchEnclosure Patch::enclose(const PatchBox& box) const {
  const double middle = 0.5 * (box.t0 + box.t1), half = 0.5 * (box.t1 - box.t0);
  PatchEnclosure e = shape_->enclose(box);
  const Turn turn(motion_, middle);
  const Vec3 arm = turn.arm(e.center);
  const double reach = e.along_u.norm() + e.along_v.norm() + e.along_t.norm() + e.radius;
  const double angle = half * motion_.turning.norm();
  if (angle > 0) {
    const double turned = angle * reach + 0.5 * angle * angle * (arm.norm() + reach);
    e.radius += turned;
    e.thickness += turned;
    e.time_radius += turned;
  }
  e.center = turn.point(e.center);
  e.normal = turn.direction(e.normal);
  e.along_u = turn.direction(e.along_u);
  e.along_v = turn.direction(e.along_v);
  e.along_t = turn.direction(e.along_t) + half * (motion_.velocity + motion_.turning.cross(arm));
  const double rounding = measure_rounding(motion_, shape_->measure_size(box.t0, box.t1), box);
  e.radius += rounding;
  e.thickness += rounding;
  return e;
}

double Patch::find_cut(int direction, double from, double to) const {
  const double middle = 0.5 * (from + to);
  const int pieces = shape_->count_pieces(direction);
  if (pieces == 1) return middle;
  const double knot = std::round(middle * pieces) / pieces;
  return knot > from && knot < to ? knot : middle;
}

Result<Patch> Patch::moved(const PatchMotion& motion) const {
  const auto is_finite = [](const auto& v) { return v.allFinite() && v.cwiseAbs().maxCoeff() <= kMaxCoordinate; };
  if (!is_finite(motion.start.translation) || !is_finite(motion.velocity) || !is_finite(motion.turning) ||
      !is_finite(motion.pivot) || !motion.start.rotation.coeffs().allFinite()) {
    return Error{"the motion of a patch: its numbers must be finite and within 1e100"};
  }
  const double length = motion.start.rotation.norm();
  if (std::abs(length - 1) > 1e-9) {
    return Error{fmt::format("the motion of a patch: its rotation is of length {}, expected 1", length)};
  }
  Patch patch = *this;
  patch.motion_ = motion;
  patch.motion_.start.rotation.normalize();
  return patch;
}

const Superellipsoid* Patch::convex() const { return shape_->convex(); }

}  // namespace abut
