#include "abut/solids.h"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>

#include "base/assert.h"
#include "base/text.h"
#include "sim/solids/sleeping.h"
#include "sim/solids/solid_scene_check.h"
#include "sim/solids/start.h"

namespace abut {
namespace {

// m/s and 1/s: nothing that is meant gets as fast.
constexpr double kFastest = 1e7;
// Of the way from a joint to the middle of what it joins, and in radians: one that is farther open does not hold.
constexpr double kTorn = 0.02;
// No joint of any size is torn that is open by less.
constexpr double kHeld = 1e-8;

// How far it is open as a share of what it may.
double measure_tear(const PlacedJoint& joint, std::span<const SolidBody> bodies) {
  double length = 0;
  for (const auto& [body, anchor] : {std::pair(joint.a, joint.anchor_a), std::pair(joint.b, joint.anchor_b)}) {
    if (bodies[body].is_movable())
      length = std::max({length, (anchor - bodies[body].motion.center).norm(), bodies[body].reach});
  }
  const std::vector<double> gaps = measure_joint_gaps(joint);
  const std::size_t points = joint.kind == JointKind::sliding ? 2 : 3;
  double tear = 0;
  for (std::size_t i = 0; i < gaps.size(); ++i)
    tear = std::max(tear, std::abs(gaps[i]) / (kTorn * (i < points ? length : 1)));
  return tear;
}

}  // namespace

struct SolidSimulation::Content {
  Content(SolidScene scene, const SolidSettings& settings) : system(std::move(scene), settings) {}

  Status take_step(double duration, SolidReport& report);
  Status check_bounds() const;
  Status check_joints(const Articulation& linkage) const;
  void finish(SolidReport& report) const;
  void list_contacts();
  void store(SolidState& state) const;

  SolidSystem system;
  std::vector<SolidContact> contacts;
  SolidState before;  // the step that is taken
};

Status SolidSimulation::Content::check_bounds() const {
  for (std::size_t i = 0; i < system.scene.solids.size(); ++i) {
    const SolidMotion& motion = system.bodies[i].motion;
    if (motion.center.allFinite() && motion.velocity.norm() < kFastest && motion.spin.norm() < kFastest) continue;
    return Error{fmt::format("solid {} went beyond all bounds at {:.6g} s; try a shorter step",
                             system.scene.solids[i].name.empty() ? std::to_string(i) : quote(system.scene.solids[i].name),
                             system.time)};
  }
  return success();
}

Status SolidSimulation::Content::check_joints(const Articulation& linkage) const {
  double worst = 1;
  std::uint32_t torn = kWorld;
  for (const std::uint32_t j : linkage.joints()) {
    const double tear =
        measure_tear(place_solid_joint(system.scene, system.joint_angles, j, system.bodies), system.bodies);
    if (tear > worst) worst = tear, torn = j;
  }
  if (torn == kWorld) return success();
  const std::string& name = system.scene.joints[torn].name;
  return Error{
      fmt::format("joint {} cannot be held at {:.6g} s, it is open by {:.3g} (metres or radians); what hangs "
                  "together is pulled farther than it reaches: give it slack, or let one of its ends move",
                  name.empty() ? std::to_string(torn) : quote(name), system.time, linkage.measure_gap(system.bodies))};
}

void SolidSimulation::Content::list_contacts() {
  contacts.clear();
  for (const SolidPatch& patch : system.patches) {
    const Eigen::Matrix3d frame = make_contact_frame(patch.normal);
    const std::uint32_t b = patch.b + 1 == system.bodies.size() ? kWorld : patch.b;
    for (int i = 0; i < patch.count; ++i) {
      const SolidPatch::Point& p = patch.points[i];
      const Vec3 force = (p.impulse[0] * patch.normal + p.impulse[1] * frame.col(0) + p.impulse[2] * frame.col(1)) / system.solved_for;
      contacts.push_back({patch.a, b, 0.5 * (p.on_a + p.on_b), patch.normal, p.gap, force, patch.friction});
    }
  }
}

Status SolidSimulation::Content::take_step(double duration, SolidReport& report) {
  report.contacts = 0;
  system.drive(duration);
  if (system.settings.method == SolidMethod::events) {
    take_events(system, duration, report);
  } else {
    take_guarded_steps(system, duration, report);
    update_sleep(system, duration);
  }
  system.time += duration;
  ++system.step;
  ++report.steps;
  system.place_driven();
  for (const Articulation& linkage : system.articulations) {
    const double gap = linkage.measure_gap(system.bodies);
    report.largest_joint_gap = std::max(report.largest_joint_gap, gap);
    if (gap <= kHeld) continue;
    if (const Status status = check_joints(linkage); !status) return status;
  }
  return check_bounds();
}

void SolidSimulation::Content::finish(SolidReport& report) const {
  for (const SolidBody& body : system.bodies) {
    if (body.is_movable()) report.largest_speed = std::max(report.largest_speed, body.motion.velocity.norm());
    report.sleeping += body.motion.is_asleep();
  }
}

SolidReport& SolidReport::operator+=(const SolidReport& other) {
  steps += other.steps;
  contacts = other.contacts;
  impacts += other.impacts;
  backtracks += other.backtracks;
  unresolved += other.unresolved;
  deepest = std::max(deepest, other.deepest);
  largest_joint_gap = std::max(largest_joint_gap, other.largest_joint_gap);
  largest_speed = other.largest_speed;
  sleeping = other.sleeping;
  return *this;
}

Result<SolidSimulation> SolidSimulation::make(SolidScene scene, const SolidSettings& settings) {
  if (const Status status = check_solid_settings(settings); !status) return status.error();
  if (const Status status = check_solid_scene(scene); !status) return status.error();
  for (SolidGround& ground : scene.grounds) ground.plane.normal.normalize();
  auto content = std::make_unique<Content>(std::move(scene), settings);
  if (const Status status = start_solids(content->system); !status) return status.error();
  return SolidSimulation(std::move(content));
}

SolidSimulation::SolidSimulation(std::unique_ptr<Content> content) : content_(std::move(content)) {}
SolidSimulation::SolidSimulation(SolidSimulation&&) noexcept = default;
SolidSimulation& SolidSimulation::operator=(SolidSimulation&&) noexcept = default;
SolidSimulation::~SolidSimulation() = default;

double SolidSimulation::time() const { return content_->system.time; }

Result<SolidReport> SolidSimulation::advance(double time) {
  SolidReport report;
  SolidSystem& system = content_->system;
  const double from = system.time;
  const double count = std::ceil((time - from) / system.settings.step - 1e-9);
  const std::uint64_t first = system.step;
  for (double i = 0; i < count; ++i) {
    content_->store(content_->before);
    const double next = i + 1 == count ? time : from + (time - from) * (i + 1) / count;
    const Status status = content_->take_step(next - system.time, report);
    system.time = next;
    if (!status) {
      ABUT_ASSERT(restore(content_->before).has_value());
      return Error{fmt::format("step {}: {}", system.step - first, status.error().message)};
    }
  }
  content_->list_contacts();
  content_->finish(report);
  return report;
}

std::size_t SolidSimulation::solid_count() const { return content_->system.scene.solids.size(); }
Pose3 SolidSimulation::pose(std::uint32_t solid) const { return find_pose(content_->system.bodies[solid]); }
const SolidMotion& SolidSimulation::motion(std::uint32_t solid) const { return content_->system.bodies[solid].motion; }

void SolidSimulation::set_velocity(std::uint32_t solid, const Vec3& velocity, const Vec3& spin) {
  SolidBody& body = content_->system.bodies[solid];
  if (!body.is_movable()) return;
  body.motion.velocity = velocity;
  body.motion.spin = spin;
  wake(content_->system, solid);
}

void SolidSimulation::apply_impulse(std::uint32_t solid, const Vec3& impulse, const Vec3& point) {
  SolidBody& body = content_->system.bodies[solid];
  const RigidVelocity change = find_velocity_change(find_rigid_mass(body), impulse, point);
  set_velocity(solid, body.motion.velocity + change.velocity, body.motion.spin + change.spin);
}

void SolidSimulation::set_motion(std::uint32_t solid, const SolidMotion& motion) {
  SolidBody& body = content_->system.bodies[solid];
  if (body.is_movable()) body.motion = motion;
}

std::span<const SolidContact> SolidSimulation::contacts() const { return content_->contacts; }

double SolidSimulation::joint_position(std::uint32_t joint) const {
  const SolidSystem& system = content_->system;
  return measure_joint(place_solid_joint(system.scene, system.joint_angles, joint, system.bodies));
}

SolidEnergy SolidSimulation::measure_energy() const {
  const SolidSystem& system = content_->system;
  std::vector<RigidMass> masses;
  SolidEnergy energy;
  for (const SolidBody& body : system.bodies) {
    if (!body.is_movable()) continue;
    masses.push_back(find_rigid_mass(body));
    energy.gravity -= system.scene.gravity.dot(body.motion.center) / body.inverse_mass;
  }
  energy.kinetic = measure_kinetic_energy(masses);
  energy.momentum = measure_momentum(masses);
  return energy;
}

const SolidScene& SolidSimulation::scene() const { return content_->system.scene; }

void SolidSimulation::Content::store(SolidState& state) const {
  state.time = system.time;
  state.step = system.step;
  state.joint_angles = system.joint_angles;
  state.motions.clear();
  for (std::size_t i = 0; i + 1 < system.bodies.size(); ++i) state.motions.push_back(system.bodies[i].motion);
  state.memories.assign(system.contacts.memories().begin(), system.contacts.memories().end());
}

SolidState SolidSimulation::state() const {
  SolidState state;
  content_->store(state);
  return state;
}

Status SolidSimulation::restore(const SolidState& state) {
  SolidSystem& system = content_->system;
  if (state.motions.size() != solid_count())
    return Error{fmt::format("a state of {} solids found, expected {}", state.motions.size(), solid_count())};
  if (state.joint_angles.size() != system.joint_angles.size())
    return Error{
        fmt::format("a state of {} joints found, expected {}", state.joint_angles.size(), system.joint_angles.size())};
  system.time = state.time;
  system.step = state.step;
  std::copy(state.joint_angles.begin(), state.joint_angles.end(), system.joint_angles.begin());
  for (std::size_t i = 0; i < state.motions.size(); ++i) system.bodies[i].motion = state.motions[i];
  system.contacts.restore(state.memories);
  return success();
}

}  // namespace abut
