// A tangle with its surfaces, ready to be untangled.
#pragma once

#include <deque>
#include <string_view>
#include <vector>

#include "abut/untangle.h"
#include "scenes/tangles.h"

namespace abut::reproduce {

/// The positions of all bodies.
using Positions = std::vector<std::vector<Vec3>>;

class ReadyTangle {
 public:
  /// The kind must be one of list_tangles().
  explicit ReadyTangle(std::string_view kind, std::uint64_t seed = 0, int cells = 0);
  ReadyTangle(ReadyTangle&&) = delete;  // the scene refers to what is in here

  const UntangleScene& scene() const { return scene_; }
  std::vector<Body> bodies() const;
  std::vector<Body> place(const Positions& positions) const;

 private:
  TangledScene content_;
  std::deque<Surface> surfaces_;
  UntangleScene scene_;
};

}  // namespace abut::reproduce
