// One step of time: where cloth is at its end follows from a minimum of energy, in which the elastic one, contacts,
// drag and inertia have their parts (implicit Euler, solved by Newton's method).
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "sim/cloth_energy.h"
#include "sim/collision_finder.h"
#include "sim/conjugate_gradients.h"
#include "sim/contacts.h"
#include "sim/holding.h"
#include "sim/recovery.h"
#include "sim/rigid_patches.h"

namespace abut {

/// Where everything is, and how fast cloth is.
struct ParticleState {
  double time = 0;
  std::uint64_t step = 0;        ///< how many there have been
  std::vector<Vec3> positions;   ///< of all particles
  std::vector<Vec3> velocities;  ///< of those of cloth
  bool may_cross = true;         ///< false: nothing does
};

class Stepper {
 public:
  Stepper(const SimulationScene& scene, const SimulationSettings& settings, const Particles& particles,
          const ParticleState& start);

  enum class Outcome : std::uint8_t {
    done,
    touching,   ///< something could not be kept from going through something; all is done but for that
    diverged,   ///< nothing is done
    misplaced,  ///< nothing is done: something is told to be where nothing can be
  };
  /// Adds to the report.
  Outcome take(ParticleState& state, double step, SimulationReport& report);

  /// Where all that is told where to be is at a time.
  void place(double time, std::vector<Vec3>& positions) const;
  /// The body that made a step diverge, or that is misplaced.
  BodyId culprit() const { return culprit_; }
  const ClothEnergy& energy() const { return energy_; }
  double thickness() const { return thickness_; }

 private:
  Outcome blame(std::size_t particle);
  void find_inverse_masses(double time);
  void find_drag(const ParticleState& state);
  std::vector<Contact> find_contacts(const std::vector<Vec3>& start, const std::vector<Vec3>& aim,
                                     const std::vector<std::uint8_t>& is_cut, std::uint64_t chance);
  void add_ground_contacts(const std::vector<Vec3>& start, const std::vector<Vec3>& aim,
                           std::vector<Contact>& contacts) const;
  void set_stiffness(Contact& contact, double gap) const;
  bool pass(const std::vector<std::uint8_t>& is_cut, const SurfaceFeature& a, const SurfaceFeature& b) const;

  // The energy that a step minimises, and its parts.
  bool minimise(std::vector<Vec3>& positions, SimulationReport& report);
  double measure(const std::vector<Vec3>& positions) const;
  void linearise(const std::vector<Vec3>& positions, SimulationReport& report);
  // How far to go along the descent; 0 if there is no way down, nothing if the energy is not finite.
  std::optional<double> search_line(std::vector<Vec3>& positions, double slope, SimulationReport& report) const;

  const SimulationScene& scene_;
  const SimulationSettings& settings_;
  const Particles& particles_;
  int threads_;
  double thickness_ = 0, contact_stiffness_ = 0;
  ClothEnergy energy_;
  Contacts contacts_;
  CollisionFinder finder_;
  Holding holding_;
  ConjugateGradients solver_;
  RigidPatches patches_;
  bool is_fitted_ = false, has_patches_ = false;  // once in a step: what changes later changes little
  std::vector<Vec3> home_;                        // where all were at the very start

  // Of the step that is being taken.
  double step_ = 0;
  BodyId culprit_{0};
  std::vector<double> inverse_masses_;  // of cloth; 0: goes where it is told
  std::vector<Vec3> aim_;               // where inertia and gravity alone would lead
  std::vector<Vec3> start_;             // of cloth
  std::vector<Vec3> drag_normals_;      // of each particle of cloth
  std::vector<double> drag_;            // force by speed along the normal
  Vec3 wind_ = Vec3::Zero();
  std::vector<Vec3> gradient_, descent_;
  std::vector<Eigen::Matrix3d> inverses_;
};

}  // namespace abut
