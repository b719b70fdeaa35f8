#include "math/lcp_problem.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace abut {

LcpBounds make_plain_bounds(Eigen::Index count) {
  return {Eigen::VectorXd::Zero(count), Eigen::VectorXd::Constant(count, std::numeric_limits<double>::infinity())};
}

LcpSolution make_bad_solution(Eigen::Index count) {
  return {LcpStatus::bad_input, Eigen::VectorXd::Zero(count), Eigen::VectorXd::Zero(count), 0, 0};
}

bool test_bounds(const LcpBounds& bounds, Eigen::Index count) {
  if (bounds.lower.size() != count || bounds.upper.size() != count) return false;
  constexpr double kInfinity = std::numeric_limits<double>::infinity();
  for (Eigen::Index i = 0; i < count; ++i) {
    if (!(bounds.lower[i] <= bounds.upper[i]) || bounds.lower[i] == kInfinity || bounds.upper[i] == -kInfinity) {
      return false;
    }
  }
  return true;
}

double clamp_to_bounds(double z, const LcpBounds& bounds, Eigen::Index i) {
  return std::min(std::max(z, bounds.lower[i]), bounds.upper[i]);
}

double measure_lcp_residual(const Eigen::VectorXd& z, const Eigen::VectorXd& w, const LcpBounds& bounds) {
  double residual = 0;
  for (Eigen::Index i = 0; i < z.size(); ++i) {
    residual = std::max(residual, std::abs(z[i] - clamp_to_bounds(z[i] - w[i], bounds, i)));
  }
  return residual;
}

void judge_by_residual(double size, LcpSolution& solution) {
  constexpr double kSolved = 1e-9, kUnsolved = 1e-6;
  if (solution.residual <= kSolved * size) solution.status = LcpStatus::solved;
  if (solution.status == LcpStatus::solved && !(solution.residual <= kUnsolved * size)) {
    solution.status = LcpStatus::stalled;
  }
}

}  // namespace abut
