// Contacts are found once; then many short substeps: speeds, contacts, joints, places, and once more speeds.
#include <algorithm>
#include <cmath>

#include "sim/solids/contact_sweeps.h"
#include "sim/solids/solid_system.h"

namespace abut {
namespace {

// Where contacts and joints have to agree, each has its turn so many times.
constexpr int kTurns = 4;

class Substeps {
 public:
  Substeps(SolidSystem& system, double duration, SolidReport& report)
      : system_(system), bodies_(system.bodies), report_(report), time_(duration / system.settings.substeps) {}

  void take() {
    find_contacts();
    for (int i = 0; i < system_.settings.substeps; ++i) take_one();
    bounce();
    sweeps_.finish(system_.patches);
    system_.solved_for = time_;
    system_.contacts.remember(system_.patches, bodies_);
  }

 private:
  void find_contacts() {
    system_.contacts.find(bodies_, time_ * system_.settings.substeps, system_.patches);
    swept_.resize(bodies_.size());
    drifts_.assign(bodies_.size(), Vec3::Zero());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      swept_[i] = {};
      swept_[i].turned = Eigen::Matrix3d(Eigen::Matrix3d::Zero());
      start_center_.push_back(bodies_[i].motion.center);
      start_rotation_.push_back(bodies_[i].motion.rotation.toRotationMatrix());
    }
    load();
    const SolidSettings& s = system_.settings;
    sweeps_.begin(system_.patches, bodies_, swept_, {time_, s.push_speed, system_.allowance(), s.rest_speed});
    for (const SolidPatch& patch : system_.patches) {
      report_.contacts += static_cast<std::size_t>(patch.count);
      for (int i = 0; i < patch.count; ++i) report_.deepest = std::max(report_.deepest, -patch.points[i].gap);
    }
  }

  void load() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const SolidBody& body = bodies_[i];
      swept_[i].velocity = body.motion.velocity;
      swept_[i].spin = body.motion.spin;
      swept_[i].inverse_mass = body.is_asleep ? 0 : body.inverse_mass;
      swept_[i].inverse_inertia =
          body.is_asleep ? Eigen::Matrix3d(Eigen::Matrix3d::Zero()) : find_inverse_inertia(body);
    }
  }

  void load_speeds() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      swept_[i].velocity = bodies_[i].motion.velocity;
      swept_[i].spin = bodies_[i].motion.spin;
    }
  }

  void store_speeds() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!is_active(bodies_[i])) continue;
      bodies_[i].motion.velocity = swept_[i].velocity;
      bodies_[i].motion.spin = swept_[i].spin;
    }
  }

  static bool is_active(const SolidBody& body) { return body.is_movable() && !body.is_asleep; }

  void take_one() {
    for (SolidBody& body : bodies_) {
      if (is_active(body)) body.motion.velocity += time_ * system_.scene.gravity;
    }
    for (Articulation& linkage : system_.articulations) {
      if (linkage.is_driven()) linkage.hold_velocities(bodies_, time_);
    }
    load();
    for (SweptBody& body : swept_) body.is_touched = false;
    sweeps_.start(swept_);
    const int turns = has_both() ? kTurns : 1;
    for (int turn = 0; turn < turns; ++turn) {
      for (int i = 0; i < system_.settings.sweeps; ++i) sweeps_.sweep(swept_, true);
      store_speeds();
      find_drifts();
      for (Articulation& linkage : system_.articulations) linkage.hold_positions(bodies_, drifts_, time_);
      load_speeds();
    }
    fly_all();
    load();
    for (int turn = 0; turn < turns; ++turn) {
      sweeps_.sweep(swept_, false);
      store_speeds();
      for (Articulation& linkage : system_.articulations) linkage.hold_velocities(bodies_);
      load_speeds();
    }
  }

  bool has_both() const { return !sweeps_.is_empty() && !system_.articulations.empty(); }

  // What nothing touches falls along a parabola.
  void find_drifts() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const bool falls = is_active(bodies_[i]) && !swept_[i].is_touched;
      drifts_[i] = falls ? Vec3(-0.5 * time_ * system_.scene.gravity) : Vec3(Vec3::Zero());
    }
  }

  void fly_all() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      SolidBody& body = bodies_[i];
      if (body.is_asleep || (!body.is_movable() && body.motion.velocity.isZero(0) && body.motion.spin.isZero(0))) continue;
      fly(body, body.motion.velocity + drifts_[i], time_);
      swept_[i].moved = Vec3(body.motion.center - start_center_[i]);
      swept_[i].turned = Eigen::Matrix3d(body.motion.rotation.toRotationMatrix() * start_rotation_[i].transpose() -
                                         Eigen::Matrix3d::Identity());
    }
  }

  void bounce() {
    sweeps_.bounce(swept_);
    report_.impacts += sweeps_.bounce_count();
    if (sweeps_.bounce_count() == 0) return;
    store_speeds();
    for (Articulation& linkage : system_.articulations) linkage.hold_velocities(bodies_);
  }

  SolidSystem& system_;
  std::vector<SolidBody>& bodies_;
  SolidReport& report_;
  double time_;  // of a substep
  ContactSweeps sweeps_;
  std::vector<SweptBody> swept_;
  std::vector<Vec3> drifts_, start_center_;
  std::vector<Eigen::Matrix3d> start_rotation_;
};

}  // namespace

void take_substeps(SolidSystem& system, double duration, SolidReport& report) {
  Substeps(system, duration, report).take();
}

}  // namespace abut
