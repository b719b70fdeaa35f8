// All that a simulation of solids is, to both ways of taking steps.
#pragma once

#include <vector>

#include "sim/solids/articulation.h"
#include "sim/solids/solid_contacts.h"
#include "sim/solids/substep_room.h"

namespace abut {

struct SolidSystem {
  SolidSystem(SolidScene given, const SolidSettings& settings);
  SolidSystem(const SolidSystem&) = delete;  // contacts and articulations know the scene by its place

  SolidScene scene;
  SolidSettings settings;
  std::vector<SolidBody> bodies;  // of all solids, and the world
  SolidContacts contacts;
  std::vector<double> joint_angles;  // of hinges, with all turns since the start
  std::vector<Articulation> articulations;
  std::vector<SolidPatch> patches;  // that were solved last
  double solved_for = 0;            // s: how long their impulses acted
  double time = 0;
  std::uint64_t step = 0;
  SubstepRoom room;

  /// Gives what is driven the speed that takes it where it is to be after a time.
  void drive(double duration);
  /// Puts what is driven where it is to be now, whatever rounding has done.
  void place_driven();
  double allowance() const;
};

/// Short substeps, whatever passes through something.
void take_substeps(SolidSystem& system, double duration, SolidReport& report);
/// One step, by the settings' method: the same with looking back, or from impact to impact.
void take_guarded_steps(SolidSystem& system, double duration, SolidReport& report);
void take_events(SolidSystem& system, double duration, SolidReport& report);

}  // namespace abut
