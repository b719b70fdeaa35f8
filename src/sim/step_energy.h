// The energy whose minimum is the end of a step (implicit Euler): inertia, drag, elasticity and contacts. Its gradient,
// and the linear system that Newton's method solves.
#pragma once

#include <span>
#include <vector>

#include "sim/cloth_energy.h"
#include "sim/cloth_matrix.h"
#include "sim/conjugate_gradients.h"
#include "sim/contacts.h"
#include "sim/rigid_patches.h"

namespace abut {

class StepEnergy {
 public:
  StepEnergy(const SimulationScene& scene, const SolverSettings& settings, const Particles& particles, int threads);

  /// A step from this state on; `inverse_masses` of cloth must stay as they are through it, 0 for what goes where it is
  /// told: to where it is in `told`.
  void begin(const ParticleState& from, double step, std::span<const double> inverse_masses,
             std::span<const Vec3> told);
  /// From now on with these. `from`: positions at the start of the step.
  void set_contacts(std::vector<Contact> contacts, const std::vector<Vec3>& from);

  double measure(std::span<const Vec3> positions) const;
  /// Forces, and how they change, at these positions. Returns the energy there.
  double linearise(std::span<const Vec3> positions);
  std::span<const Vec3> gradient() const { return gradient_; }
  /// Newton's way from where it was linearised, until the residual is the tolerance's share of what it is at first, or
  /// of `reference`, if that is larger.
  LinearResult solve(std::span<Vec3> way, double reference);
  /// See Contacts::hold_friction.
  bool hold_friction() { return contacts_.hold_friction(); }
  /// Whether friction is another one here than where it was linearised.
  bool test_slip_changed(std::span<const Vec3> positions) const { return contacts_.test_slip_changed(positions); }

  /// Where inertia and gravity alone would lead.
  std::span<const Vec3> aim() const { return aim_; }
  const ClothEnergy& elastic() const { return elastic_; }
  double step() const { return step_; }

 private:
  double measure_inertia(std::span<const Vec3> positions) const;  // and drag
  void find_drag(const ParticleState& from);
  void multiply(std::span<const Vec3> in, std::span<Vec3> out) const;
  void precondition(std::span<const Vec3> in, std::span<Vec3> out) const;
  double speed_across(std::size_t particle, const Vec3& position) const {
    return drag_normals_[particle].dot((position - start_[particle]) / step_ - wind_);
  }

  const SimulationScene& scene_;
  const SolverSettings& settings_;
  const Particles& particles_;
  int threads_;
  ClothEnergy elastic_;
  ClothMatrix matrix_;
  Contacts contacts_;
  RigidPatches patches_;
  ConjugateGradients solver_;

  // Of the step that is being taken.
  double step_ = 0, mass_scale_ = 0;
  std::span<const double> inverse_masses_;
  std::vector<Vec3> aim_, start_;
  Vec3 wind_ = Vec3::Zero();
  std::vector<Vec3> drag_normals_;
  std::vector<double> drag_;  // force by speed along the normal
  std::vector<Vec3> positions_, gradient_, right_;
  std::vector<Eigen::Matrix3f> inverses_;         // of each particle's own block
  bool is_fitted_ = false, has_patches_ = false;  // once for a set of contacts: what changes later changes little
};

}  // namespace abut
