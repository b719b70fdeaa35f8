#include <algorithm>
#include <cmath>

#include "math/lcp_problem.h"

namespace abut {
namespace {

using Eigen::Index;
using Eigen::VectorXd;

bool test_finite(const LcpSparseMatrix& matrix) {
  for (Index row = 0; row < matrix.outerSize(); ++row) {
    for (LcpSparseMatrix::InnerIterator entry(matrix, row); entry; ++entry) {
      if (!std::isfinite(entry.value())) return false;
    }
  }
  return true;
}

double multiply_row(const LcpSparseMatrix& matrix, Index row, const VectorXd& z) {
  double sum = 0;
  for (LcpSparseMatrix::InnerIterator entry(matrix, row); entry; ++entry) sum += entry.value() * z[entry.col()];
  return sum;
}

// Puts each z where its row wants it. The largest residual that was met on the way.
double sweep(const LcpSparseMatrix& matrix, const VectorXd& q, const LcpBounds& bounds, const VectorXd& diagonal,
             double relaxation, VectorXd& z) {
  double residual = 0;
  for (Index i = 0; i < z.size(); ++i) {
    const double w = q[i] + multiply_row(matrix, i, z);
    residual = std::max(residual, std::abs(z[i] - clamp_to_bounds(z[i] - w, bounds, i)));
    if (diagonal[i] > 0) z[i] = clamp_to_bounds(z[i] - relaxation * w / diagonal[i], bounds, i);
  }
  return residual;
}

}  // namespace

LcpSolution solve_lcp_projected(const LcpSparseMatrix& matrix, const VectorXd& q, const LcpBounds& bounds,
                                const VectorXd& start, const ProjectedSettings& settings) {
  const Index count = q.size();
  const bool has_start = start.size() > 0;
  if (matrix.rows() != count || matrix.cols() != count || !q.allFinite() || !test_bounds(bounds, count) ||
      !test_finite(matrix) || (has_start && (start.size() != count || !start.allFinite())) ||
      !(settings.relaxation > 0 && settings.relaxation < 2)) {
    return make_bad_solution(count);
  }
  LcpSolution solution;
  solution.z.resize(count);
  for (Index i = 0; i < count; ++i) solution.z[i] = clamp_to_bounds(has_start ? start[i] : 0, bounds, i);
  const VectorXd diagonal = matrix.diagonal();
  const double enough = settings.tolerance * find_largest(q);
  while (solution.iterations < settings.iterations) {
    ++solution.iterations;
    if (sweep(matrix, q, bounds, diagonal, settings.relaxation, solution.z) <= enough) break;
  }
  complete_solution(matrix, q, bounds, solution);
  solution.status = solution.residual <= 2 * enough ? LcpStatus::solved : LcpStatus::stalled;
  return solution;
}

}  // namespace abut
