// Extremal points of any two patches, followed by Newton's method in their parameters.
#include <algorithm>
#include <cmath>

#include "narrow/patch_frame.h"

namespace abut {
namespace {

constexpr int kMaxSteps = 40;
// Shorter steps that no longer get shorter are rounding: that of derivatives by differences.
constexpr double kFine = 1e-8;

// A patch near one of its points. The steps along tangents are turned into steps of parameters.
struct PatchFrame {
  SurfaceFrame surface;
  Mat2 parameters;  ///< per length along the tangents
};

Vec3 find_normal(const PatchJet& jet, bool flips) {
  const Vec3 normal = jet.u.cross(jet.v).normalized();
  return flips ? Vec3(-normal) : normal;
}

std::optional<PatchFrame> find_frame(const PatchJet& jet, const Vec3& normal, const Tangents& tangents) {
  Mat2 lengths, bends;
  lengths << tangents.col(0).dot(jet.u), tangents.col(0).dot(jet.v), tangents.col(1).dot(jet.u),
      tangents.col(1).dot(jet.v);
  bends << normal.dot(jet.uu), normal.dot(jet.uv), normal.dot(jet.uv), normal.dot(jet.vv);
  const double area = lengths.determinant();
  if (!normal.allFinite() || !(std::abs(area) > 1e-12 * lengths.squaredNorm())) return std::nullopt;
  PatchFrame f;
  f.parameters << lengths(1, 1), -lengths(0, 1), -lengths(1, 0), lengths(0, 0);
  f.parameters /= area;
  f.surface.position = jet.position;
  f.surface.normal = normal;
  f.surface.tangents = tangents;
  f.surface.curvature = f.parameters.transpose() * bends * f.parameters;
  f.surface.velocity = jet.t;
  f.surface.acceleration = jet.tt;
  Tangents changes;
  changes << jet.ut, jet.vt;
  f.surface.velocity_change = changes * f.parameters;
  return f;
}

// Those who would leave wait at the border, where they never come to rest.
std::array<double, 2> move(const std::array<double, 2>& p, const Eigen::Vector2d& step) {
  return {std::clamp(p[0] + step[0], 0.0, 1.0), std::clamp(p[1] + step[1], 0.0, 1.0)};
}

}  // namespace

std::optional<ExtremalPoints> follow_extremal_points(const Patch& a, const Patch& b, double time,
                                                     const PatchPoints& start, std::array<bool, 2> flip) {
  std::array<double, 2> at_a = start.a, at_b = start.b;
  double last_length = INFINITY;
  for (int i = 0; i < kMaxSteps; ++i) {
    const PatchJet jet_a = a.find_jet(at_a[0], at_a[1], time), jet_b = b.find_jet(at_b[0], at_b[1], time);
    const Vec3 na = find_normal(jet_a, flip[0]), nb = find_normal(jet_b, flip[1]);
    const Tangents tangents = make_tangents(na);
    const auto frame_a = find_frame(jet_a, na, tangents), frame_b = find_frame(jet_b, nb, carry_tangents(tangents, nb));
    if (!frame_a || !frame_b) return std::nullopt;
    const FramePair pair = {frame_a->surface, frame_b->surface};
    const auto step = find_extremal_step(pair);
    if (!step) return std::nullopt;
    const Eigen::Vector2d by_a = frame_a->parameters * step->a, by_b = frame_b->parameters * step->b;
    const double length = by_a.norm() + by_b.norm();
    if (length < 1e-13 || (length < kFine && length >= 0.5 * last_length)) {
      if (!(measure_rest(pair).angle < 1e-6)) return std::nullopt;
      ExtremalPoints found = describe_extremal(pair);
      found.points.a = at_a;
      found.points.b = at_b;
      return found;
    }
    last_length = length;
    // A step longer than a quarter of a patch is made shorter: there, curvatures are others.
    const double share = std::min(1.0, 0.25 / std::max(by_a.norm(), by_b.norm()));
    at_a = move(at_a, share * by_a);
    at_b = move(at_b, share * by_b);
  }
  return std::nullopt;
}

}  // namespace abut
