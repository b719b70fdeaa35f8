// What follows when nothing intersects any more: the surfaces go back towards where they came from as far as what is
// in their way lets them, and what is nearer than the thickness is parted. Nothing may cross on the way.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "untangle/distance_targets.h"
#include "untangle/guard.h"

namespace abut {

class Settling {
 public:
  Settling(const Assembly& assembly, TangleFinder& finder, Relaxation& relaxation, DistanceTargets targets);

  /// For a state that is not free: these vertices stay, and what has moved elsewhere goes back as far as it can.
  void go_home_around(std::vector<std::uint8_t> held, std::vector<Vec3>& positions,
                      const std::function<bool()>& is_over);
  /// Moves the positions, which the finder must be at; `is_over` is asked from time to time. True if all that was to be
  /// parted is.
  bool settle(std::vector<Vec3>& positions, const std::function<bool()>& is_over);

 private:
  void activate(std::span<const Vec3> positions, bool everywhere);
  void snap(std::vector<Vec3>& positions, double distance);
  void go_home(std::vector<Vec3>& positions, const std::function<bool()>& is_over);
  bool part(std::vector<Vec3>& positions, const std::function<bool()>& is_over);
  double find_strain(std::span<const Vec3> positions, std::uint32_t v) const;
  // One round: keeps the shape of what is to come next and the distance of what is near, and goes there as far as
  // nothing crosses. `reach` is how far is looked for what is near, in steps. Returns how far the vertex that went
  // furthest went, in edge lengths.
  double move(std::vector<Vec3>& positions, std::vector<Vec3>& next, double largest_step, double distance,
              double reach);

  const Assembly& assembly_;
  TangleFinder& finder_;
  Relaxation& relaxation_;
  Guard guard_;
  Patches nothing_;  // no contour is left
  DistanceTargets targets_;
  std::vector<std::uint8_t> is_soft_, is_held_;
};

}  // namespace abut
