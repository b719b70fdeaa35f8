// Room 6, sim: cloth in motion. Elasticity, gravity and wind move it, contact holds it, and what crosses all the same
// is pulled apart again. Units are metres, kilograms and seconds. See docs/cloth.md.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/model.h"
#include "abut/shape.h"

namespace abut {

// ---------------------------------------------------------------------------------------------------------------
// Cloth

/// What a cloth is made of, as textile laboratories measure it: per length and area, whatever its thickness.
struct ClothMaterial {
  double density = 0.15;        ///< kg/m²
  double warp_stiffness = 800;  ///< N/m: tension by strain, along the warp
  double weft_stiffness = 800;  ///< N/m: across it
  double shear_stiffness = 80;  ///< N/m: shear force by angle
  double poisson_ratio = 0.2;   ///< how much a strain along the warp narrows the weft; below 1
  double warp_bending = 1e-5;   ///< N m: moment per width, by curvature along the warp
  double weft_bending = 1e-5;   ///< N m: across it
  double damping = 0.005;       ///< s: a rate of strain resists like so many seconds of it
  double bending_damping = 0.005;
  double friction = 0.3;    ///< of Coulomb, against itself and others; of two bodies the geometric mean counts
  double air_drag = 1;      ///< coefficient of a face across the wind
  double strain_limit = 0;  ///< the largest strain along warp and weft; 0: none
};

/// What is wrong with it, by the name of the number: negative, not finite, or a Poisson ratio that makes stretching
/// gain energy.
Status check_material(const ClothMaterial& material);

/// Materials by name, with the place their numbers are from.
struct NamedMaterial {
  std::string_view name, source;
  ClothMaterial material;
};
std::span<const NamedMaterial> list_materials();
std::optional<ClothMaterial> find_material(std::string_view name);

/// The shape in which nothing is strained: each face in a plane of its own, x along the warp and y along the weft, and
/// how far the faces at each edge are bent against each other.
struct RestShape {
  std::vector<std::array<Vec2, 3>> faces;
  std::vector<double> bends;  ///< of each edge, in radians; 0: flat. Edges without two faces count as flat
};

/// As these positions have it. The warp runs along `warp`, as far as faces lie along it; on others, along the next
/// axis.
RestShape make_rest_shape(const Surface& surface, std::span<const Vec3> positions, const Vec3& warp = Vec3::UnitX());

/// As cut from flat cloth: a plane for each face, as its texture coordinates in metres.
RestShape make_flat_rest_shape(const Surface& surface, std::vector<std::array<Vec2, 3>> faces);

/// Where points are at a time. The same for the same time, however often and in whatever order it is asked.
using Placement = std::function<void(double time, std::span<Vec3> points)>;

/// Vertices that something else moves: pins stay, others follow a hand or a body.
struct Attachment {
  std::vector<VertexId> vertices;
  Placement placement = {};  ///< none: where they are at the start
  double release_time = -1;  ///< from then on they are free; below 0: never
};

/// Surfaces are kept alive by the caller.
struct Cloth {
  std::string name;
  const Surface* surface = nullptr;
  std::vector<Vec3> positions;        ///< at the start
  std::vector<Vec3> velocities = {};  ///< at the start; empty: at rest
  RestShape rest;
  ClothMaterial material = {};
  std::vector<Attachment> attachments = {};
};

/// A surface that moves as it is told, whatever touches it.
struct Obstacle {
  std::string name;
  const Surface* surface = nullptr;
  std::vector<Vec3> positions;  ///< where it stays, if it has no placement
  Placement placement = {};
  double friction = 0.3;
};

/// All that lies behind a plane.
struct Ground {
  Vec3 point = Vec3::Zero();
  Vec3 normal = Vec3::UnitZ();  ///< of any length but 0; points to where cloth may be
  double friction = 0.5;
};

struct Wind {
  Vec3 velocity = Vec3::Zero();
  double gusts = 0;          ///< how far its speed swings, as a share of it
  double gust_period = 1;    ///< s
  double air_density = 1.2;  ///< kg/m³
};

struct SimulationScene {
  std::vector<Cloth> cloths;
  std::vector<Obstacle> obstacles = {};
  std::vector<Ground> grounds = {};
  Vec3 gravity = Vec3(0, 0, -9.81);
  Wind wind = {};
};

// ---------------------------------------------------------------------------------------------------------------
// How to simulate

enum class ContactMethod : std::uint8_t {
  none,
  corrections,  ///< accelerations, speeds and positions are corrected so that distances are kept, with friction
  penalty,      ///< a field of force around surfaces, as stiff everywhere
};

/// How the force of a penalty grows from the thickness inwards (Kamat 1993, §3.1).
enum class PenaltyField : std::uint8_t {
  inverse,  ///< k / d, less its value at the thickness
  thin,     ///< in proportion to how deep it is in the field
};

struct ContactSettings {
  ContactMethod method = ContactMethod::corrections;
  PenaltyField field = PenaltyField::inverse;
  double thickness = 0;       ///< the distance to keep; 0: a quarter of the mean edge of all cloth
  double stiffness = 0;       ///< N/m, of a contact; 0: that of the stiffest cloth
  bool is_continuous = true;  ///< a step may not carry anything through anything
  double ignored_share = 0;  ///< of all that is found, at random, that is overlooked in each step: a test of robustness
};

/// What pulls apart what crosses (Volino and Magnenat-Thalmann 2006).
enum class Recovery : std::uint8_t { none, local, global };

struct RecoverySettings {
  Recovery scheme = Recovery::global;
  int iterations = 8;     ///< in each step
  double largest = 0.5;   ///< h0: of a correction, as a share of the mean edge
  double softness = 0.5;  ///< g0
};

/// What conjugate gradients are helped by.
enum class Preconditioner : std::uint8_t {
  particles,  ///< the block of each particle alone; takes a linear_tolerance of 0.001 or less
  patches,    ///< and patches of particles that move as rigid bodies: many times fewer iterations on large cloth
};

struct SolverSettings {
  Preconditioner preconditioner = Preconditioner::patches;
  int newton_iterations = 3;       ///< the most of them in a step
  double tolerance = 0.01;         ///< m/s: a change of speed that is too small to go on
  double linear_tolerance = 0.05;  ///< of the residual by that of the first guess
  int linear_iterations = 500;     ///< the most of them in an iteration of Newton's
};

struct SimulationSettings {
  RunSettings run = {};    ///< progress is not used here: whoever advances can stop
  double step = 1.0 / 60;  ///< s: the longest step
  int halvings = 6;        ///< a step that fails is tried again with half its length, so many times
  ContactSettings contact = {};
  RecoverySettings recovery = {};
  SolverSettings solver = {};
  std::uint64_t seed = 1;  ///< for what is left to chance: what is overlooked
};

// ---------------------------------------------------------------------------------------------------------------
// Simulating

/// Where the time of steps went, in seconds.
struct SimulationTimes {
  double elasticity = 0;  ///< forces and their derivatives
  double solving = 0;     ///< linear systems
  double detection = 0;   ///< what is near, and what would cross on the way
  double response = 0;    ///< contact, friction, and holding back what would cross
  double recovery = 0;    ///< what crosses, and its contours
  double total = 0;

  double collision() const { return detection + response + recovery; }
  SimulationTimes& operator+=(const SimulationTimes& other);
};

/// What one or more steps did.
struct SimulationReport {
  int steps = 0;
  double shortest_step = 0;
  int newton_iterations = 0, linear_iterations = 0;
  std::size_t contacts = 0;   ///< of the last step: what is nearer than the thickness
  std::size_t impacts = 0;    ///< of all steps: what would have touched on the way
  std::size_t held_back = 0;  ///< of all steps: vertices that were stopped because nothing else kept them from crossing
  std::size_t crossings = 0;  ///< of the last step, before it: edges that pierce faces
  std::size_t contours = 0;   ///< they belong to
  double largest_strain = 0;  ///< of warp or weft, after the last step
  double largest_speed = 0;   ///< of a vertex, after the last step
  double worst_step_seconds = 0;
  SimulationTimes times;
  /// Of both, one after the other.
  SimulationReport& operator+=(const SimulationReport& next);
};

/// What energy there is, in joules, and the momentum of all cloth.
struct SimulationEnergy {
  double kinetic = 0, membrane = 0, bending = 0, gravity = 0;
  Vec3 momentum = Vec3::Zero(), angular_momentum = Vec3::Zero();  ///< the latter about the origin
  double total() const { return kinetic + membrane + bending + gravity; }
};

/// All it takes to go on from here.
struct SimulationState {
  double time = 0;
  std::uint64_t step = 0;
  bool may_cross = true;                                 ///< false: it is known that nothing does
  std::vector<std::vector<Vec3>> positions, velocities;  ///< of each cloth
};

struct Yield;     // abut/yielding.h
struct Yielding;

class Simulation {
 public:
  /// The error names the body and says what is wrong with it: numbers that are not finite, lists that do not fit, a
  /// face without area at rest, two faces with the same corners, an impossible material.
  static Result<Simulation> make(SimulationScene scene, const SimulationSettings& settings = {});
  Simulation(Simulation&&) noexcept;
  Simulation& operator=(Simulation&&) noexcept;
  ~Simulation();

  double time() const;
  /// Goes on up to this time, in steps of equal length, none longer than settings.step. The error says which body came
  /// apart, and when; all is then as it was after the last whole step.
  Result<SimulationReport> advance(double time);

  /// The same, with obstacles that yield. Where they have gone is in `yields`, of each body of `yielding`: until
  /// place_obstacles they are there, then where their placements say.
  Result<SimulationReport> advance(double time, const Yielding& yielding, std::vector<Yield>& yields);
  void place_obstacles();

  std::size_t cloth_count() const;
  std::size_t obstacle_count() const;
  std::span<const Vec3> positions(std::size_t cloth) const;
  std::span<const Vec3> velocities(std::size_t cloth) const;
  std::span<const Vec3> obstacle_positions(std::size_t obstacle) const;
  /// All bodies where they are now: cloths, then obstacles.
  std::vector<Body> bodies() const;

  SimulationEnergy measure_energy() const;
  double thickness() const;

  SimulationState state() const;
  /// Goes back to a state of the same scene; from there on all is, bit by bit, as it was then.
  Status restore(const SimulationState& state);

 private:
  struct Content;
  explicit Simulation(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace abut
