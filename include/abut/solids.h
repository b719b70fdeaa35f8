// Room 6, sim, another face: rigid and articulated bodies in motion. They fall, touch, rub, bounce, roll, hang together
// by joints and come to rest. Units are metres, kilograms and seconds. See docs/solids.md.
#pragma once

#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "abut/base.h"
#include "abut/convex_pair.h"
#include "abut/impulses.h"
#include "abut/joints.h"
#include "abut/mass.h"
#include "abut/math.h"
#include "abut/pose.h"
#include "abut/rigid_tree.h"
#include "abut/sim.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// Solids

/// A piece of a solid, placed in the solid's own axes: either convex, or a mesh that may have any shape. Pieces may be
/// shared by many solids. Convex ones are faster, and hold more firmly.
struct SolidPart {
  std::shared_ptr<const Convex> shape;
  Pose3 pose = {};
  std::shared_ptr<const RigidMesh> mesh = {};  ///< in place of a shape
};

enum class SolidRole : std::uint8_t {
  moving,  ///< by forces and impulses
  fixed,   ///< stays where it is
  driven,  ///< goes where its placement says, whatever touches it
};

struct Solid {
  std::string name;
  std::vector<SolidPart> parts;  ///< together they are the solid; none: nothing touches it
  MassProperties mass = {};      ///< in its own axes; of no matter unless it moves
  Pose3 pose = {};               ///< at the start
  Vec3 velocity = Vec3::Zero();  ///< of the center of mass, at the start
  Vec3 spin = Vec3::Zero();      ///< angular velocity, at the start
  double friction = 0.5;         ///< of Coulomb; of two bodies the geometric mean counts
  double restitution = 0;        ///< from 0 to 1; of two bodies the larger counts
  SolidRole role = SolidRole::moving;
  std::function<Pose3(double time)> placement = {};  ///< of what is driven
};

/// As the body of a joint: what stands still.
inline constexpr std::uint32_t kWorld = std::numeric_limits<std::uint32_t>::max();

struct SolidJoint {
  std::string name;
  Joint joint;  ///< a and b are numbers of solids, in whose own axes it sits, or kWorld
  double damping = 0;  ///< N m s, or N s/m of a sliding joint: against its motion
  /// Of a hinge or a sliding joint: the speed it is driven to, with no more torque or force than `motor_limit`.
  double motor_speed = 0, motor_limit = 0;
  bool may_touch = false;  ///< whether the two bodies it joins can touch each other
};

/// A ground: see abut/sim.h. Its restitution counts as that of a solid.
struct SolidGround {
  Ground plane;
  double restitution = 0;
};

struct SolidScene {
  std::vector<Solid> solids;
  std::vector<SolidJoint> joints = {};
  std::vector<SolidGround> grounds = {};
  Vec3 gravity = Vec3(0, 0, -9.81);
  std::vector<std::pair<std::uint32_t, std::uint32_t>> passing = {};  ///< pairs of solids that do not touch
};

// ---------------------------------------------------------------------------------------------------------------
// How to simulate

enum class SolidMethod : std::uint8_t {
  /// Contacts are found once a step, and hold through many short substeps: for stacks, piles and robots.
  steps,
  /// Step, check, and back to the moment of each impact (Kamat 1993, Fig. 1): for few bodies, and impacts as exact as
  /// formulas have them.
  events,
};

/// What happens where several bodies meet in one moment.
enum class ImpactOrder : std::uint8_t { in_turn, at_once };

/// What becomes of solids that overlap at the start.
enum class StartOverlap : std::uint8_t {
  refuse,      ///< an error says which, and how deep
  push_apart,  ///< moved until they only touch, as little as it takes
  allow,       ///< they part slowly while they move
};

struct SolidSettings {
  RunSettings run = {};  ///< progress is not used here: whoever advances can stop
  SolidMethod method = SolidMethod::steps;
  double step = 1.0 / 60;  ///< s: the longest step
  int substeps = 8;        ///< of a step; of `steps`
  int sweeps = 4;          ///< over all contacts in a substep, at most: fewer where they settle
  double rest_speed = 0.02;  ///< m/s: what meets more slowly does not bounce
  double push_speed = 2;     ///< m/s: overlaps are opened no faster
  double allowance = 0;      ///< m: overlaps no deeper than this stay; 0: a thousandth of the smallest solid
  ImpactOrder order = ImpactOrder::in_turn;  ///< of `events`
  int most_impacts = 1000;                   ///< in a step that are looked back for
  double tolerance = 1e-9;                   ///< m: what is as near as this touches; of `events`
  StartOverlap start = StartOverlap::refuse;
  /// s: what rests so long with all it touches sleeps until it is touched; 0: never. Of `steps`.
  double sleep_after = 0;
  double sleep_speed = 0.01;  ///< m/s: of the fastest point of what rests
};

// ---------------------------------------------------------------------------------------------------------------
// Simulating

/// Two bodies that touch or are about to.
struct SolidContact {
  std::uint32_t a = 0, b = 0;  ///< numbers of solids; b may be kWorld: a ground
  Vec3 position = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  ///< from b to a
  double gap = 0;
  Vec3 force = Vec3::Zero();  ///< on a, N
  double friction = 0;        ///< of Coulomb, between the two
};

struct SolidReport {
  int steps = 0;
  std::size_t contacts = 0;     ///< points, of the last step
  std::size_t impacts = 0;      ///< of all steps
  std::size_t backtracks = 0;   ///< looks back for the moments of impacts
  std::size_t unresolved = 0;   ///< steps with more impacts than allowed, finished without looking back
  double deepest = 0;           ///< m: overlap found, of all steps
  double largest_joint_gap = 0; ///< m or radians, after any step
  double largest_speed = 0;     ///< of a center of mass, after the last step
  std::size_t sleeping = 0;     ///< solids, after the last step
  SolidReport& operator+=(const SolidReport& other);
};

struct SolidEnergy {
  double kinetic = 0, gravity = 0;
  Momentum momentum;
  double total() const { return kinetic + gravity; }
};

inline constexpr std::uint32_t kAwake = std::numeric_limits<std::uint32_t>::max();

/// How a solid moves: its place is that of its center of mass.
struct SolidMotion {
  Vec3 center = Vec3::Zero();
  Eigen::Quaterniond rotation = Eigen::Quaterniond::Identity();  ///< of its own axes
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
  double still_for = 0;  ///< s: how long it has rested
  std::uint32_t sleeps_with = kAwake;  ///< the first of those it fell asleep with, which wake together
  bool is_asleep() const { return sleeps_with != kAwake; }
};

/// What is remembered of two parts that are near each other, or of a region where they are.
struct SolidMemory {
  std::uint64_t pair = 0;    ///< which parts
  std::uint32_t region = 0;  ///< of meshes, which may touch in several
  ConvexWitness witness;
  int count = 0;
  std::array<Vec3, 4> at = {};       ///< in a's own axes
  std::array<Vec3, 4> impulses = {}; ///< along the normal and two tangents
};

/// All it takes to go on from here.
struct SolidState {
  double time = 0;
  std::uint64_t step = 0;
  std::vector<SolidMotion> motions;
  std::vector<SolidMemory> memories;
  std::vector<double> joint_angles;  ///< of hinges, with all turns since the start
};

class SolidSimulation {
 public:
  /// The error names the solid or joint and says what is wrong: a mass that is none, an inertia no body can have, joints
  /// that cannot close, solids that overlap at the start and how deep.
  static Result<SolidSimulation> make(SolidScene scene, const SolidSettings& settings = {});
  SolidSimulation(SolidSimulation&&) noexcept;
  SolidSimulation& operator=(SolidSimulation&&) noexcept;
  ~SolidSimulation();

  double time() const;
  /// Goes on up to this time, in steps of equal length, none longer than settings.step. The error says what went beyond
  /// all bounds, or which joint cannot be held, and when; all is then as it was after the last whole step.
  Result<SolidReport> advance(double time);

  std::size_t solid_count() const;
  Pose3 pose(std::uint32_t solid) const;
  const SolidMotion& motion(std::uint32_t solid) const;
  void set_velocity(std::uint32_t solid, const Vec3& velocity, const Vec3& spin);
  /// Between two steps: pushes a solid at a point; on what does not move it does nothing.
  void apply_impulse(std::uint32_t solid, const Vec3& impulse, const Vec3& point);
  /// Puts what moves elsewhere, and lets it move so; it need not touch nothing there.
  void set_motion(std::uint32_t solid, const SolidMotion& motion);

  /// As they were solved last.
  std::span<const SolidContact> contacts() const;
  /// Angle or way, see measure_joint.
  double joint_position(std::uint32_t joint) const;
  SolidEnergy measure_energy() const;
  const SolidScene& scene() const;

  SolidState state() const;
  /// Goes back to a state of the same scene; from there on all is, bit by bit, as it was then.
  Status restore(const SolidState& state);

 private:
  struct Content;
  explicit SolidSimulation(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace abut
