// For sums of gradients: all vertices may move, and none is heavier than another.
#pragma once

#include <span>
#include <vector>

#include "abut/response.h"

namespace abut::reproduce {

class UnitMasses {
 public:
  explicit UnitMasses(std::span<const Body> bodies) {
    for (const Body& body : bodies) inverses_.emplace_back(body.positions.size(), 1.0);
    views_.assign(inverses_.begin(), inverses_.end());
  }
  InverseMasses view() const { return views_; }

 private:
  std::vector<std::vector<double>> inverses_;
  std::vector<std::span<const double>> views_;
};

}  // namespace abut::reproduce
