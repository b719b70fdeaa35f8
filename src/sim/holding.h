// The last word of a step: nothing goes through anything. What would touch on the way is pushed apart, then slowed
// down, then stopped.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "detect/collision_finder.h"
#include "sim/contacts.h"

namespace abut {

/// A contact of two features that come to touch, from the side they are on at the start.
Contact make_contact(const Particles& particles, const SurfaceFeature& a, const SurfaceFeature& b,
                     const Vec3& a_weights, const Vec3& b_weights, const Vec3& normal, std::span<const Vec3> start);

class Holding {
 public:
  /// Whether two features may pass through each other, as they do where surfaces cross already.
  using MayPass = std::function<bool(const Impact&)>;

  /// `start`: where all is at first, which tells how large numbers are.
  Holding(const Particles& particles, CollisionFinder& finder, std::span<const Ground> grounds,
          std::span<const Vec3> start);

  struct Result {
    bool is_held = true;        ///< else something still touches that must not
    std::size_t impacts = 0;    ///< found at first
    std::size_t held_back = 0;  ///< particles that were stopped
    struct Push {
      Contact contact;
      double moved = 0;  ///< mass by way
    };
    std::vector<Push> off_obstacles;  ///< in turn
  };
  /// Changes where cloth goes to; what has an inverse mass of 0 goes where it goes.
  Result hold(const std::vector<Vec3>& from, std::vector<Vec3>& to, std::span<const double> inverse_masses,
              const MayPass& may_pass);

 private:
  double keep(double gap) const;
  std::vector<std::uint32_t> list_below_ground(std::span<const Vec3> from, std::span<const Vec3> to,
                                               std::span<const double> inverse_masses) const;
  void push_up(std::span<const std::uint32_t> below, const std::vector<Vec3>& from, std::vector<Vec3>& to) const;

  const Particles& particles_;
  CollisionFinder& finder_;
  std::span<const Ground> grounds_;
  double least_gap_ = 0;
};

/// Moves particles so that the gap is at least that of the contact, the heavier the less, so that momentum is kept.
/// Returns mass by way, as open_gap does.
double project(const Contact& contact, std::span<const double> inverse_masses, std::vector<Vec3>& positions);

}  // namespace abut
