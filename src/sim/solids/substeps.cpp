// Contacts are found once; then many short substeps: speeds, contacts, joints, places, and once more speeds. Where
// something fast has passed through something thin, all goes back to the moment at which it came to touch.
#include <algorithm>
#include <cmath>

#include "sim/solids/passing.h"
#include "sim/solids/sleeping.h"
#include "sim/solids/solid_system.h"

namespace abut {
namespace {

// Where contacts and joints have to agree, each has its turn so many times.
constexpr int kTurns = 4;
// Of the speed of what rests: contacts that change less have settled.
constexpr double kSettled = 0.1;
// Of a step that is looked back in: pieces are no shorter than its share.
constexpr int kMostPieces = 64;

bool is_active(const SolidBody& body) { return body.is_movable() && !body.motion.is_asleep(); }

class Substeps {
 public:
  Substeps(SolidSystem& system, double duration, int count, SolidReport& report)
      : system_(system),
        bodies_(system.bodies),
        report_(report),
        count_(count),
        time_(duration / count),
        sweeps_(system.room.sweeps),
        swept_(system.room.swept),
        frames_(system.room.frames),
        starts_(system.room.starts),
        drifts_(system.room.drifts),
        linkages_(system.room.linkages) {}

  void take() {
    find_contacts();
    for (int i = 0; i < count_; ++i) take_one(i == 0);
    bounce();
    sweeps_.finish(system_.patches);
    system_.solved_for = time_;
    system_.contacts.remember(system_.patches, bodies_);
  }

 private:
  void find_contacts() {
    do {
      system_.contacts.find(bodies_, time_ * count_, system_.patches);
    } while (wake_touched(system_, time_ * count_));
    linkages_.clear();
    for (Articulation& linkage : system_.articulations) {
      const auto is_awake = [&](std::uint32_t body) { return is_active(bodies_[body]); };
      if (std::any_of(linkage.bodies().begin(), linkage.bodies().end(), is_awake)) linkages_.push_back(&linkage);
    }
    load();
    const SolidSettings& s = system_.settings;
    sweeps_.begin(system_.patches, bodies_, swept_, frames_,
                  {time_, kSettled * s.rest_speed, s.sweeps, s.push_speed, system_.allowance(), s.rest_speed});
    for (const SolidPatch& patch : system_.patches) {
      report_.contacts += static_cast<std::size_t>(patch.count);
      for (int i = 0; i < patch.count; ++i) report_.deepest = std::max(report_.deepest, -patch.points[i].gap);
    }
  }

  void load() {
    const PlainMatrix zero = Eigen::Matrix3d(Eigen::Matrix3d::Zero());
    swept_.resize(bodies_.size());
    frames_.resize(bodies_.size());
    starts_.resize(bodies_.size());
    drifts_.assign(bodies_.size(), Vec3::Zero());
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const SolidBody& body = bodies_[i];
      starts_[i] = {body.motion.center, body.motion.rotation.toRotationMatrix()};
      swept_[i] = {body.motion.velocity, body.motion.spin};
      frames_[i] = {zero, zero, Plain3{}, Plain3{}, Plain3{}, 0};
      if (!is_active(body)) continue;
      swept_[i].inverse_mass = body.inverse_mass;
      frames_[i].inverse_inertia = find_inverse_inertia(body);
    }
  }

  void load_speed(std::size_t i, const Vec3& velocity, const Vec3& spin) {
    frames_[i].free_velocity += Plain3(velocity) - swept_[i].velocity;
    frames_[i].free_spin += Plain3(spin) - swept_[i].spin;
    swept_[i].velocity = velocity;
    swept_[i].spin = spin;
  }

  void store_speeds() {
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      if (!is_active(bodies_[i])) continue;
      bodies_[i].motion.velocity = swept_[i].velocity;
      bodies_[i].motion.spin = swept_[i].spin;
    }
  }

  // Joints know bodies, not what is swept.
  template <class Hold>
  void hold(const Hold& hold) {
    if (linkages_.empty()) return;
    store_speeds();
    for (Articulation* linkage : linkages_) hold(*linkage);
    for (std::size_t i = 0; i < bodies_.size(); ++i) load_speed(i, bodies_[i].motion.velocity, bodies_[i].motion.spin);
  }

  void take_one(bool is_first) {
    fall();
    hold([&](Articulation& linkage) {
      if (linkage.is_driven()) linkage.hold_velocities(bodies_, time_);
    });
    sweeps_.start(swept_, frames_, is_first);
    const int turns = !sweeps_.is_empty() && !linkages_.empty() ? kTurns : 1;
    for (int turn = 0; turn < turns; ++turn) {
      sweeps_.open(swept_);
      find_drifts();
      hold([&](Articulation& linkage) { linkage.hold_positions(bodies_, drifts_, time_); });
    }
    fly_all();
    for (int turn = 0; turn < turns; ++turn) {
      sweeps_.hold(swept_, frames_);
      hold([&](Articulation& linkage) { linkage.hold_velocities(bodies_); });
    }
  }

  void fall() {
    const Plain3 gain = Vec3(time_ * system_.scene.gravity);
    for (std::size_t i = 0; i < swept_.size(); ++i) {
      swept_[i].is_touched = false;
      if (swept_[i].inverse_mass == 0) continue;
      swept_[i].velocity += gain;
      frames_[i].free_velocity += gain;
    }
  }

  // What nothing touches falls along a parabola.
  void find_drifts() {
    const Vec3 drift = -0.5 * time_ * system_.scene.gravity;
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      const bool falls = swept_[i].inverse_mass > 0 && !swept_[i].is_touched;
      drifts_[i] = falls ? drift : Vec3(Vec3::Zero());
    }
  }

  void fly_all() {
    store_speeds();
    for (std::size_t i = 0; i < bodies_.size(); ++i) {
      SolidBody& body = bodies_[i];
      if (body.is_at_rest()) continue;
      fly(body, body.motion.velocity + drifts_[i], time_);
      load_speed(i, body.motion.velocity, body.motion.spin);
      frames_[i].moved = Vec3(body.motion.center - starts_[i].center);
      frames_[i].turned = Eigen::Matrix3d(body.motion.rotation.toRotationMatrix() * starts_[i].rotation.transpose() -
                                         Eigen::Matrix3d::Identity());
      if (swept_[i].spin.squared_norm() == 0) continue;
      frames_[i].turn += time_ * swept_[i].spin.norm();
      if (is_active(body)) frames_[i].inverse_inertia = find_inverse_inertia(body);
    }
    sweeps_.follow(swept_, frames_);
  }

  void bounce() {
    sweeps_.bounce(swept_);
    store_speeds();
    report_.impacts += sweeps_.bounce_count();
    if (sweeps_.bounce_count() == 0) return;
    for (Articulation* linkage : linkages_) linkage->hold_velocities(bodies_);
  }

  SolidSystem& system_;
  std::vector<SolidBody>& bodies_;
  SolidReport& report_;
  int count_;    // of substeps
  double time_;  // of one
  ContactSweeps& sweeps_;
  std::vector<SweptBody>& swept_;
  std::vector<SweptFrame>& frames_;
  std::vector<SubstepRoom::Place>& starts_;
  std::vector<Vec3>& drifts_;
  std::vector<Articulation*>& linkages_;
};

// Where all was before something that may have to be done again.
class StepStart {
 public:
  StepStart(SolidSystem& system, const SolidReport& report) : system_(system), report_(report) {
    const std::span<const SolidMemory> memories = system.contacts.memories();
    system.room.memories.assign(memories.begin(), memories.end());
    system.room.joint_angles = system.joint_angles;
    system.room.motions.clear();
    for (const SolidBody& body : system.bodies) system.room.motions.push_back(body.motion);
  }
  void restore(SolidReport& report) const {
    for (std::size_t i = 0; i < motions().size(); ++i) system_.bodies[i].motion = motions()[i];
    system_.contacts.restore(system_.room.memories);
    std::copy(system_.room.joint_angles.begin(), system_.room.joint_angles.end(), system_.joint_angles.begin());
    report = report_;
  }
  std::span<const SolidMotion> motions() const { return system_.room.motions; }

 private:
  SolidSystem& system_;
  SolidReport report_;
};

}  // namespace

void take_substeps(SolidSystem& system, double duration, SolidReport& report) {
  Substeps(system, duration, system.settings.substeps, report).take();
}

// Piece by piece: one that something passes through is taken again as far as to where it came to touch.
void take_guarded_steps(SolidSystem& system, double duration, SolidReport& report) {
  const double least = duration / std::min(system.settings.most_impacts, kMostPieces);
  double left = duration, piece = duration;
  while (left > 0) {
    const StepStart start(system, report);
    const int count = static_cast<int>(std::ceil(system.settings.substeps * piece / duration - 1e-9));
    Substeps(system, piece, std::max(1, count), report).take();
    const double share = find_first_passing(system, start.motions());
    if (share < 1 && piece > least) {
      start.restore(report);
      ++report.backtracks;
      piece = std::max(least, share * piece);
      continue;
    }
    report.unresolved += share < 1;
    left -= piece;
    piece = left;
  }
}

}  // namespace abut
