#include "sim/newton.h"

#include <algorithm>
#include <cmath>

#include "base/timer.h"

namespace abut {
namespace {

constexpr int kLineTrials = 12;
constexpr double kLeastDecrease = 1e-4;
// Where no way down is found, rounding is to blame up to this change of speed, m/s; else the step fails.
constexpr double kFastestRounding = 1e-3;

std::size_t find_longest(std::span<const Vec3> list) {
  const auto is_shorter = [](const Vec3& a, const Vec3& b) { return a.squaredNorm() < b.squaredNorm(); };
  return static_cast<std::size_t>(std::max_element(list.begin(), list.end(), is_shorter) - list.begin());
}

}  // namespace

std::optional<std::size_t> Newton::minimise(std::vector<Vec3>& x, int iterations, SimulationReport& report) {
  energy_.settle_yielding(x);
  for (int iteration = 0; iteration < iterations;) {
    Timer timer;
    const double before = energy_.linearise(x);
    report.times.elasticity += timer.seconds();
    const Way way = solve(report);
    if (!way.is_finite) return find_lost();
    timer = Timer();
    const std::optional<double> length = search_line(x, before, way.slope);
    report.times.elasticity += timer.seconds();
    if (!length) return find_farthest();
    if (*length == 0) {
      // As low as rounding lets it get, or there is a way down if friction is held, or lost.
      if (iteration > 0 || way.longest <= kFastestRounding * energy_.step()) break;
      if (!energy_.hold_friction()) return find_farthest();
      continue;
    }
    energy_.settle_yielding(x);
    const bool is_small = way.longest < settings_.tolerance * energy_.step();
    if (is_small && !energy_.test_slip_changed(x)) break;
    ++iteration;
  }
  return std::nullopt;
}

Newton::Way Newton::solve(SimulationReport& report) {
  const Timer timer;
  way_.resize(energy_.gradient().size());
  const LinearResult solved = energy_.solve(way_, first_residual_);
  if (first_residual_ == 0) first_residual_ = solved.first_residual;
  report.times.solving += timer.seconds();
  report.linear_iterations += solved.iterations;
  ++report.newton_iterations;
  Way way;
  for (std::size_t p = 0; p < way_.size(); ++p) way.slope -= energy_.gradient()[p].dot(way_[p]);
  way.longest = energy_.measure_longest(way_);
  way.is_finite = solved.is_finite && std::isfinite(way.slope) && std::isfinite(way.longest);
  return way;
}

std::optional<double> Newton::search_line(std::vector<Vec3>& x, double before, double slope) const {
  if (!std::isfinite(before)) return std::nullopt;
  const std::vector<Vec3> from = x;
  energy_.start_way();
  double length = 1;
  for (int trial = 0; trial < kLineTrials; ++trial, length *= 0.5) {
    energy_.go(from, way_, length, x);
    // Where nothing is left to gain, rounding decides.
    if (energy_.measure(x) <= before - kLeastDecrease * length * slope + 1e-12 * std::abs(before)) return length;
  }
  energy_.go(from, way_, 0, x);
  return 0;
}

// Of cloth: obstacles only follow it.
std::size_t Newton::find_farthest() const { return find_longest(std::span(way_).first(energy_.aim().size())); }

std::size_t Newton::find_lost() const {
  const auto gradient = energy_.gradient().first(energy_.aim().size());
  const auto is_lost = [](const Vec3& v) { return !v.allFinite(); };
  const auto lost = std::find_if(gradient.begin(), gradient.end(), is_lost);
  return lost == gradient.end() ? find_longest(gradient) : static_cast<std::size_t>(lost - gradient.begin());
}

}  // namespace abut
