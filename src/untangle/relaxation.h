// Keeps the shape: edges and bends return to their lengths, and what is near stays apart, by projecting one constraint
// after the other (position-based dynamics, Mueller et al. 2007).
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "response/separation.h"
#include "untangle/assembly.h"

namespace abut {

/// Two features that are to stay on their sides, at a distance: weights and a normal that do not change.
struct ContactConstraint : Separation {
  double distance = 0;
};

ContactConstraint make_contact(const Assembly& assembly, const SurfaceFeature& a, const SurfaceFeature& b,
                               const Vec3& a_weights, const Vec3& b_weights, const Vec3& normal, double distance);

class Relaxation {
 public:
  explicit Relaxation(const Assembly& assembly);

  /// What may move from now on; sorted.
  void set_active(std::span<const std::uint32_t> vertices);
  /// `is_soft`: vertices whose bends do not count, as the shape there is wrong.
  void relax(std::span<Vec3> positions, std::span<const ContactConstraint> contacts, int sweeps,
             const std::vector<std::uint8_t>& is_soft) const;
  void project(const ContactConstraint& contact, std::span<Vec3> positions) const;

  std::span<const std::uint32_t> active() const { return active_; }
  double edge_stiffness = 1, bend_stiffness = 0.02;

 private:
  void project(const Link& link, double stiffness, std::span<Vec3> positions) const;

  const Assembly& assembly_;
  std::vector<std::uint32_t> active_, links_;
  std::vector<double> inverse_masses_;  // 0 for what is not active
  std::vector<std::uint8_t> is_listed_;
};

}  // namespace abut
