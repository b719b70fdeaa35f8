// Solids that are points or segments without their radius: their nearest points by formula.
#pragma once

#include <optional>

#include "narrow/contact_way.h"
#include "narrow/nearest_weights.h"

namespace abut {

/// Nothing if one of them has more than two vertices, or they are so near that the way has no direction.
inline std::optional<ContactWay> find_way_of_segments(const ConvexView& view) {
  const std::size_t a_count = view.a().vertices().size(), b_count = view.b().vertices().size();
  if (a_count > 2 || b_count > 2) return std::nullopt;
  const Plain3 p = view.point_a(0), q = view.point_b(0);
  Plain3 on_a = p, on_b = q;
  if (a_count + b_count > 2) {
    const Plain3 along_a = view.point_a(static_cast<std::uint32_t>(a_count - 1)) - p;
    const Plain3 along_b = view.point_b(static_cast<std::uint32_t>(b_count - 1)) - q;
    const PlaneWeights w = find_nearest_in_parallelogram(q - p, along_a, -along_b);
    on_a += w.u * along_a;
    on_b += w.v * along_b;
  }
  const Plain3 way = on_a - on_b;
  const double distance = way.norm();
  if (!(distance > 4 * view.slack())) return std::nullopt;
  return ContactWay{distance, 1 / distance * way, on_a, on_b};
}

}  // namespace abut
