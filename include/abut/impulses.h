// Room 5, response: impulses and forces between particles and rigid bodies that touch. It looks for no contacts and
// moves nothing: it says how velocities change. See docs/response.md.
#pragma once

#include <array>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/lcp.h"
#include "abut/math.h"

namespace abut {

/// Right-handed axes i, j, k as columns; k is the normal, which must have length 1. i and j are tangents, the same for
/// the same normal.
Eigen::Matrix3d make_contact_frame(const Vec3& normal);

// ---------------------------------------------------------------------------------------------------------------
// Particles (Kamat 1993, 3.2.1)

struct MassPoint {
  double inverse_mass = 1;  ///< 0: nothing moves it
  Vec3 velocity = Vec3::Zero();
};

/// After a particle has met a plane: (1 - friction) of its speed along the plane, -elasticity of that across it. Both
/// from 0 to 1. Unchanged if it moves away, along the normal.
Vec3 reflect_velocity(const Vec3& velocity, const Vec3& normal, double elasticity, double friction);

/// How two particles meet. Friction is the impulse along i and j by that along k, on the first particle.
struct PointBehaviour {
  double restitution = 1;
  double friction_i = 0, friction_j = 0;
};

using PointVelocities = std::array<Vec3, 2>;

/// The six equations for the six unknown components of two velocities, solved as they stand. k of the frame leads from
/// b to a. One of the two must be movable.
PointVelocities solve_point_impact_in_full(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                           const PointBehaviour& behaviour);
/// The same by one impulse.
PointVelocities solve_point_impact(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                   const PointBehaviour& behaviour);
/// Friction that acts against the sliding, by no more than a coefficient, and never turns it round: with it energy is
/// never gained.
PointBehaviour make_point_behaviour(const MassPoint& a, const MassPoint& b, const Eigen::Matrix3d& frame,
                                    double restitution, double friction);

// ---------------------------------------------------------------------------------------------------------------
// Penalties (3.1): springs between what is too near

enum class PenaltyLaw : std::uint8_t {
  inverse,  ///< k / d, less its value at the reach: infinite at contact
  thin,     ///< k by how deep it is in a field as thick as the reach; goes on behind the surface
};

struct PenaltySpring {
  PenaltyLaw law = PenaltyLaw::inverse;
  double stiffness = 1;  ///< k: J for inverse, N/m for thin
  double reach = 1;      ///< no force from there on; may be infinite for inverse
  double damping = 0;    ///< N s/m, within the reach
};

struct PenaltyForce {
  double force = 0;      ///< pushes apart
  double energy = 0;     ///< that of the spring; without reach, up to a constant
  double stiffness = 0;  ///< how fast the force falls with the distance
};

/// `speed`: of the distance. The force is infinite where inverse springs have no distance left. Damping never pulls.
PenaltyForce measure_penalty(const PenaltySpring& spring, double distance, double speed = 0);

// ---------------------------------------------------------------------------------------------------------------
// Rigid bodies

/// What a rigid body is to an impulse. In the axes of the world.
struct RigidMass {
  double inverse_mass = 1;                                               ///< 0: nothing moves it
  Eigen::Matrix3d inverse_inertia = Eigen::Matrix3d::Identity().eval();  ///< about the center; 0: nothing turns it
  Vec3 center = Vec3::Zero();
  Vec3 velocity = Vec3::Zero();  ///< of the center
  Vec3 spin = Vec3::Zero();      ///< angular velocity
};

/// An infinite mass neither moves nor turns.
RigidMass make_rigid_mass(double mass, const Eigen::Matrix3d& inertia, const Vec3& center,
                          const Vec3& velocity = Vec3::Zero(), const Vec3& spin = Vec3::Zero());

struct RigidVelocity {
  Vec3 velocity = Vec3::Zero(), spin = Vec3::Zero();
};

Vec3 find_point_velocity(const RigidMass& body, const Vec3& point);
/// What an impulse at a point adds.
RigidVelocity find_velocity_change(const RigidMass& body, const Vec3& impulse, const Vec3& point);

/// Of all that is movable. Angular momentum is about the origin.
struct Momentum {
  Vec3 linear = Vec3::Zero(), angular = Vec3::Zero();
};
Momentum measure_momentum(std::span<const RigidMass> bodies);
double measure_kinetic_energy(std::span<const RigidMass> bodies);

// ---------------------------------------------------------------------------------------------------------------
// Contacts of rigid bodies

/// Where two different bodies touch.
struct RigidContact {
  std::uint32_t a = 0, b = 0;  ///< numbers of bodies
  Vec3 position = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();      ///< of length 1, from b to a
  double restitution = 0;           ///< from 0 to 1
  double friction = 0;              ///< of Coulomb
  Vec3 normal_rate = Vec3::Zero();  ///< how the normal turns: the spin of the body whose face it is x normal
};

enum class ContactPhase : std::uint8_t { colliding, resting, separating };
/// By the speed along the normal, of a against b; what is within the tolerance rests.
ContactPhase classify_contact(double normal_speed, double tolerance);
double measure_normal_speed(std::span<const RigidMass> bodies, const RigidContact& contact);

enum class ImpactGrip : std::uint8_t { none, smooth, sticking, sliding };

struct ImpactSolution {
  ImpactGrip grip = ImpactGrip::none;  ///< none: they do not approach, or cannot be moved
  Vec3 impulse = Vec3::Zero();         ///< on a; on b its opposite
  RigidVelocity a, b;                  ///< afterwards
};

/// Moore and Wilhelms 1988: fifteen equations for both velocities, both spins and the impulse, solved as they stand.
/// Friction in two steps: infinitely rough first, then sliding if that takes too much. Restitution is a push along the
/// normal thereafter, so that energy is never gained. Friction needs a body that can be moved, not only turned.
ImpactSolution solve_impact_in_full(std::span<const RigidMass> bodies, const RigidContact& contact);
/// The same by three unknowns, those of the impulse: the rest follows.
ImpactSolution solve_impact(std::span<const RigidMass> bodies, const RigidContact& contact);
/// Baraff 1989: without friction the size of the impulse is all that is unknown. 0 if they do not approach.
double solve_normal_impulse(std::span<const RigidMass> bodies, const RigidContact& contact);

struct ImpactsSettings {
  int most = 10000;         ///< impacts in turn, or rounds at once
  double tolerance = 1e-9;  ///< speed of approach that counts as none
};

struct ImpactsSolution {
  std::vector<RigidVelocity> velocities;  ///< of all bodies, afterwards
  std::vector<Vec3> impulses;             ///< of all contacts, on a
  int count = 0;                          ///< impacts, or rounds
  double approach = 0;                    ///< the largest speed of approach that is left
};

/// One impact after the other, the fastest first, until nothing approaches any more.
ImpactsSolution solve_impacts_in_turn(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                                      const ImpactsSettings& settings = {});
/// All that do not separate at once, without friction, as a complementarity problem: what approached leaves with its
/// restitution or faster, what is pushed no faster. In rounds, until nothing approaches any more.
ImpactsSolution solve_impacts_at_once(std::span<const RigidMass> bodies, std::span<const RigidContact> contacts,
                                      const ImpactsSettings& settings = {});

// ---------------------------------------------------------------------------------------------------------------
// Resting contact

struct RigidForce {
  Vec3 force = Vec3::Zero(), torque = Vec3::Zero();  ///< at the center
};

enum class RestingMethod : std::uint8_t {
  dantzig,    ///< friction within a square of the normal force, found in rounds
  lemke,      ///< friction within a diamond, as one problem
  projected,  ///< as dantzig, by sweeps: for many contacts
};

struct RestingSettings {
  RestingMethod method = RestingMethod::dantzig;
  double slide_speed = 1e-6;  ///< what slides faster has friction against its sliding; else against its acceleration
  int rounds = 100;           ///< the most of them
  int sweeps = 20000;         ///< of projected, in each round, the most of them
  double tolerance = 1e-10;   ///< of a round's changes, as a share of the largest force, to stop at
};

struct RestingSolution {
  LcpStatus status = LcpStatus::solved;
  std::vector<Vec3> forces;         ///< of all contacts, on a
  std::vector<Vec3> accelerations;  ///< of a against b there; the normal part as the gap has it
  int rounds = 0;
  double change = 0;  ///< of the last round, as a share
};

/// Forces that keep contacts at rest from being broken: A f + b >= 0, f >= 0, and one of them 0 along each normal
/// (Baraff). To be asked for contacts that rest; `forces` are all others, gravity too.
RestingSolution solve_resting_contacts(std::span<const RigidMass> bodies, std::span<const RigidForce> forces,
                                       std::span<const RigidContact> contacts, const RestingSettings& settings = {});

// ---------------------------------------------------------------------------------------------------------------
// Rows: what contacts, joints and limits have in common

inline constexpr std::uint32_t kNoRow = std::numeric_limits<std::uint32_t>::max();

/// One direction in which a may not, or only within bounds, move against b. Its speed is
/// direction * (velocity of a - velocity of b) + turn_a * spin of a + turn_b * spin of b. The impulse keeps it at the
/// target, above it where the impulse is at its lower bound, below it where it is at its upper one.
struct ConstraintRow {
  std::uint32_t a = 0, b = 0;
  Vec3 direction = Vec3::Zero(), turn_a = Vec3::Zero(), turn_b = Vec3::Zero();
  double target = 0;
  double lower = 0, upper = std::numeric_limits<double>::infinity();
  double softness = 0;                 ///< gives way by so much speed by impulse
  std::uint32_t friction_of = kNoRow;  ///< a row before it: the bounds are its impulse by the friction, both ways
  double friction = 0;
};

/// At a point: how a moves against b along a direction.
ConstraintRow make_point_row(std::span<const RigidMass> bodies, std::uint32_t a, std::uint32_t b, const Vec3& point,
                             const Vec3& direction);
double measure_row_speed(std::span<const RigidMass> bodies, const ConstraintRow& row);
/// The normal, which may not approach faster than `least_speed` (a negative one closes a gap, a positive one bounces),
/// and two rows of friction.
void append_contact_rows(std::span<const RigidMass> bodies, const RigidContact& contact, double least_speed,
                         std::vector<ConstraintRow>& rows);

struct RowSettings {
  int iterations = 50;      ///< sweeps, the most of them
  double tolerance = 1e-9;  ///< stop when no row asks for more speed than that
  double relaxation = 1;    ///< above 0, below 2
};

struct RowReport {
  int iterations = 0;
  double change = 0;  ///< the largest change of speed a row asked for in the last sweep
};

/// Projected Gauss-Seidel on the rows of many bodies, for steps of time: keeps its buffers, starts from the impulses it
/// is given, and costs the same for each row and sweep. The friction of a contact is kept in its cone.
class RowSolver {
 public:
  /// Forgets all rows and takes the bodies over; from here on they are numbers.
  void begin(std::span<const RigidMass> bodies);
  /// Returns its number. `impulse`: what is expected.
  std::uint32_t add(const ConstraintRow& row, double impulse = 0);
  /// Three rows; returns the number of the first. `impulse`: what is expected, on a.
  std::uint32_t add_contact(const RigidContact& contact, double least_speed, const Vec3& impulse = Vec3::Zero());

  RowReport solve(const RowSettings& settings = {});

  std::size_t row_count() const { return rows_.size(); }
  double impulse(std::uint32_t row) const { return rows_[row].impulse; }
  /// Of a contact, on a, by the number of its first row.
  Vec3 contact_impulse(std::uint32_t row) const;
  std::span<const RigidVelocity> velocities() const { return velocities_; }

 private:
  struct Row {
    Vec3 direction, turn_a, turn_b, effect_a, effect_b;
    double inverse_mass_a, inverse_mass_b, target, gain, softness, lower, upper, impulse, friction;
    std::uint32_t a, b, friction_of;
  };
  struct Block {
    std::uint32_t first = 0;
    bool is_contact = false;
  };

  double measure_want(const Row& row) const;
  void apply(const Row& row, double impulse);
  double solve_row(Row& row, double relaxation);
  double solve_friction(Row& first, Row& second, double most, double relaxation);
  double solve_block(const Block& block, double relaxation);
  void push(const ConstraintRow& row, double impulse);

  std::vector<RigidMass> bodies_;
  std::vector<RigidVelocity> velocities_;
  std::vector<Row> rows_;
  std::vector<Block> blocks_;
};

}  // namespace abut
