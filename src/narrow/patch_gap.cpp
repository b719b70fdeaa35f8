#include "narrow/patch_gap.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

constexpr int kMaxSweeps = 12;
constexpr int kMaxAdvances = 8;
constexpr double kHardly = 1e-3;

// Of length 1, or zero.
Vec3 find_unit(const Vec3& v) {
  const double length = v.norm();
  return length > 0 ? Vec3(v / length) : Vec3(Vec3::Zero());
}

}  // namespace

PatchGap::PatchGap(const PatchEnclosure& a, const PatchEnclosure& b)
    : center_(b.center - a.center),
      drift_(b.along_t - a.along_t),
      ways_{-a.along_u, -a.along_v, b.along_u, b.along_v},
      a_(a),
      b_(b) {
  for (int i = 0; i < 4; ++i) squares_[i] = ways_[i].squaredNorm();
  const Vec3 na = find_unit(ways_[0].cross(ways_[1])), nb = find_unit(ways_[2].cross(ways_[3]));
  normals_ = {na, nb, find_unit(na.dot(nb) < 0 ? Vec3(na - nb) : Vec3(na + nb))};
}

// One share after the other, as far as it makes the way shorter.
PatchGap::Nearest PatchGap::find_nearest(double time) const {
  Nearest nearest;
  nearest.way = center_ + time * drift_;
  for (int sweep = 0; sweep < kMaxSweeps; ++sweep) {
    double gain = 0;
    for (int i = 0; i < 4; ++i) {
      if (!(squares_[i] > 0)) continue;
      const double share = std::clamp(nearest.shares[i] - nearest.way.dot(ways_[i]) / squares_[i], -1.0, 1.0);
      const double step = share - nearest.shares[i];
      nearest.way += step * ways_[i];
      nearest.shares[i] = share;
      gain = std::max(gain, step * step * squares_[i]);
    }
    if (gain <= 1e-6 * nearest.way.squaredNorm()) break;
  }
  return nearest;
}

PatchGap::Bound PatchGap::bound_along(const Vec3& direction, double time) const {
  Bound bound;
  double spread = a_.measure_rest(direction) + b_.measure_rest(direction);
  for (const Vec3& way : ways_) spread += std::abs(direction.dot(way));
  bound.slope = direction.dot(drift_);
  bound.value = direction.dot(center_) + time * bound.slope - spread;
  return bound;
}

// Along the shortest way, or along a normal: what is flat and parallel is told apart by its normals.
PatchGap::Bound PatchGap::find_best_bound(double time, const Nearest& nearest) const {
  Bound best = bound_along(find_unit(nearest.way), time);
  const Vec3 way = center_ + time * drift_;
  for (const Vec3& normal : normals_) {
    const Bound bound = bound_along(normal.dot(way) < 0 ? Vec3(-normal) : normal, time);
    if (bound.value > best.value) best = bound;
  }
  return best;
}

double PatchGap::measure_least(double time, const Nearest& nearest) const {
  return find_best_bound(time, nearest).value;
}

// A direction along which they are apart now goes on to hold until what drifts along it has used up the distance; then
// there may be a better one.
double PatchGap::find_clear_until(double distance, double time) const {
  for (int i = 0; i < kMaxAdvances; ++i) {
    const Bound bound = find_best_bound(time, find_nearest(time));
    const double rest = bound.value - distance;
    if (!(rest > 0)) return time;
    if (rest + (1 - time) * bound.slope > 0) return 2;
    const double step = rest / -bound.slope;
    time = std::min(time + step * (1 - 1e-12), 1.0);
    if (rest < kHardly * distance) return time;
  }
  return time;
}

}  // namespace abut
