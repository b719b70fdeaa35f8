// One step of time: what crosses is healed a little, then cloth goes to where its energy is least, but through nothing.
#pragma once

#include <cstdint>
#include <vector>

#include "detect/collision_finder.h"
#include "sim/holding.h"
#include "sim/newton.h"
#include "sim/recovery.h"
#include "sim/step_contacts.h"
#include "sim/step_energy.h"

namespace abut {

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
  /// Adds to the report. Obstacles of `yielding`, if there are any, yield.
  Outcome take(ParticleState& state, double step, const Yielding* yielding, SimulationReport& report);

  /// Where all that is told where to be is at a time.
  void place(double time, std::vector<Vec3>& positions) const;
  /// The body that made a step diverge, or that is misplaced.
  BodyId culprit() const { return culprit_; }
  const ClothEnergy& energy() const { return energy_.elastic(); }
  double thickness() const { return contacts_.thickness(); }

 private:
  void blame(std::size_t particle);
  void find_inverse_masses(double time);
  Crossed recover_start(ParticleState& from, SimulationReport& report);
  std::vector<Contact> find_contacts(const ParticleState& from, const Crossed& crossed, SimulationReport& report);
  // Where to begin: where cloth is, or where its speed would take it, whichever has less energy.
  void guess(const ParticleState& from, std::vector<Vec3>& to) const;
  bool minimise(std::vector<Vec3>& to, int iterations, SimulationReport& report);
  // What would touch on the way becomes a contact, too, and the minimum is looked for again. False if it is lost.
  bool meet_impacts(const std::vector<Vec3>& from, std::vector<Vec3>& to, std::vector<Contact> contacts,
                    const Crossed& crossed, SimulationReport& report);
  Holding::Result hold(const std::vector<Vec3>& from, std::vector<Vec3>& to, const Crossed& crossed,
                       SimulationReport& report);
  // What cloth has done to obstacles that yield by forces, and what holding it did: the latter changes speeds of both,
  // as an impact without bounce does.
  void count_impulses(const std::vector<Vec3>& to);
  void share_pushes(std::span<const Holding::Result::Push> pushes, const std::vector<Vec3>& to,
                    std::vector<Vec3>& velocities);
  bool is_guarded() const { return settings_.contact.method != ContactMethod::none && settings_.contact.is_continuous; }

  const SimulationScene& scene_;
  const SimulationSettings& settings_;
  const Particles& particles_;
  std::vector<Vec3> home_;  // where all were at the very start
  CollisionFinder finder_;
  Holding holding_;
  StepContacts contacts_;
  StepEnergy energy_;
  Newton newton_;
  std::vector<double> inverse_masses_;  // of cloth; 0: goes where it is told
  BodyId culprit_{0};
};

}  // namespace abut
