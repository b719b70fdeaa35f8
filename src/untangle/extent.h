// How large a contour is and how deep the tangle at it, so that nothing is moved further than it takes.
#pragma once

#include <array>

#include "untangle/assembly.h"
#include "untangle/tangle.h"

namespace abut {

/// The pieces of surface that meet in a contour, on its sides 0 and 1.
std::array<std::uint32_t, 2> find_sides(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour);

/// The mean size of the edges that are cut.
double measure_cut_edges(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour);

/// The diagonal of the box around a contour.
double measure_extent(const Tangle& tangle, std::uint32_t contour);

/// How far the parts that a contour cuts off lie behind the other surface, as it is at the nearest point of the
/// contour. Infinite if there is too much of them to find out.
double measure_depth(const Assembly& assembly, const Tangle& tangle, std::uint32_t contour,
                     std::span<const Vec3> positions, std::span<const std::uint32_t> cut_off);

/// Of all contours, by the distances of what is cut off from the other surface. Where nothing is cut off, the extent of
/// the contour is what has to be gone.
TangleDepth measure_depths(const Assembly& assembly, const Tangle& tangle, std::span<const Vec3> positions);

}  // namespace abut
