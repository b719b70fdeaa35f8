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
#include "sim/yielding_step.h"

namespace abut {

class StepEnergy {
 public:
  StepEnergy(const SimulationScene& scene, const SolverSettings& settings, const Particles& particles, int threads);

  /// A step from this state on; `inverse_masses` of cloth must stay as they are through it, 0 for what goes where it is
  /// told: to where it is in `told`.
  /// Obstacles that yield are moved on in `told` by what speed they have got.
  void begin(const ParticleState& from, double step, std::span<const double> inverse_masses, const Yielding* yielding,
             std::vector<Vec3>& told);
  /// From now on with these. `from`: positions at the start of the step.
  void set_contacts(std::vector<Contact> contacts, const std::vector<Vec3>& from);

  double measure(std::span<const Vec3> positions) const;
  /// Forces, and how they change, at these positions. Returns the energy there.
  double linearise(std::span<const Vec3> positions);
  std::span<const Vec3> gradient() const { return gradient_; }
  /// Ways start from here: those of obstacles that yield, whose shifts and turns are unknowns after the particles.
  void start_way() { yielding_.start_way(); }
  /// Goes a share of a way: moves particles from where they are in `from`, and vertices of obstacles that yield.
  void go(std::span<const Vec3> from, std::span<const Vec3> way, double length, std::vector<Vec3>& positions);
  /// Brings obstacles that yield to where forces on them are in balance while cloth stays: it may be so much heavier
  /// that its residual has no room for theirs.
  void settle_yielding(std::vector<Vec3>& positions);
  /// The longest way of any.
  double measure_longest(std::span<const Vec3> way) const;
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
  const Contacts& contacts() const { return contacts_; }
  YieldingStep& yielding() { return yielding_; }
  double step() const { return step_; }

 private:
  double measure_inertia(std::span<const Vec3> positions) const;  // and drag
  void find_drag(const ParticleState& from);
  void multiply(std::span<const Vec3> in, std::span<Vec3> out) const;
  void precondition(std::span<const Vec3> in, std::span<Vec3> out) const;
  void precondition_yielding(std::span<const Vec3> in, std::span<Vec3> out) const;
  void find_yielding_inverses();
  double move_yielding(std::vector<Vec3>& positions);  // returns how far
  double measure_yielding(std::span<const Vec3> positions) const;
  std::vector<Vec3> find_yielding_way(std::span<const Vec3> positions);
  double speed_across(std::size_t particle, const Vec3& position) const {
    return drag_normals_[particle].dot((position - start_[particle]) / step_ - wind_);
  }

  const SimulationScene& scene_;
  const SolverSettings& settings_;
  const Particles& particles_;
  int threads_;
  ClothEnergy elastic_;
  ClothMatrix matrix_;
  YieldingStep yielding_;
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
  std::vector<Eigen::Matrix3f> inverses_;  // of each particle's own block
  std::vector<YieldingStep::Matrix6> yielding_inverses_;
  bool is_fitted_ = false, has_patches_ = false;  // once for a set of contacts: what changes later changes little
};

}  // namespace abut
