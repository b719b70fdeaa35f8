// Pairs of parts of patches, and how they are cut.
#pragma once

#include <algorithm>
#include <array>
#include <cmath>

#include "abut/patch.h"

namespace abut {

struct PatchCell {
  PatchCell() = default;
  PatchCell(const Patch& patch, const PatchBox& box) : box(box), enclosure(patch.enclose(box)) {}

  PatchBox box;
  PatchEnclosure enclosure;

  double radius_in_space() const { return enclosure.radius - enclosure.time_radius; }
  /// How large it is, which cutting makes smaller.
  double size() const { return std::max({enclosure.along_u.norm(), enclosure.along_v.norm(), radius_in_space()}); }
  /// 0 to cut u, 1 to cut v: what is longer, as far as that is known.
  int find_direction() const {
    const double u = enclosure.along_u.squaredNorm(), v = enclosure.along_v.squaredNorm();
    const double radius = radius_in_space();
    if (radius * radius >= std::max(u, v)) return box.u1 - box.u0 >= box.v1 - box.v0 ? 0 : 1;
    return u >= v ? 0 : 1;
  }
  std::array<PatchCell, 2> split(const Patch& patch) const {
    const int direction = find_direction();
    PatchBox low = box, high = box;
    if (direction == 0) {
      low.u1 = high.u0 = patch.find_cut(0, box.u0, box.u1);
    } else {
      low.v1 = high.v0 = patch.find_cut(1, box.v0, box.v1);
    }
    return {PatchCell(patch, low), PatchCell(patch, high)};
  }
  /// Where a share from -1 to 1 of each of its ranges is.
  std::array<double, 2> parameters(double u_share, double v_share) const {
    return {0.5 * (box.u0 + box.u1 + u_share * (box.u1 - box.u0)),
            0.5 * (box.v0 + box.v1 + v_share * (box.v1 - box.v0))};
  }
};

}  // namespace abut
