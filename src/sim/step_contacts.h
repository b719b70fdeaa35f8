// What a step's contacts are: all that is near at its start, what comes to the ground, and what would touch on its way.
#pragma once

#include <span>
#include <vector>

#include "detect/collision_finder.h"
#include "response/sides.h"
#include "sim/contacts.h"

namespace abut {

class StepContacts {
 public:
  StepContacts(const SimulationScene& scene, const ContactSettings& settings, const Particles& particles,
               std::span<const Vec3> home);

  double thickness() const { return thickness_; }

  /// Of what is near at the start of a step of this length, but for what crosses there, which must be free to pass.
  /// Without contact, none.
  std::vector<Contact> find(CollisionFinder& finder, const std::vector<Vec3>& from, std::span<const Vec3> aim,
                            double step, std::span<const double> inverse_masses, const Sides& sides) const;
  /// Of what touches on the way from `from`, too.
  void add(std::span<const Impact> impacts, const std::vector<Vec3>& from, std::vector<Contact>& contacts) const;

  /// Whether the two are on different sides of a place where surfaces cross.
  bool may_pass(const Sides& sides, const SurfaceFeature& a, const SurfaceFeature& b) const;

 private:
  void add_grounds(const std::vector<Vec3>& from, std::span<const Vec3> aim, double step,
                   std::span<const double> inverse_masses, std::vector<Contact>& contacts) const;
  void set_spring(Contact& contact, double gap) const;
  void set_force(Contact& contact, double gap, double opening) const;

  const SimulationScene& scene_;
  const ContactSettings& settings_;
  const Particles& particles_;
  std::vector<Vec3> home_;  // where all were at the very start
  double thickness_ = 0, stiffness_ = 0;
};

}  // namespace abut
