#include "sim/step_energy.h"

#include <cmath>
#include <numbers>

#include "base/ordered_sum.h"
#include "base/parallel.h"

namespace abut {
namespace {

constexpr std::size_t kBlock = 4096;

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
      contacts_(particles.cloth_count(), threads),
      patches_(elastic_, particles.cloth_count(), threads) {
  const std::size_t count = particles.cloth_count();
  for (auto* list : {&aim_, &start_, &drag_normals_, &right_}) list->assign(count, Vec3::Zero());
  drag_.assign(count, 0);
  inverses_.resize(count);
}

void StepEnergy::begin(const ParticleState& from, double step, std::span<const double> inverse_masses,
                       std::span<const Vec3> told) {
  step_ = step;
  mass_scale_ = 1 / (step * step);
  inverse_masses_ = inverse_masses;
  for (std::size_t p = 0; p < aim_.size(); ++p) {
    start_[p] = from.positions[p];
    aim_[p] =
        inverse_masses[p] > 0 ? Vec3(start_[p] + step * from.velocities[p] + step * step * scene_.gravity) : told[p];
  }
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
  contacts_.set(std::move(contacts), from, step_, inverse_masses_);
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
  return measure_inertia(x) + elastic_.measure(x).total() + contacts_.measure(x);
}

double StepEnergy::linearise(std::span<const Vec3> x) {
  positions_.assign(x.begin(), x.begin() + static_cast<std::ptrdiff_t>(aim_.size()));
  const double elastic = elastic_.linearise(x, gradient_).total();
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
  return measure_inertia(x) + elastic + contacts_.measure(x);
}

void StepEnergy::multiply(std::span<const Vec3> in, std::span<Vec3> out) const {
  matrix_.multiply(in, out);
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
  if (has_patches_) patches_.add_solution(in, out);
}

LinearResult StepEnergy::solve(std::span<Vec3> way, double reference) {
  if (!is_fitted_) {
    has_patches_ = settings_.preconditioner == Preconditioner::patches &&
                   patches_.fit(positions_, elastic_, contacts_, particles_.masses, mass_scale_, inverse_masses_);
    is_fitted_ = true;
  }
  for (std::size_t p = 0; p < right_.size(); ++p) right_[p] = -gradient_[p];
  return solver_.solve([&](auto in, auto out) { multiply(in, out); }, [&](auto in, auto out) { precondition(in, out); },
                       right_, way, {settings_.linear_tolerance, reference, settings_.linear_iterations}, threads_);
}

}  // namespace abut
