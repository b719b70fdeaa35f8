// All bodies of a scene as one list of particles: the vertices of cloths, one after the other, then those of obstacles.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/sim.h"
#include "abut/yielding.h"
#include "response/separation.h"

namespace abut {

/// Where everything is, and how fast cloth is.
struct ParticleState {
  double time = 0;
  std::uint64_t step = 0;        ///< how many there have been
  std::vector<Vec3> positions;   ///< of all particles
  std::vector<Vec3> velocities;  ///< of those of cloth
  bool may_cross = true;         ///< false: nothing does
  std::vector<Yield> yields;     ///< of what yields in this advance; empty: nothing has
};

class Particles {
 public:
  explicit Particles(const SimulationScene& scene);

  std::size_t count() const { return starts_.back(); }
  std::size_t cloth_count() const { return cloth_count_; }  ///< particles of cloths
  std::size_t body_count() const { return surfaces_.size(); }
  bool is_obstacle(BodyId body) const { return body >= first_obstacle_; }
  /// Obstacles without a placement.
  bool stays(BodyId body) const { return stays_[body]; }
  const Surface& surface(BodyId body) const { return *surfaces_[body]; }
  double friction(BodyId body) const { return frictions_[body]; }

  std::uint32_t number(BodyId body, VertexId v) const { return starts_[body] + v; }
  BodyId body_of(std::uint32_t particle) const;
  template <class T>
  std::span<T> of_body(BodyId body, std::vector<T>& values) const {
    return std::span(values).subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }
  template <class T>
  std::span<const T> of_body(BodyId body, const std::vector<T>& values) const {
    return std::span(values).subspan(starts_[body], starts_[body + 1] - starts_[body]);
  }
  std::vector<Body> place(const std::vector<Vec3>& positions) const;

  /// The corners of a feature, in the order of its weights.
  FeatureCorners corners(const SurfaceFeature& feature) const;

  std::vector<double> masses;  ///< of cloths
  double mean_edge = 0;        ///< of all cloth, at the start

 private:
  std::vector<const Surface*> surfaces_;
  std::vector<double> frictions_;
  std::vector<std::uint8_t> stays_;
  std::vector<std::uint32_t> starts_ = {0};
  std::size_t first_obstacle_ = 0, cloth_count_ = 0;
};

}  // namespace abut
