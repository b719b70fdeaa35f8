// What all ways to solve a linear complementarity problem begin and end with.
#pragma once

#include <algorithm>
#include <cmath>

#include "abut/lcp.h"

namespace abut {

/// The answer to a problem that cannot be read.
LcpSolution make_bad_solution(Eigen::Index count);

/// Bounds that are as many as the unknowns, numbers, and not crossed.
bool test_bounds(const LcpBounds& bounds, Eigen::Index count);

/// The largest of the sizes of all numbers of a matrix or vector; 0 of none. A plain loop: GCC 12 warns of what Eigen
/// makes of it for processors with AVX-512.
template <class Matrix>
double find_largest(const Matrix& matrix) {
  double largest = 0;
  for (Eigen::Index c = 0; c < matrix.cols(); ++c) {
    for (Eigen::Index r = 0; r < matrix.rows(); ++r) largest = std::max(largest, std::abs(matrix(r, c)));
  }
  return largest;
}

double clamp_to_bounds(double z, const LcpBounds& bounds, Eigen::Index i);

/// What a method thinks of its answer, by how far off it is: a share of `size`, the largest |q|. What is a solution up
/// to rounding is one, and what is far from one is none.
void judge_by_residual(double size, LcpSolution& solution);

/// A solution by what it is: w and the residual follow from z.
template <class Matrix>
void complete_solution(const Matrix& matrix, const Eigen::VectorXd& q, const LcpBounds& bounds, LcpSolution& solution) {
  solution.w = q;
  solution.w.noalias() += matrix * solution.z;
  solution.residual = measure_lcp_residual(solution.z, solution.w, bounds);
}

}  // namespace abut
