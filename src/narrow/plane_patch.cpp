// Contact with all that lies behind a plane: the vertices that are near it.
#include <cmath>
#include <vector>

#include "abut/convex_pair.h"
#include "base/assert.h"
#include "narrow/spread.h"

namespace abut {
namespace {

struct Near {
  Plain3 at;
  double gap;
};

}  // namespace

ContactPatch find_plane_patch(const PlacedConvex& a, const Vec3& point, const Vec3& normal, double margin) {
  ABUT_ASSERT(a.shape != nullptr && margin >= 0);
  ContactPatch patch;
  patch.normal = normal;
  const double limit = margin + a.shape->radius();
  // What is too far as a whole is most of what is asked.
  if (normal.dot(a.pose.translation - point) - a.shape->reach() > limit) return patch;
  thread_local std::vector<Near> near;
  near.clear();
  for (const Vec3& vertex : a.shape->vertices()) {
    const Vec3 at = a.pose.apply(vertex);
    const double gap = normal.dot(at - point);
    if (gap <= limit) near.push_back({at, gap});
  }
  if (near.empty()) return patch;
  const auto position = [&](int i) { return near[static_cast<std::size_t>(i)].at; };
  const auto gap = [&](int i) { return near[static_cast<std::size_t>(i)].gap; };
  const std::array<int, 4> chosen =
      choose_spread(static_cast<int>(near.size()), normal, position, gap, find_steepness_on_plane(near.size()));
  for (std::size_t i = 0; i < 4; ++i) {
    if (is_repeated(chosen, i)) continue;
    const Vec3 at = position(chosen[i]);
    patch.points[patch.count++] = {at - a.shape->radius() * normal, at - gap(chosen[i]) * normal,
                                   gap(chosen[i]) - a.shape->radius()};
  }
  return patch;
}

}  // namespace abut
