// Contacts are found once; then many short substeps: speeds, contacts, joints, places, and once more speeds. Where
// something fast has passed through something thin, all goes back to the moment at which it came to touch.
#include <algorithm>
#include <cmath>

#include "sim/solids/contact_sweeps.h"
#include "sim/solids/passing.h"
#include "sim/solids/sleeping.h"
#include "sim/solids/solid_system.h"

namespace abut {
namespace {

// Where contacts and joints have to agree, each has its turn so many times.
constexpr int kTurns = 4;
// Of a step that is looked back in: pieces are no shorter than its share.
constexpr int kMostPieces = 64;

// Where all was before something that may have to be done again.
class StepStart {
 public:
  StepStart(const SolidSystem& system, const SolidReport& report)
      : memories_(system.contacts.memories().begin(), system.contacts.memories().end()), report_(report) {
    for (const SolidBody& body : system.bodies) motions_.push_back(body.motion);
  }
  void restore(SolidSystem& system, SolidReport& report) const {
    for (std::size_t i = 0; i < motions_.size(); ++i) system.bodies[i].motion = motions_[i];
    system.contacts.restore(memories_);
    report = report_;
  }
  std::span<const SolidMotion> motions() const { return motions_; }

 private:
  std::vector<SolidMotion> motions_;
  std::vector<SolidMemory> memories_;
  SolidReport report_;
};

class Substeps {
 public:
  Substeps(SolidSystem& system, double duration, int count, SolidReport& report)
      : system_(system), bodies_(system.bodies), report_(report), count_(count), time_(duration / count) {}

  void take() {
    find_contacts();
    for (int i = 0; i < count_; ++i) take_one();
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
    for (Articulation& linkage : system_.articulations) {
      const auto is_awake = [&](std::uint32_t body) { return is_active(bodies_[body]); };
      if (std::any_of(linkage.bodies().begin(), linkage.bodies().end(), is_awake)) linkages_.push_back(&linkage);
    }
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
      swept_[i].inverse_mass = body.motion.is_asleep() ? 0 : body.inverse_mass;
      swept_[i].inverse_inertia =
          body.motion.is_asleep() ? Eigen::Matrix3d(Eigen::Matrix3d::Zero()) : find_inverse_inertia(body);
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

  static bool is_active(const SolidBody& body) { return body.is_movable() && !body.motion.is_asleep(); }

  void take_one() {
    for (SolidBody& body : bodies_) {
      if (is_active(body)) body.motion.velocity += time_ * system_.scene.gravity;
    }
    for (Articulation* linkage : linkages_) {
      if (linkage->is_driven()) linkage->hold_velocities(bodies_, time_);
    }
    load_speeds();
    for (SweptBody& body : swept_) body.is_touched = false;
    sweeps_.start(swept_);
    const int turns = has_both() ? kTurns : 1;
    for (int turn = 0; turn < turns; ++turn) {
      for (int i = 0; i < system_.settings.sweeps; ++i) sweeps_.sweep(swept_, true);
      store_speeds();
      find_drifts();
      for (Articulation* linkage : linkages_) linkage->hold_positions(bodies_, drifts_, time_);
      load_speeds();
    }
    fly_all();
    load_speeds();
    for (int turn = 0; turn < turns; ++turn) {
      sweeps_.sweep(swept_, false);
      store_speeds();
      for (Articulation* linkage : linkages_) linkage->hold_velocities(bodies_);
      load_speeds();
    }
  }

  bool has_both() const { return !sweeps_.is_empty() && !linkages_.empty(); }

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
      if (body.is_at_rest()) continue;
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
    for (Articulation* linkage : linkages_) linkage->hold_velocities(bodies_);
  }

  SolidSystem& system_;
  std::vector<SolidBody>& bodies_;
  SolidReport& report_;
  int count_;    // of substeps
  double time_;  // of one
  std::vector<Articulation*> linkages_;  // of what is awake
  ContactSweeps sweeps_;
  std::vector<SweptBody> swept_;
  std::vector<Vec3> drifts_, start_center_;
  std::vector<Eigen::Matrix3d> start_rotation_;
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
      start.restore(system, report);
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
