// Bodies that hang together by joints: velocities for which joints hold where the bodies will be, and then hold.
#pragma once

#include <span>
#include <vector>

#include "sim/solids/solid_body.h"

namespace abut {

class Articulation {
 public:
  /// All that hang together by these joints, in groups that do not: `body_count` with the world, which is the last.
  /// `angles` are those of all joints, kept up to date with every whole turn that hinges make.
  static std::vector<Articulation> make(const SolidScene& scene, std::span<double> angles,
                                        std::span<const SolidBody> bodies);

  /// Changes velocities so that all joints hold where the bodies are after flying for a time, `drifts` added to their
  /// velocities. Impulses act along the joints as they are now. Joints within their limits stay there.
  void hold_positions(std::span<SolidBody> bodies, std::span<const Vec3> drifts, double time);
  /// Changes velocities so that no joint comes apart and no limit that is reached is approached. Motors and damping have
  /// their effect for a time: 0, none.
  void hold_velocities(std::span<SolidBody> bodies, double time = 0);
  bool is_driven() const;
  /// Puts the bodies where the joints hold, near where they are. False if they cannot be closed.
  bool close(std::span<SolidBody> bodies);

  /// The largest gap of any joint: metres or radians.
  double measure_gap(std::span<const SolidBody> bodies) const;
  std::span<const std::uint32_t> bodies() const { return members_; }
  std::span<const std::uint32_t> joints() const { return joints_; }
  /// How far a limit may be passed before it holds.
  static constexpr double kLimitSlack = 1e-9;

 private:
  std::vector<PlacedJoint> place_joints(std::span<const SolidBody> bodies) const;
  Status factorise(std::span<const SolidBody> bodies, double softness);
  bool move_to_close(std::span<SolidBody> bodies);
  void count_turns();
  std::vector<double> find_targets(const std::vector<PlacedJoint>& placed, double time) const;
  std::vector<ConstraintRow> list_passed_limits(const std::vector<PlacedJoint>& now,
                                                const std::vector<PlacedJoint>& then, double time) const;
  std::vector<ConstraintRow> list_held_rows(const std::vector<PlacedJoint>& now, double time) const;
  void change(std::span<SolidBody> bodies, const LinkageSolution& solution) const;
  std::vector<RigidVelocity> list_speeds(std::span<const SolidBody> bodies) const;
  void undo(std::span<SolidBody> bodies, std::span<const RigidVelocity> speeds) const;

  const SolidScene* scene_ = nullptr;
  std::span<double> angles_;
  std::vector<std::uint32_t> members_, joints_;
  std::vector<PlacedJoint> frames_;   // of each joint, in its bodies' numbers here
  std::vector<RigidMass> masses_;
  std::vector<SolidBody> flown_;
  Linkage linkage_;
};

/// Where a joint of a scene is now; a and b are numbers of bodies. `angles`: of all joints, when they were looked at
/// last.
PlacedJoint place_solid_joint(const SolidScene& scene, std::span<const double> angles, std::uint32_t joint,
                              std::span<const SolidBody> bodies);
std::vector<double> list_start_angles(const SolidScene& scene);

}  // namespace abut
