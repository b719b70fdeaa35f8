// Solids as obstacles that yield to cloth, and solids after they have.
#pragma once

#include <span>
#include <vector>

#include "abut/solids.h"
#include "abut/yielding.h"

namespace abut {

/// Of solids that have gone from `start` to where they are in a step that lasted so long: all that move, in order.
/// `obstacles`: of each solid, what cloth meets of it, or kNoBody.
Yielding list_yielding(const SolidSimulation& solids, std::span<const SolidMotion> start,
                       std::span<const std::uint32_t> obstacles, double duration);
/// The solids that these bodies are.
std::vector<std::uint32_t> list_yielding_solids(const SolidScene& scene);

/// Where a solid that was a body is after it has yielded, and how it moves.
SolidMotion find_yielded(const SolidMotion& motion, const YieldingBody& body, const Yield& yield);

}  // namespace abut
