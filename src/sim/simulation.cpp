#include <algorithm>
#include <cmath>
#include <utility>

#include "abut/sim.h"
#include "base/assert.h"
#include "base/text.h"
#include "base/timer.h"
#include "sim/scene_check.h"
#include "sim/step.h"

namespace abut {
namespace {

// A step that would let things pass through each other is tried again in halves, but not as often as one that comes to
// no end: where nothing helps, crossing and healing is what is left.
constexpr int kHalvingsForTouching = 3;

ParticleState make_start(const SimulationScene& scene, const Particles& particles) {
  ParticleState state;
  state.positions.reserve(particles.count());
  for (const Cloth& cloth : scene.cloths) {
    state.positions.insert(state.positions.end(), cloth.positions.begin(), cloth.positions.end());
    if (cloth.velocities.empty()) {
      state.velocities.resize(state.positions.size(), Vec3::Zero());
    } else {
      state.velocities.insert(state.velocities.end(), cloth.velocities.begin(), cloth.velocities.end());
    }
  }
  for (const Obstacle& obstacle : scene.obstacles) {
    std::vector<Vec3> points = obstacle.positions;
    if (obstacle.placement) obstacle.placement(0, points);
    state.positions.insert(state.positions.end(), points.begin(), points.end());
  }
  return state;
}

}  // namespace

SimulationTimes& SimulationTimes::operator+=(const SimulationTimes& other) {
  elasticity += other.elasticity;
  solving += other.solving;
  detection += other.detection;
  response += other.response;
  recovery += other.recovery;
  total += other.total;
  return *this;
}

SimulationReport& SimulationReport::operator+=(const SimulationReport& next) {
  const SimulationReport before = *this;
  *this = next;
  steps += before.steps;
  if (before.steps > 0)
    shortest_step = next.steps > 0 ? std::min(before.shortest_step, next.shortest_step) : before.shortest_step;
  newton_iterations += before.newton_iterations;
  linear_iterations += before.linear_iterations;
  impacts += before.impacts;
  held_back += before.held_back;
  worst_step_seconds = std::max(before.worst_step_seconds, next.worst_step_seconds);
  times += before.times;
  return *this;
}

struct Simulation::Content {
  SimulationScene scene;
  SimulationSettings settings;
  Particles particles;
  ParticleState state;
  Stepper stepper;

  Content(SimulationScene s, const SimulationSettings& chosen)
      : scene(std::move(s)),
        settings(chosen),
        particles(scene),
        state(make_start(scene, particles)),
        stepper(scene, settings, particles, state) {
    stepper.place(0, state.positions);
  }

  // By halves if it has to be.
  Status advance_by(double step, int halvings, const Yielding* yielding, SimulationReport& report) {
    const ParticleState before = state;
    const Timer timer;
    const auto outcome = stepper.take(state, step, yielding, report);
    const double seconds = timer.seconds();
    report.times.total += seconds;
    report.worst_step_seconds = std::max(report.worst_step_seconds, seconds);
    const bool is_retried =
        outcome == Stepper::Outcome::diverged
            ? halvings < settings.halvings
            : outcome == Stepper::Outcome::touching && halvings < std::min(settings.halvings, kHalvingsForTouching);
    if (is_retried) {
      state = before;
      for (int half = 0; half < 2; ++half) {
        const Status status = advance_by(0.5 * step, halvings + 1, yielding, report);
        if (status) continue;
        state = before;
        return status;
      }
      return success();
    }
    if (outcome == Stepper::Outcome::misplaced) {
      state = before;
      const std::size_t body = stepper.culprit(), first = scene.cloths.size();
      return Error{fmt::format("{} {}: placed at coordinates that are not finite or too large at {:.4f} s",
                               body < first ? "cloth" : "obstacle",
                               quote(body < first ? scene.cloths[body].name : scene.obstacles[body - first].name),
                               state.time + step)};
    }
    if (outcome == Stepper::Outcome::diverged) {
      state = before;
      return Error{
          fmt::format("cloth {} came apart at {:.4f} s, even in steps of {:.2g} s; softer materials, a shorter "
                      "step or slower obstacles may help",
                      quote(scene.cloths[stepper.culprit()].name), state.time, step)};
    }
    ++report.steps;
    report.shortest_step = report.steps == 1 ? step : std::min(report.shortest_step, step);
    return success();
  }

  Result<SimulationReport> advance(double time, const Yielding* yielding);
};

Simulation::Simulation(std::unique_ptr<Content> content) : content_(std::move(content)) {}
Simulation::Simulation(Simulation&&) noexcept = default;
Simulation& Simulation::operator=(Simulation&&) noexcept = default;
Simulation::~Simulation() = default;

Result<Simulation> Simulation::make(SimulationScene scene, const SimulationSettings& settings) {
  if (const Status status = check_scene(scene); !status) return status.error();
  if (const Status status = check_settings(settings); !status) return status.error();
  return Simulation(std::make_unique<Content>(std::move(scene), settings));
}

double Simulation::time() const { return content_->state.time; }

Result<SimulationReport> Simulation::Content::advance(double time, const Yielding* yielding) {
  SimulationReport report;
  const double way = time - state.time;
  constexpr double kMostSteps = 1e12;
  if (!std::isfinite(time) || way / settings.step > kMostSteps) {
    return Error{fmt::format("{} s is not a time to come to", time)};
  }
  if (!(way > 0)) return report;
  const auto count = static_cast<std::size_t>(std::max(1.0, std::ceil(way / settings.step - 1e-6)));
  const double start = state.time, step = way / static_cast<double>(count);
  for (std::size_t i = 0; i < count; ++i) {
    if (const Status status = advance_by(step, 0, yielding, report); !status) return status.error();
    state.time = start + static_cast<double>(i + 1) * step;
  }
  state.time = time;
  report.largest_strain = stepper.energy().measure_largest_strain(state.positions);
  for (const Vec3& v : state.velocities) report.largest_speed = std::max(report.largest_speed, v.norm());
  return report;
}

Result<SimulationReport> Simulation::advance(double time) { return content_->advance(time, nullptr); }

Result<SimulationReport> Simulation::advance(double time, const Yielding& yielding, std::vector<Yield>& yields) {
  auto report = content_->advance(time, &yielding);
  yields = std::exchange(content_->state.yields, {});
  return report;
}

void Simulation::place_obstacles() { content_->stepper.place(time(), content_->state.positions); }

std::size_t Simulation::cloth_count() const { return content_->scene.cloths.size(); }
std::size_t Simulation::obstacle_count() const { return content_->scene.obstacles.size(); }

std::span<const Vec3> Simulation::positions(std::size_t cloth) const {
  ABUT_ASSERT(cloth < cloth_count());
  return content_->particles.of_body(BodyId(cloth), std::as_const(content_->state.positions));
}

std::span<const Vec3> Simulation::velocities(std::size_t cloth) const {
  ABUT_ASSERT(cloth < cloth_count());
  return content_->particles.of_body(BodyId(cloth), std::as_const(content_->state.velocities));
}

std::span<const Vec3> Simulation::obstacle_positions(std::size_t obstacle) const {
  ABUT_ASSERT(obstacle < obstacle_count());
  return content_->particles.of_body(BodyId(cloth_count() + obstacle), std::as_const(content_->state.positions));
}

std::vector<Body> Simulation::bodies() const { return content_->particles.place(content_->state.positions); }

SimulationEnergy Simulation::measure_energy() const {
  const ParticleState& state = content_->state;
  SimulationEnergy energy;
  for (std::size_t p = 0; p < content_->particles.cloth_count(); ++p) {
    const double mass = content_->particles.masses[p];
    const Vec3 momentum = mass * state.velocities[p];
    energy.kinetic += 0.5 * momentum.dot(state.velocities[p]);
    energy.gravity -= mass * content_->scene.gravity.dot(state.positions[p]);
    energy.momentum += momentum;
    energy.angular_momentum += state.positions[p].cross(momentum);
  }
  const auto elastic = content_->stepper.energy().measure_elastic(state.positions);
  energy.membrane = elastic.membrane;
  energy.bending = elastic.bending;
  return energy;
}

double Simulation::thickness() const { return content_->stepper.thickness(); }

SimulationState Simulation::state() const {
  SimulationState state;
  state.time = content_->state.time;
  state.step = content_->state.step;
  state.may_cross = content_->state.may_cross;
  for (std::size_t c = 0; c < cloth_count(); ++c) {
    state.positions.emplace_back(positions(c).begin(), positions(c).end());
    state.velocities.emplace_back(velocities(c).begin(), velocities(c).end());
  }
  return state;
}

Status Simulation::restore(const SimulationState& state) {
  if (!std::isfinite(state.time)) return Error{fmt::format("a state at {} s found", state.time)};
  if (state.positions.size() != cloth_count() || state.velocities.size() != cloth_count()) {
    return Error{fmt::format("a state of {} cloths found, expected {}", state.positions.size(), cloth_count())};
  }
  for (std::size_t c = 0; c < cloth_count(); ++c) {
    const std::size_t count = positions(c).size();
    if (state.positions[c].size() != count || state.velocities[c].size() != count) {
      return Error{fmt::format("a state with {} vertices of cloth {} found, expected {}", state.positions[c].size(),
                               quote(content_->scene.cloths[c].name), count)};
    }
    for (const auto* list : {&state.positions[c], &state.velocities[c]}) {
      const auto wrong = std::find_if(list->begin(), list->end(), [](const Vec3& v) { return !v.allFinite(); });
      if (wrong == list->end()) continue;
      return Error{fmt::format("a state without finite numbers for vertex {} of cloth {} found", wrong - list->begin(),
                               quote(content_->scene.cloths[c].name))};
    }
  }
  content_->state.time = state.time;
  content_->state.step = state.step;
  content_->state.may_cross = state.may_cross;
  content_->stepper.place(state.time, content_->state.positions);  // obstacles; cloth is where the state has it
  for (std::size_t c = 0; c < cloth_count(); ++c) {
    std::copy(state.positions[c].begin(), state.positions[c].end(),
              content_->particles.of_body(BodyId(c), content_->state.positions).begin());
    std::copy(state.velocities[c].begin(), state.velocities[c].end(),
              content_->particles.of_body(BodyId(c), content_->state.velocities).begin());
  }
  return success();
}

}  // namespace abut
