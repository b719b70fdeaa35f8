// Proofs by two planes: surfaces that bulge towards each other are told apart one by one, which is far less work than
// pair by pair.
#pragma once

#include "abut/patch.h"

namespace abut {

/// Of a along a direction and of b against it, at one time: no point of b is less than this beyond any point of a along
/// the direction, which has length 1. At most so much less than what is true, unless cells run out; these are added.
double measure_slab(const Patch& a, const Patch& b, double time, const Vec3& direction, double tolerance,
                    std::size_t max_cells, std::size_t& cells);

}  // namespace abut
