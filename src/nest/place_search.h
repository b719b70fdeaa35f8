// Looks for a better place for one part: many places at random, and the best few of them made better step by step.
#pragma once

#include <functional>
#include <optional>

#include "nest/dice.h"
#include "nest/table.h"

namespace abut {

/// The cost of a place; anything from the limit on may be infinite.
using PlaceCost = std::function<double(const Place&, double limit)>;

struct PlaceSample {
  Place place;
  double cost = std::numeric_limits<double>::infinity();
};

struct PlaceSearch {
  int samples = 40;         ///< anywhere on the ground
  int samples_nearby = 20;  ///< around where it is
};

/// The best place found, if it costs less than `start`, where there is one.
std::optional<PlaceSample> find_place(const Table& table, const Part& part, const std::optional<PlaceSample>& start,
                                      const PlaceCost& cost, const PlaceSearch& search, Dice& dice);

}  // namespace abut
