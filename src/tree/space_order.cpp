// Along the curve of Morton: the bits of three coordinates in turns.
#include <algorithm>
#include <utility>

#include "abut/sphere_tree.h"

namespace abut {
namespace {

// 21 bits, with two zeros behind each.
std::uint64_t spread_bits(std::uint64_t bits) {
  bits = (bits | bits << 32) & 0x1f00000000ffff;
  bits = (bits | bits << 16) & 0x1f0000ff0000ff;
  bits = (bits | bits << 8) & 0x100f00f00f00f00f;
  bits = (bits | bits << 4) & 0x10c30c30c30c30c3;
  return (bits | bits << 2) & 0x1249249249249249;
}

}  // namespace

std::vector<std::uint32_t> sort_in_space(std::span<const Vec3> positions,
                                         std::span<const std::array<VertexId, 3>> faces) {
  constexpr double kSteps = (1 << 21) - 1;
  const TriangleList list{positions, faces};
  Box3 box;
  for (std::uint32_t i = 0; i < list.size(); ++i) box.add(list.triangle(i)[0]);
  const double scale = kSteps / std::max(box.size().maxCoeff(), 1e-300);
  std::vector<std::pair<std::uint64_t, std::uint32_t>> places;
  for (std::uint32_t i = 0; i < list.size(); ++i) {
    const Vec3 at = (list.triangle(i)[0] - box.lower) * scale;
    std::uint64_t place = 0;
    for (int k = 0; k < 3; ++k) place |= spread_bits(static_cast<std::uint64_t>(std::clamp(at[k], 0.0, kSteps))) << k;
    places.emplace_back(place, i);
  }
  std::sort(places.begin(), places.end());
  std::vector<std::uint32_t> order;
  for (const auto& [place, i] : places) order.push_back(i);
  return order;
}

}  // namespace abut
