#include "sim/step_energy.h"

#include <cmath>
#include <numbers>

#include "base/ordered_sum.h"
#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 4096;
// Obstacles that yield are settled in so many rounds, or to this share of the tolerance; then again with the friction
// that follows.
constexpr int kSettlingTurns = 3, kSettlingRounds = 40, kSettlingTrials = 20;
constexpr double kSettledShare = 0.01;
// With them, residuals are to be so many times smaller.
constexpr double kYieldingShare = 0.2;

Vec3 wind_at(const Wind& wind, double time) {
  const double phase = 2 * std::numbers::pi * time / wind.gust_period;
  return wind.velocity * (1 + wind.gusts * (0.6 * std::sin(phase) + 0.4 * std::sin(2.7 * phase + 1.3)));
}

}  // namespace

StepEnergy::StepEnergy(const SimulationScene& scene, const SolverSettings& settings, const Particles& particles,
                       int threads)
    : scene_(scene),
      settings_(settings),
      particles_(particles),
      threads_(threads),
      elastic_(scene, particles, threads),
      matrix_(elastic_, particles.cloth_count(), threads),
      yielding_(scene, particles),
      contacts_(particles.cloth_count(), threads),
      patches_(elastic_, particles.cloth_count(), threads) {
  const std::size_t count = particles.cloth_count();
  for (auto* list : {&aim_, &start_, &drag_normals_, &right_}) list->assign(count, Vec3::Zero());
  drag_.assign(count, 0);
  inverses_.resize(count);
}

void StepEnergy::begin(const ParticleState& from, double step, std::span<const double> inverse_masses,
                       const Yielding* yielding, std::vector<Vec3>& told) {
  step_ = step;
  mass_scale_ = 1 / (step * step);
  inverse_masses_ = inverse_masses;
  for (std::size_t p = 0; p < aim_.size(); ++p) {
    start_[p] = from.positions[p];
    aim_[p] =
        inverse_masses[p] > 0 ? Vec3(start_[p] + step * from.velocities[p] + step * step * scene_.gravity) : told[p];
  }
  yielding_.begin(yielding, from.yields, step, told);
  find_drag(from);
  elastic_.begin_step(from.positions, step);
}

// The drag of each face on its corners, in the direction of the mean normal there, and in proportion to the square of
// the speed across it, of which one factor is that of the start of the step.
void StepEnergy::find_drag(const ParticleState& from) {
  wind_ = wind_at(scene_.wind, from.time + step_);
  for (std::size_t c = 0; c < scene_.cloths.size(); ++c) {
    const Cloth& cloth = scene_.cloths[c];
    const double coefficient = 0.5 * scene_.wind.air_density * cloth.material.air_drag;
    const BodyId body(c);
    const std::uint32_t first = particles_.number(body, VertexId(0));
    parallel_blocks(cloth.surface->vertex_count(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
      for (std::size_t v = begin; v < end; ++v) {
        Vec3 sum = Vec3::Zero();  // areas times normals, of a sixth of the faces' parallelograms
        for (const FaceId f : cloth.surface->vertex_faces(VertexId(v))) {
          const auto points = face_points(*cloth.surface, particles_.of_body(body, from.positions), f);
          sum += (points[1] - points[0]).cross(points[2] - points[0]) / 6;
        }
        const double area = sum.norm();
        const Vec3 normal = area > 0 ? Vec3(sum / area) : Vec3(Vec3::Zero());
        drag_normals_[first + v] = normal;
        drag_[first + v] = coefficient * area * std::abs(normal.dot(wind_ - from.velocities[first + v]));
      }
    });
  }
}

void StepEnergy::set_contacts(std::vector<Contact> contacts, const std::vector<Vec3>& from) {
  yielding_.touch(contacts);
  contacts_.set(std::move(contacts), from, step_, inverse_masses_, &yielding_);
  is_fitted_ = false;
}

double StepEnergy::measure_inertia(std::span<const Vec3> x) const {
  return ordered_sum(aim_.size(), threads_, [&](std::size_t p) {
    const double speed = speed_across(p, x[p]);
    return 0.5 * mass_scale_ * particles_.masses[p] * (x[p] - aim_[p]).squaredNorm() +
           0.5 * step_ * drag_[p] * speed * speed;
  });
}

double StepEnergy::measure(std::span<const Vec3> x) const {
  return measure_inertia(x) + elastic_.measure(x).total() + contacts_.measure(x) + yielding_.measure();
}

void StepEnergy::go(std::span<const Vec3> from, std::span<const Vec3> way, double length, std::vector<Vec3>& x) {
  const std::size_t count = aim_.size();
  parallel_blocks(count, kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) x[p] = from[p] + length * way[p];
  });
  yielding_.go(way.subspan(count), length, x);
}

// All of the energy that changes with them.
double StepEnergy::measure_yielding(std::span<const Vec3> x) const {
  double energy = yielding_.measure();
  for (const Contacts::YieldingCorner& corner : contacts_.yielding_corners())
    energy += contacts_.answer(corner.contact, x).energy;
  return energy;
}

// Newton's, of them alone.
std::vector<Vec3> StepEnergy::find_yielding_way(std::span<const Vec3> x) {
  std::vector<Vec3> gradient(2 * yielding_.count(), Vec3::Zero());
  yielding_.linearise(gradient);
  std::vector<YieldingStep::Matrix6> own(yielding_.count(), YieldingStep::Matrix6::Zero());
  for (const Contacts::YieldingCorner& corner : contacts_.yielding_corners()) {
    const YieldingStep::Modes modes = contacts_.find_modes(corner.contact, x);
    const Contacts::Answer answer = contacts_.answer(corner.contact, x);
    const YieldingStep::Vector6 slope = -modes.transpose() * answer.force;
    gradient[2 * corner.body] += slope.head<3>();
    gradient[2 * corner.body + 1] += slope.tail<3>();
    own[corner.body] += modes.transpose() * answer.stiffness * modes;
  }
  return yielding_.solve(own, gradient);
}

// First without friction: where something light is pressed hard on its way there, friction would throw it.
void StepEnergy::settle_yielding(std::vector<Vec3>& x) {
  if (yielding_.count() == 0) return;
  for (int turn = 0; turn < kSettlingTurns; ++turn) {
    contacts_.renew_friction(x, turn > 0);
    for (int round = 0; round < kSettlingRounds; ++round) {
      if (move_yielding(x) < kSettledShare * settings_.tolerance * step_) break;
    }
  }
}

double StepEnergy::move_yielding(std::vector<Vec3>& x) {
  const std::vector<Vec3> way = find_yielding_way(x);
  const double before = measure_yielding(x);
  yielding_.start_way();
  double length = 1;
  for (int trial = 0; trial <= kSettlingTrials; ++trial, length *= 0.5) {
    if (trial == kSettlingTrials) length = 0;
    yielding_.go(way, length, x);
    if (measure_yielding(x) <= before) break;
  }
  double longest = 0;
  for (std::uint32_t i = 0; i < yielding_.count(); ++i)
    longest = std::max(longest, length * yielding_.measure_way(i, way[2 * i], way[2 * i + 1]));
  return longest;
}

double StepEnergy::measure_longest(std::span<const Vec3> way) const {
  double longest = 0;
  for (const Vec3& w : way.first(aim_.size())) longest = std::max(longest, w.squaredNorm());
  longest = std::sqrt(longest);
  for (std::uint32_t i = 0; i < yielding_.count(); ++i) {
    const std::size_t at = aim_.size() + 2 * i;
    longest = std::max(longest, yielding_.measure_way(i, way[at], way[at + 1]));
  }
  return longest;
}

double StepEnergy::linearise(std::span<const Vec3> x) {
  positions_.assign(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(aim_.size()));
  const double elastic = elastic_.linearise(x, gradient_).total();
  gradient_.resize(aim_.size() + 2 * yielding_.count(), Vec3::Zero());
  matrix_.fit(elastic_);
  std::vector<Eigen::Matrix3d> own(aim_.size());
  parallel_blocks(aim_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Vec3& n = drag_normals_[p];
      gradient_[p] += mass_scale_ * particles_.masses[p] * (x[p] - aim_[p]) + drag_[p] * speed_across(p, x[p]) * n;
      own[p] = elastic_.diagonal(p) + (drag_[p] / step_) * n * n.transpose();
      own[p].diagonal().array() += mass_scale_ * particles_.masses[p];
    }
  });
  yielding_.linearise(std::span(gradient_).subspan(aim_.size()));
  contacts_.linearise(x, gradient_);
  contacts_.add_diagonal(own);
  parallel_blocks(aim_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      if (inverse_masses_[p] > 0) {
        inverses_[p] = own[p].inverse().cast<float>();
      } else {
        inverses_[p].setZero();
        gradient_[p].setZero();
      }
    }
  });
  find_yielding_inverses();
  return measure_inertia(x) + elastic + contacts_.measure(x) + yielding_.measure();
}

// Each alone, as the particles of cloth are.
void StepEnergy::find_yielding_inverses() {
  yielding_inverses_.assign(yielding_.count(), YieldingStep::Matrix6::Zero());
  yielding_.visit_blocks([&](std::uint32_t row, std::uint32_t column, const YieldingStep::Matrix6& block) {
    if (row == column) yielding_inverses_[row] += block;
  });
  for (const Contacts::YieldingCorner& corner : contacts_.yielding_corners())
    yielding_inverses_[corner.body] += corner.modes.transpose() * contacts_.stiffness(corner.contact) * corner.modes;
  for (YieldingStep::Matrix6& inverse : yielding_inverses_) inverse = inverse.inverse().eval();
}

void StepEnergy::multiply(std::span<const Vec3> in, std::span<Vec3> out) const {
  matrix_.multiply(in, out);
  const auto yielding = out.subspan(aim_.size());
  std::fill(yielding.begin(), yielding.end(), Vec3::Zero());
  yielding_.multiply_add(in.subspan(aim_.size()), yielding);
  contacts_.multiply_add(in, out);
  parallel_blocks(aim_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) {
      const Vec3& n = drag_normals_[p];
      out[p] += mass_scale_ * particles_.masses[p] * in[p] + (drag_[p] / step_) * n.dot(in[p]) * n;
    }
  });
}

void StepEnergy::precondition(std::span<const Vec3> in, std::span<Vec3> out) const {
  parallel_blocks(aim_.size(), kBlock, threads_, [&](std::size_t begin, std::size_t end) {
    for (std::size_t p = begin; p < end; ++p) out[p] = (inverses_[p] * in[p].cast<float>()).cast<double>();
  });
  if (has_patches_) {
    patches_.add_solution(in, out);
  } else {
    precondition_yielding(in, out);
  }
}

void StepEnergy::precondition_yielding(std::span<const Vec3> in, std::span<Vec3> out) const {
  for (std::size_t i = 0; i < yielding_inverses_.size(); ++i) {
    const std::size_t at = aim_.size() + 2 * i;
    YieldingStep::Vector6 value;
    value << in[at], in[at + 1];
    value = (yielding_inverses_[i] * value).eval();
    out[at] = value.head<3>();
    out[at + 1] = value.tail<3>();
  }
}

LinearResult StepEnergy::solve(std::span<Vec3> way, double reference) {
  if (!is_fitted_) {
    has_patches_ =
        settings_.preconditioner == Preconditioner::patches &&
        patches_.fit(positions_, elastic_, contacts_, particles_.masses, mass_scale_, inverse_masses_, &yielding_);
    is_fitted_ = true;
  }
  const double tolerance = settings_.linear_tolerance * (yielding_.is_touched() ? kYieldingShare : 1);
  right_.resize(gradient_.size());
  for (std::size_t p = 0; p < right_.size(); ++p) right_[p] = -gradient_[p];
  return solver_.solve([&](auto in, auto out) { multiply(in, out); }, [&](auto in, auto out) { precondition(in, out); },
                       right_, way, {tolerance, reference, settings_.linear_iterations}, threads_);
}

}  // namespace abut
