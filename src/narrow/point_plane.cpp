// A point on its way to a plane that stays: its height changes evenly, so one division tells when they touch.
#include <algorithm>
#include <cmath>

#include "abut/narrow.h"
#include "narrow/impact_settings.h"

namespace abut {

std::optional<FeatureImpact> find_point_plane_impact(const Motion<1>& point, const Vec3& plane_point,
                                                     const Vec3& plane_normal, const ImpactSettings& settings) {
  check_impact_settings(settings);
  const Vec3 normal = plane_normal.stableNormalized();
  const Vec3 start = point.start[0] - plane_point, end = point.end[0] - plane_point;
  const auto height = [&](double t) { return ((1 - t) * start + t * end).dot(normal); };
  // Differences, the normal's length, mixing and products are each off by an epsilon or two.
  const double error = 0x1p-48 * (start.cwiseAbs() + end.cwiseAbs()).sum() + 0x1p-1068;
  const double reach = settings.separation + error;
  const double from = height(settings.t0), to = height(settings.t1);
  const bool at_start = std::abs(from) <= reach;
  const bool passes = std::abs(to) <= reach || (from > 0) != (to > 0);
  if (!at_start && !passes) return std::nullopt;
  FeatureImpact impact;
  impact.at_start = at_start;
  impact.normal = from < 0 ? Vec3(-normal) : normal;
  impact.is_certain = at_start ? std::abs(from) <= settings.separation - error
                               : std::abs(to) <= settings.separation - error || std::abs(to) > reach;
  const double share = at_start ? 0 : (std::abs(from) - reach) / std::abs(from - to);
  const double time = settings.t0 + std::clamp(share, 0.0, 1.0) * (settings.t1 - settings.t0);
  // A little earlier, for what the division has rounded.
  impact.time = std::max(settings.t0, time - std::min(settings.tolerance, 1e-12));
  return impact;
}

}  // namespace abut
