// What is said of a state: how far it moved, how near things are, and what is left and why.
#pragma once

#include <optional>
#include <span>
#include <vector>

#include "untangle/assembly.h"

namespace abut {

Deformation measure_deformation(const Assembly& assembly, std::span<const Vec3> positions);

/// How far from any corner of a face that intersected at the input the furthest vertex was that has moved.
double measure_reach(const Assembly& assembly, std::span<const Vec3> positions,
                     std::span<const IntersectingPair> input_pairs);

/// The least distance of all that may move from itself and from everything else.
std::optional<MinimumDistance> measure_separation(const Assembly& assembly, std::span<const Vec3> positions,
                                                  const RunSettings& run);

/// What intersects, by a search that has nothing in common with that of the loop but the exact tests. Pairs of
/// obstacles are counted and left out.
std::vector<IntersectingPair> find_pairs_left(const Assembly& assembly, std::span<const Vec3> positions,
                                              const RunSettings& run, std::size_t& obstacle_pairs);

/// The contours of such pairs, and why they are still there.
std::vector<Remainder> list_remainders(const Assembly& assembly, std::span<const Vec3> positions,
                                       std::span<const IntersectingPair> pairs, const RunSettings& run);

}  // namespace abut
