#include "sim/step.h"

#include <algorithm>
#include <cmath>
#include <numbers>

#include "base/chance.h"
#include "base/ordered_sum.h"
#include "base/parallel.h"
#include "base/timer.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 4096;
constexpr double kThicknessByEdge = 0.25;
// A gap opens by no more than this share of the thickness in a step, so that nothing jumps.
constexpr double kLargestOpening = 0.25;
// The nearer, the stiffer; up to here.
constexpr double kLargestStiffening = 100;
// After so many rounds of solving, what would touch is held back without asking elasticity.
constexpr int kImpactRounds = 2;
// The gap that an impact is to leave, as a share of the thickness.
constexpr double kGapAfterImpact = 0.5;
constexpr int kLineTrials = 12;
constexpr double kLeastDecrease = 1e-4;
// Where no way down is found, rounding is to blame up to this change of speed, m/s; else the step fails.
constexpr double kFastestRounding = 1e-3;

Vec3 wind_at(const Wind& wind, double time) {
  const double phase = 2 * std::numbers::pi * time / wind.gust_period;
  return wind.velocity * (1 + wind.gusts * (0.6 * std::sin(phase) + 0.4 * std::sin(2.7 * phase + 1.3)));
}

bool is_possible(const Vec3& p) { return p.allFinite() && p.cwiseAbs().maxCoeff() <= kMaxCoordinate; }

double find_stiffness(const SimulationScene& scene, const ContactSettings& settings) {
  if (settings.stiffness > 0) return settings.stiffness;
  double largest = 0;
  for (const Cloth& cloth : scene.cloths) {
    largest = std::max({largest, cloth.material.warp_stiffness, cloth.material.weft_stiffness});
  }
  return largest;
}

}  // namespace

Stepper::Stepper(const SimulationScene& scene, const SimulationSettings& settings, const Particles& particles,
                 const ParticleState& start)
    : scene_(scene),
      settings_(settings),
      particles_(particles),
      threads_(settings.run.threads),
      thickness_(settings.contact.thickness > 0 ? settings.contact.thickness : kThicknessByEdge * particles.mean_edge),
      contact_stiffness_(find_stiffness(scene, settings.contact)),
      energy_(scene, particles, threads_),
      contacts_(particles.cloth_count(), threads_),
      finder_(particles, start.positions, threads_),
      holding_(particles, finder_, scene.grounds),
      patches_(energy_, particles.cloth_count(), threads_),
      home_(start.positions) {
  inverse_masses_.resize(particles.cloth_count());
  inverses_.resize(particles.cloth_count());
  descent_.resize(particles.cloth_count());
  drag_.assign(particles.cloth_count(), 0);
  drag_normals_.assign(particles.cloth_count(), Vec3::Zero());
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
      if (attachment.release_time >= 0 && time >= attachment.release_time) continue;
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
      if (attachment.release_time >= 0 && time >= attachment.release_time) continue;
      for (const VertexId v : attachment.vertices) inverse_masses_[particles_.number(BodyId(c), v)] = 0;
    }
  }
}

// The drag of each face on its corners, in the direction of the mean normal there, and in proportion to the square of
// the speed across it, of which one factor is that of the start of the step.
void Stepper::find_drag(const ParticleState& state) {
  wind_ = wind_at(scene_.wind, state.time + step_);
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    const Cloth& cloth = scene_.cloths[c];
    const double coefficient = 0.5 * scene_.wind.air_density * cloth.material.air_drag;
    const BodyId body(c);
    const std::uint32_t first = particles_.number(body, VertexId(0));
    parallel_blocks(cloth.surface->vertex_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        Vec3 sum = Vec3::Zero();  // areas times normals, of a sixth of the faces' parallelograms
        for (const FaceId f : cloth.surface->vertex_faces(VertexId(v))) {
          const auto points = face_points(*cloth.surface, particles_.of_body(body, state.positions), f);
          sum += (points[1] - points[0]).cross(points[2] - points[0]) / 6;
        }
        const double area = sum.norm();
        const Vec3 normal = area > 0 ? Vec3(sum / area) : Vec3(Vec3::Zero());
        drag_normals_[first + v] = normal;
        drag_[first + v] = coefficient * area * std::abs(normal.dot(wind_ - state.velocities[first + v]));
      }
    });
  }
}

void Stepper::set_stiffness(Contact& contact, double gap) const {
  contact.stiffness = contact_stiffness_;
  if (settings_.contact.method == ContactMethod::penalty) {
    contact.target = thickness_;
    return;
  }
  const double nearness = thickness_ / std::max(gap, 1e-3 * thickness_);
  contact.stiffness *= std::clamp(nearness * nearness, 1.0, kLargestStiffening);
  contact.target = std::min(thickness_, std::max(gap, 0.0) + kLargestOpening * thickness_);
}

bool Stepper::pass(const std::vector<std::uint8_t>& is_cut, const SurfaceFeature& a, const SurfaceFeature& b) const {
  const auto any_cut = [&](const SurfaceFeature& feature) {
    for (const std::uint32_t p : particles_.corners(feature)) {
      if (is_cut[p]) return true;
    }
    return false;
  };
  return !is_cut.empty() && any_cut(a) && any_cut(b);
}

void Stepper::add_ground_contacts(const std::vector<Vec3>& start, const std::vector<Vec3>& aim,
                                  std::vector<Contact>& contacts) const {
  for (const Ground& ground : scene_.grounds) {
    const Vec3 up = ground.normal.normalized();
    const double level = up.dot(ground.point);
    for (std::uint32_t p = 0; p < particles_.cloth_count(); ++p) {
      if (inverse_masses_[p] == 0) continue;
      const double gap = up.dot(start[p]) - level;
      if (std::min(gap, up.dot(aim[p]) - level) > thickness_) continue;
      Contact contact;
      contact.particles[0] = p;
      contact.weights[0] = 1;
      contact.count = 1;
      contact.normal = up;
      contact.offset = level;
      contact.friction = std::sqrt(ground.friction * particles_.friction(particles_.body_of(p)));
      set_stiffness(contact, gap);
      contacts.push_back(contact);
    }
  }
}

std::vector<Contact> Stepper::find_contacts(const std::vector<Vec3>& start, const std::vector<Vec3>& aim,
                                            const std::vector<std::uint8_t>& is_cut, std::uint64_t chance) {
  std::vector<Contact> contacts;
  for (const Proximity& near : finder_.find_near(start, thickness_)) {
    if (!(near.distance.distance > 0) || pass(is_cut, near.a, near.b)) continue;
    Contact contact = make_contact(particles_, near.a, near.b, near.distance.a_weights, near.distance.b_weights,
                                   near.distance.normal, start);
    set_stiffness(contact, near.distance.distance);
    if (near.a.body == near.b.body) {
      // What is as near as this along the surface belongs there.
      Vec3 way = Vec3::Zero();
      for (int i = 0; i < contact.count; ++i) way += contact.weights[i] * home_[contact.particles[i]];
      contact.target = std::min(contact.target, 0.9 * way.norm());
    }
    contacts.push_back(contact);
  }
  add_ground_contacts(start, aim, contacts);
  if (settings_.contact.ignored_share > 0) {
    std::size_t number = 0;
    std::erase_if(contacts, [&](const Contact&) { return draw(chance, number++) < settings_.contact.ignored_share; });
  }
  return contacts;
}

double Stepper::measure(const std::vector<Vec3>& x) const {
  const double scale = 1 / (step_ * step_);
  const double rest = ordered_sum(particles_.cloth_count(), threads_, [&](std::size_t p) {
    const double speed = drag_normals_[p].dot((x[p] - start_[p]) / step_ - wind_);
    return 0.5 * scale * particles_.masses[p] * (x[p] - aim_[p]).squaredNorm() + 0.5 * step_ * drag_[p] * speed * speed;
  });
  return rest + energy_.measure(x).total() + contacts_.measure(x);
}

void Stepper::linearise(const std::vector<Vec3>& x, SimulationReport& report) {
  const Timer timer;
  energy_.linearise(x, gradient_);
  contacts_.linearise(x, gradient_);
  const double scale = 1 / (step_ * step_);
  parallel_blocks(particles_.cloth_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Vec3& n = drag_normals_[p];
      const double speed = n.dot((x[p] - start_[p]) / step_ - wind_);
      gradient_[p] += scale * particles_.masses[p] * (x[p] - aim_[p]) + drag_[p] * speed * n;
      inverses_[p] = energy_.diagonal(p) + (drag_[p] / step_) * n * n.transpose();
      inverses_[p].diagonal().array() += scale * particles_.masses[p];
    }
  });
  contacts_.add_diagonal(inverses_);
  parallel_blocks(particles_.cloth_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      if (inverse_masses_[p] > 0) {
        inverses_[p] = inverses_[p].inverse().eval();
      } else {
        inverses_[p].setZero();
        gradient_[p].setZero();
      }
    }
  });
  report.times.elasticity += timer.seconds();
}

std::optional<double> Stepper::search_line(std::vector<Vec3>& x, double slope, SimulationReport& report) const {
  const Timer timer;
  const double before = measure(x);
  const std::vector<Vec3> from = x;
  double length = 1;
  bool is_found = false;
  for (int trial = 0; trial < kLineTrials && !is_found; ++trial, length *= 0.5) {
    parallel_blocks(particles_.cloth_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) x[p] = from[p] + length * descent_[p];
    });
    const double after = measure(x);
    // Where nothing is left to gain, rounding decides.
    is_found = after <= before - kLeastDecrease * length * slope + 1e-12 * std::abs(before);
  }
  report.times.elasticity += timer.seconds();
  if (is_found && std::isfinite(before)) return 2 * length;
  x = from;
  if (!std::isfinite(before)) return std::nullopt;
  return 0;
}

bool Stepper::minimise(std::vector<Vec3>& x, SimulationReport& report) {
  const double scale = 1 / (step_ * step_);
  const auto multiply = [&](std::span<const Vec3> in, std::span<Vec3> out) {
    energy_.multiply(in, out);
    contacts_.multiply_add(in, out);
    parallel_blocks(particles_.cloth_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) {
        const Vec3& n = drag_normals_[p];
        out[p] += scale * particles_.masses[p] * in[p] + (drag_[p] / step_) * n.dot(in[p]) * n;
      }
    });
  };
  const auto precondition = [&](std::span<const Vec3> in, std::span<Vec3> out) {
    parallel_blocks(particles_.cloth_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t p = begin; p < end; ++p) out[p] = inverses_[p] * in[p];
    });
    if (has_patches_) patches_.add_solution(in, out);
  };
  std::vector<Vec3> b(particles_.cloth_count());
  for (int iteration = 0; iteration < settings_.solver.newton_iterations; ++iteration) {
    linearise(x, report);
    for (std::size_t p = 0; p < b.size(); ++p) b[p] = -gradient_[p];
    const Timer timer;
    if (!is_fitted_) {
      has_patches_ = settings_.solver.preconditioner == Preconditioner::patches &&
                     patches_.fit(x, energy_, contacts_, particles_.masses, scale, inverse_masses_);
      is_fitted_ = true;
    }
    const LinearResult solved = solver_.solve(multiply, precondition, b, descent_, settings_.solver.linear_tolerance,
                                              settings_.solver.linear_iterations, threads_);
    report.times.solving += timer.seconds();
    report.linear_iterations += solved.iterations;
    ++report.newton_iterations;
    double slope = 0, largest = 0;
    for (std::size_t p = 0; p < b.size(); ++p) {
      slope += b[p].dot(descent_[p]);
      largest = std::max(largest, descent_[p].squaredNorm());
    }
    if (!std::isfinite(slope) || !std::isfinite(largest)) {
      const auto is_lost = [](const Vec3& v) { return !v.allFinite(); };
      const auto lost = std::find_if(gradient_.begin(), gradient_.end(), is_lost);
      blame(lost == gradient_.end() ? 0 : static_cast<std::size_t>(lost - gradient_.begin()));
      return false;
    }
    const auto length = search_line(x, slope, report);
    if (!length || (*length == 0 && iteration == 0 && std::sqrt(largest) > kFastestRounding * step_)) {
      const auto is_nearer = [](const Vec3& a, const Vec3& b) { return a.squaredNorm() < b.squaredNorm(); };
      const auto farthest = std::max_element(descent_.begin(), descent_.end(), is_nearer);
      blame(static_cast<std::size_t>(farthest - descent_.begin()));
      return false;
    }
    if (*length == 0) break;  // as low as rounding lets it get
    const bool is_small = *length * std::sqrt(largest) < settings_.solver.tolerance * step_;
    if (is_small && !contacts_.test_slip_changed(x)) break;
  }
  return true;
}

Stepper::Outcome Stepper::blame(std::size_t particle) {
  culprit_ = particles_.body_of(static_cast<std::uint32_t>(particle));
  return Outcome::diverged;
}

Stepper::Outcome Stepper::take(ParticleState& state, double step, SimulationReport& report) {
  const Timer total;
  const std::size_t cloth_count = particles_.cloth_count();
  const std::uint64_t chance = settings_.seed * 1000003 + state.step;
  const double ignored = settings_.contact.ignored_share;
  const bool has_contact = settings_.contact.method != ContactMethod::none;
  step_ = step;
  is_fitted_ = false;
  find_inverse_masses(state.time + step);

  std::vector<Vec3> from = state.positions;
  Crossed crossed;
  if (state.may_cross) {
    const Timer timer;
    crossed = recover(particles_, finder_, settings_.recovery, inverse_masses_, ignored, 2 * chance, threads_, from);
    report.times.recovery += timer.seconds();
  }
  report.crossings = crossed.crossings;
  report.contours = crossed.contours;

  std::vector<Vec3> to = from;
  place(state.time + step, to);
  for (std::size_t p = 0; p < to.size(); ++p) {
    if (is_possible(to[p])) continue;
    blame(p);
    return Outcome::misplaced;
  }
  aim_.resize(cloth_count);
  start_.assign(from.begin(), from.begin() + static_cast<std::ptrdiff_t>(cloth_count));
  for (std::size_t p = 0; p < cloth_count; ++p) {
    aim_[p] =
        inverse_masses_[p] > 0 ? Vec3(from[p] + step * state.velocities[p] + step * step * scene_.gravity) : to[p];
  }
  find_drag(state);
  energy_.begin_step(from, step);

  std::vector<Contact> contacts;
  if (has_contact) {
    const Timer timer;
    contacts = find_contacts(from, aim_, crossed.is_cut, 2 * chance + 1);
    report.times.detection += timer.seconds();
  }
  report.contacts = contacts.size();
  const PenaltyField field =
      settings_.contact.method == ContactMethod::penalty ? settings_.contact.field : PenaltyField::thin;
  contacts_.set(contacts, from, step, field);
  if (!minimise(to, report)) return Outcome::diverged;

  bool is_held = !(has_contact && settings_.contact.is_continuous);
  const bool is_guarded = !is_held;
  const auto may_pass = [&](const Impact& impact) { return pass(crossed.is_cut, impact.a, impact.b); };
  for (int round = 0; is_guarded && round < kImpactRounds; ++round) {
    Timer timer;
    auto impacts = finder_.find_impacts(from, to);
    std::erase_if(impacts, may_pass);
    report.times.detection += timer.seconds();
    if (round == 0) report.impacts += impacts.size();
    is_held = impacts.empty();
    if (is_held) break;
    for (const Impact& impact : impacts) {
      Contact contact = make_contact(particles_, impact.a, impact.b, impact.touch.a_weights, impact.touch.b_weights,
                                     impact.touch.normal, from);
      const double gap = measure_gap(contact, from);
      set_stiffness(contact, std::min(gap, kGapAfterImpact * thickness_));
      contact.target = std::min(gap, kGapAfterImpact * thickness_);
      contacts.push_back(contact);
    }
    contacts_.set(contacts, from, step, field);
    if (!minimise(to, report)) return Outcome::diverged;
  }
  if (is_guarded) {
    const Timer timer;
    const Holding::Result held = holding_.hold(from, to, inverse_masses_, may_pass);
    report.times.response += timer.seconds();
    report.held_back += held.held_back;
    is_held = held.is_held;
  }

  for (std::size_t p = 0; p < cloth_count; ++p) {
    if (!is_possible(to[p])) return blame(p);
    state.velocities[p] = (to[p] - from[p]) / step;
  }
  state.positions = std::move(to);
  state.time += step;
  ++state.step;
  state.may_cross = !(is_held && crossed.is_clean() && is_guarded);
  const double seconds = total.seconds();
  report.times.total += seconds;
  report.worst_step_seconds = std::max(report.worst_step_seconds, seconds);
  return is_held ? Outcome::done : Outcome::touching;
}

}  // namespace abut
