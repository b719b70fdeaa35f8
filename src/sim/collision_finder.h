// What the particles of a scene touch: what is near, what would touch on the way, what crosses.
#pragma once

#include <span>
#include <vector>

#include "abut/detect.h"
#include "sim/particles.h"

namespace abut {

class CollisionFinder {
 public:
  CollisionFinder(const Particles& particles, const std::vector<Vec3>& positions, int threads);

  /// All of this leaves out what obstacles do among themselves.
  std::vector<Proximity> find_near(const std::vector<Vec3>& positions, double distance);
  std::vector<IntersectingPair> find_intersections(const std::vector<Vec3>& positions);
  /// What touches on the way, and not already at its start.
  std::vector<Impact> find_impacts(const std::vector<Vec3>& from, const std::vector<Vec3>& to);

  /// The next searches look at nothing but what these particles have a part in.
  void focus(std::span<const std::uint32_t> particles);
  void focus_on_cloth();

 private:
  void move(const std::vector<Vec3>& positions);
  bool is_of_obstacles(BodyId a, BodyId b) const { return particles_.is_obstacle(a) && particles_.is_obstacle(b); }

  const Particles& particles_;
  std::vector<Vec3> home_;  // where obstacles are that stay
  int threads_;
  Detector detector_;
  std::vector<std::vector<std::uint8_t>> focused_faces_;  // of each body
};

}  // namespace abut
