#include "sim/step.h"

#include <algorithm>
#include <cmath>

#include "base/chance.h"
#include "base/timer.h"

namespace abut {
namespace {

// After so many rounds of solving, what would touch is held back without asking elasticity.
constexpr int kImpactRounds = 2;
// Where something may yield, impacts take more of Newton's iterations than settings say, so many times as many: what
// they leave over is momentum.
constexpr int kTimesYielding = 7;

// One that is where nothing can be.
std::optional<std::size_t> find_impossible(std::span<const Vec3> positions) {
  for (std::size_t p = 0; p < positions.size(); ++p) {
    if (!positions[p].allFinite() || positions[p].cwiseAbs().maxCoeff() > kMaxCoordinate) return p;
  }
  return std::nullopt;
}

// At the time of its release it is still held.
bool is_held(const Attachment& attachment, double time) {
  constexpr double kRounding = 1e-9;  // s
  return attachment.release_time < 0 || time <= attachment.release_time + kRounding;
}

std::vector<SearchedBody> list_bodies(const Particles& particles) {
  std::vector<SearchedBody> bodies;
  for (std::size_t i = 0; i < particles.body_count(); ++i) {
    const BodyId body(i);
    bodies.push_back({&particles.surface(body), particles.is_obstacle(body), particles.stays(body)});
  }
  return bodies;
}

// What is left to chance in a step, a number for each use of it.
std::uint64_t make_chance(std::uint64_t seed, std::uint64_t use) { return 2 * (seed * 1000003) + use; }

}  // namespace

Stepper::Stepper(const SimulationScene& scene, const SimulationSettings& settings, const Particles& particles,
                 const ParticleState& start)
    : scene_(scene),
      settings_(settings),
      particles_(particles),
      home_(start.positions),
      finder_(list_bodies(particles), start.positions, settings.run.threads),
      holding_(particles, finder_, scene.grounds, start.positions),
      contacts_(scene, settings.contact, particles, start.positions),
      energy_(scene, settings.solver, particles, settings.run.threads),
      newton_(energy_, settings.solver) {
  inverse_masses_.resize(particles.cloth_count());
}

void Stepper::place(double time, std::vector<Vec3>& positions) const {
  for (std::size_t i = 0; i < scene_.obstacles.size(); ++i) {
    const Obstacle& obstacle = scene_.obstacles[i];
    if (obstacle.placement) {
      obstacle.placement(time, particles_.of_body(BodyId(scene_.cloths.size() + i), positions));
    }
  }
  std::vector<Vec3> points;
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    for (const Attachment& attachment : scene_.cloths[c].attachments) {
      if (!is_held(attachment, time)) continue;
      points.clear();
      for (const VertexId v : attachment.vertices) points.push_back(home_[particles_.number(BodyId(c), v)]);
      if (attachment.placement) attachment.placement(time, points);
      for (std::size_t i = 0; i < points.size(); ++i) {
        positions[particles_.number(BodyId(c), attachment.vertices[i])] = points[i];
      }
    }
  }
}

void Stepper::find_inverse_masses(double time) {
  for (std::size_t p = 0; p < inverse_masses_.size(); ++p) {
    inverse_masses_[p] = particles_.masses[p] > 0 ? 1 / particles_.masses[p] : 0;
  }
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    for (const Attachment& attachment : scene_.cloths[c].attachments) {
      if (!is_held(attachment, time)) continue;
      for (const VertexId v : attachment.vertices) inverse_masses_[particles_.number(BodyId(c), v)] = 0;
    }
  }
}

Crossed Stepper::recover_start(ParticleState& from, SimulationReport& report) {
  if (!from.may_cross) return Crossed();
  const Timer timer;
  const Crossed crossed =
      recover(particles_, finder_, settings_.recovery, inverse_masses_, settings_.contact.ignored_share,
              make_chance(settings_.seed, 2 * from.step), settings_.run.threads, from.positions);
  report.times.recovery += timer.seconds();
  return crossed;
}

std::vector<Contact> Stepper::find_contacts(const ParticleState& from, const Crossed& crossed,
                                            SimulationReport& report) {
  const Timer timer;
  auto contacts =
      contacts_.find(finder_, from.positions, energy_.aim(), energy_.step(), inverse_masses_, crossed.sides);
  if (settings_.contact.ignored_share > 0) {
    const std::uint64_t chance = make_chance(settings_.seed, 2 * from.step + 1);
    std::size_t number = 0;
    std::erase_if(contacts, [&](const Contact&) { return draw(chance, number++) < settings_.contact.ignored_share; });
  }
  report.times.detection += timer.seconds();
  report.contacts = contacts.size();
  return contacts;
}

void Stepper::guess(const ParticleState& from, std::vector<Vec3>& to) const {
  std::vector<Vec3> moved = to;
  for (std::size_t p = 0; p < inverse_masses_.size(); ++p) {
    if (inverse_masses_[p] > 0) moved[p] += energy_.step() * from.velocities[p];
  }
  if (energy_.measure(moved) < energy_.measure(to)) to = std::move(moved);
}

bool Stepper::minimise(std::vector<Vec3>& to, int iterations, SimulationReport& report) {
  const int times = energy_.yielding().is_touched() ? kTimesYielding : 1;
  const auto culprit = newton_.minimise(to, times * iterations, report);
  energy_.yielding().place(to);
  if (culprit) blame(*culprit);
  return !culprit;
}

bool Stepper::meet_impacts(const std::vector<Vec3>& from, std::vector<Vec3>& to, std::vector<Contact> contacts,
                           const Crossed& crossed, SimulationReport& report) {
  for (int round = 0; round < kImpactRounds; ++round) {
    const Timer timer;
    auto impacts = finder_.find_impacts(from, to);
    std::erase_if(impacts, [&](const Impact& impact) { return contacts_.may_pass(crossed.sides, impact.a, impact.b); });
    report.times.detection += timer.seconds();
    if (round == 0) report.impacts += impacts.size();
    if (impacts.empty()) return true;
    contacts_.add(impacts, from, contacts);
    energy_.set_contacts(contacts, from);
    // Little changes but near the impacts.
    if (!minimise(to, std::max(1, settings_.solver.newton_iterations - 1), report)) return false;
  }
  return true;
}

Holding::Result Stepper::hold(const std::vector<Vec3>& from, std::vector<Vec3>& to, const Crossed& crossed,
                              SimulationReport& report) {
  const Timer timer;
  const auto may_pass = [&](const Impact& impact) { return contacts_.may_pass(crossed.sides, impact.a, impact.b); };
  Holding::Result held = holding_.hold(from, to, inverse_masses_, may_pass);
  report.times.response += timer.seconds();
  report.held_back += held.held_back;
  return held;
}

void Stepper::count_impulses(const std::vector<Vec3>& to) {
  YieldingStep& yielding = energy_.yielding();
  const Contacts& contacts = energy_.contacts();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Contact& contact = contacts.list()[c];
    const Vec3 impulse = energy_.step() * contacts.answer(c, to).force;
    for (int i = 0; i < contact.count; ++i) {
      const std::uint32_t body = yielding.find_body(contact.vertices[i]);
      if (body != kNoBody) yielding.count_impulse(body, contact.weights[i] * impulse, to[contact.vertices[i]]);
    }
  }
}

void Stepper::share_pushes(std::span<const Holding::Result::Push> pushes, const std::vector<Vec3>& to,
                           std::vector<Vec3>& velocities) {
  YieldingStep& yielding = energy_.yielding();
  for (const auto& [contact, moved] : pushes) {
    std::uint32_t body = kNoBody;
    double cloth = 0, weight = 0;
    Vec3 point = Vec3::Zero();
    for (int i = 0; i < contact.count; ++i) {
      const std::uint32_t p = contact.vertices[i];
      if (p < inverse_masses_.size()) {
        cloth += contact.weights[i] * contact.weights[i] * inverse_masses_[p];
      } else {
        body = yielding.find_body(p);
        weight += contact.weights[i];
        point += contact.weights[i] * to[p];
      }
    }
    if (body == kNoBody || !(cloth > 0)) continue;
    point /= weight;
    const double share = cloth / (cloth + yielding.measure_mobility(body, contact.normal, point));
    const Vec3 impulse = moved / energy_.step() * contact.normal;
    for (int i = 0; i < contact.count; ++i) {
      const std::uint32_t p = contact.vertices[i];
      if (p < inverse_masses_.size()) velocities[p] -= (1 - share) * contact.weights[i] * inverse_masses_[p] * impulse;
    }
    yielding.push(body, share * weight * impulse, point);
  }
}

void Stepper::blame(std::size_t particle) { culprit_ = particles_.body_of(static_cast<std::uint32_t>(particle)); }

Stepper::Outcome Stepper::take(ParticleState& state, double step, const Yielding* yielding, SimulationReport& report) {
  find_inverse_masses(state.time + step);
  ParticleState from = state;
  const Crossed crossed = recover_start(from, report);
  report.crossings = crossed.crossings;
  report.contours = crossed.contours;

  std::vector<Vec3> to = from.positions;
  place(state.time + step, to);
  if (const auto lost = find_impossible(to)) {
    blame(*lost);
    return Outcome::misplaced;
  }
  energy_.begin(from, step, inverse_masses_, yielding, to);
  newton_.begin_step();
  const std::vector<Contact> contacts = find_contacts(from, crossed, report);
  energy_.set_contacts(contacts, from.positions);
  guess(from, to);
  if (!minimise(to, settings_.solver.newton_iterations, report)) return Outcome::diverged;
  if (is_guarded() && !meet_impacts(from.positions, to, contacts, crossed, report)) return Outcome::diverged;
  if (yielding) count_impulses(to);
  const Holding::Result held = is_guarded() ? hold(from.positions, to, crossed, report) : Holding::Result{};
  if (const auto lost = find_impossible(to)) {
    blame(*lost);
    return Outcome::diverged;
  }

  for (std::size_t p = 0; p < inverse_masses_.size(); ++p) {
    state.velocities[p] = (to[p] - from.positions[p]) / step;
  }
  if (yielding) {
    share_pushes(held.off_obstacles, to, state.velocities);
    const auto yields = energy_.yielding().finish();
    state.yields.assign(yields.begin(), yields.end());
  }
  state.positions = std::move(to);
  state.time += step;
  ++state.step;
  state.may_cross = !(held.is_held && crossed.is_clean() && is_guarded());
  return held.is_held ? Outcome::done : Outcome::touching;
}

}  // namespace abut
