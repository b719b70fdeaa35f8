// Adapters to libraries for rigid solids: yes or no, and contacts, for pairs of one shape in many places.
#pragma once

#include <array>
#include <optional>
#include <vector>

#include "bench/bench.h"

namespace abut::bench {

enum class SolidKind { box, hull, capsule, sphere };

/// A shape in plain numbers, since libraries disagree about how Eigen's types lie in memory.
struct Solid {
  SolidKind kind = SolidKind::box;
  std::array<double, 3> half_size = {};         ///< of a box
  double radius = 0, half_length = 0;           ///< of a sphere or capsule (along z)
  std::vector<std::array<double, 3>> vertices;  ///< of a hull
  std::vector<std::vector<int>> faces;
};

struct PlainPose {
  double w, x, y, z;  ///< turn
  std::array<double, 3> at;
};

/// Two solids of one shape, pair after pair.
struct SolidPairs {
  Solid solid;
  std::vector<std::array<PlainPose, 2>> places;
};

enum class SolidQuestion { touching, contacts };

/// FCL with libccd (its default). Counts pairs that touch; places are set before each question. Nothing if FCL is not
/// built in.
std::optional<Measurement> measure_fcl_solids(const SolidPairs& pairs, SolidQuestion question);

/// Bullet: its algorithm for the two shapes; it always looks for contacts. Hulls without its margin, and without points
/// it keeps from the frame before, which it would count although they have moved. Counts pairs with a point that is not
/// above zero. In floats. Nothing if Bullet is not built in.
std::optional<Measurement> measure_bullet_solids(const SolidPairs& pairs);

/// Two solids of one shape on their way: for each, where it starts and ends, the short way round about its origin.
struct SolidSweeps {
  Solid solid;
  std::vector<std::array<std::array<PlainPose, 2>, 2>> ways;
};

/// What a peer says of each pair: the time of its first touch, 0 to 1; above 1 if there is none.
struct SweepTimes {
  double seconds = 0;  ///< of all
  std::vector<double> times;
};

/// FCL's continuousCollide by conservative advancement, to 1e-6 of the time.
std::optional<SweepTimes> measure_fcl_sweeps(const SolidSweeps& sweeps);
/// Bullet's btContinuousConvexCollision, in floats. Hulls without its margin.
std::optional<SweepTimes> measure_bullet_sweeps(const SolidSweeps& sweeps);

/// The fastest of some rounds through all pairs.
template <class Test>
SweepTimes measure_sweeps(const SolidSweeps& sweeps, const Test& test) {
  SweepTimes found;
  found.seconds = measure([&] {
                    found.times.clear();
                    for (const auto& way : sweeps.ways) found.times.push_back(test(way));
                    return found.times.size();
                  }).seconds;
  return found;
}

}  // namespace abut::bench
