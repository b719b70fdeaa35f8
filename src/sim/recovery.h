// Healing: where cloth crosses something, the contour it crosses along is made shorter (Volino and Magnenat-Thalmann
// 2006), a little in each step, while the simulation goes on.
#pragma once

#include <vector>

#include "abut/response.h"
#include "detect/collision_finder.h"
#include "response/sides.h"
#include "sim/particles.h"

namespace abut {

/// What crosses now.
struct Crossed {
  std::size_t pairs = 0, crossings = 0, contours = 0;
  Sides sides;  ///< of each pair of faces that cross: the corners of either, and what is next to them

  bool is_clean() const { return pairs == 0; }
};

/// Finds what crosses, and, as often as settings say, moves it by a correction that makes contours shorter. The result
/// counts what the first search found, and marks what the last one did. `ignored_share` of the crossings are
/// overlooked; which ones, `chance` says.
Crossed recover(const Particles& particles, CollisionFinder& finder, const RecoverySettings& settings,
                std::span<const double> inverse_masses, double ignored_share, std::uint64_t chance, int threads,
                std::vector<Vec3>& positions);

}  // namespace abut
