// Room 1, math: linear complementarity problems, as contact poses them.
#pragma once

#include <Eigen/Core>
#include <Eigen/SparseCore>
#include <cstdint>

#include "abut/base.h"

namespace abut {

enum class LcpStatus : std::uint8_t {
  solved,
  no_solution,  ///< there is none, if the matrix is of a kind the method proves it for
  stalled,      ///< gave up after as many iterations as were allowed; what was found last is given
  bad_input,    ///< not square, not finite, bounds that do not fit or are crossed; the answer is zeros
};

/// w = A z + q. What is found last is given, whatever the status.
struct LcpSolution {
  LcpStatus status = LcpStatus::bad_input;
  Eigen::VectorXd z, w;
  double residual = 0;  ///< see measure_lcp_residual
  int iterations = 0;   ///< pivots, or sweeps
};

/// Between which values each z is kept. Where z is at its lower bound w >= 0, at its upper one w <= 0, in between w =
/// 0. 0 and infinity is the plain problem: w >= 0, z >= 0, and one of them 0. Friction and motors have two finite
/// bounds, what is to hold in any case has none.
struct LcpBounds {
  Eigen::VectorXd lower, upper;
};
LcpBounds make_plain_bounds(Eigen::Index count);

/// How far z and w are from a solution: the largest of |z - clamp(z - w)|.
double measure_lcp_residual(const Eigen::VectorXd& z, const Eigen::VectorXd& w, const LcpBounds& bounds);

struct LcpSettings {
  int iterations = 0;        ///< the most of them; 0: plenty for the size
  double tolerance = 1e-12;  ///< what counts as zero, as a share of the largest numbers of the problem
  double noise = 0;          ///< what counts as zero besides, in the units of q; of solve_lcp_dantzig
};

/// Baraff 1994 after Cottle and Dantzig: one unknown after the other is driven to its place while all before keep
/// theirs. For symmetric matrices that are positive semidefinite, where it finds a solution whenever there is one;
/// the factor of what is in between its bounds is kept up to date pivot by pivot.
LcpSolution solve_lcp_dantzig(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& q, const LcpBounds& bounds,
                              const LcpSettings& settings = {});

/// Lemke 1965, with lexicographic ratios so that it cannot cycle. For the plain problem with any matrix; a solution is
/// found whenever there is one if the matrix is copositive-plus (all that are positive semidefinite, symmetric or not,
/// are) or has positive principal minors.
LcpSolution solve_lcp_lemke(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& q, const LcpSettings& settings = {});

using LcpSparseMatrix = Eigen::SparseMatrix<double, Eigen::RowMajor>;

struct ProjectedSettings {
  int iterations = 1000;     ///< the most of them: sweeps over all unknowns
  double tolerance = 1e-10;  ///< of the residual, as a share of the largest |q|, to stop at
  double relaxation = 1;     ///< above 0, below 2
};

/// Projected Gauss-Seidel: sweeps over all unknowns, each put where its own row wants it. For large sparse matrices
/// with a positive diagonal; converges if the matrix is symmetric and positive semidefinite, slowly where it is nearly
/// singular. `start` may be empty: zeros.
LcpSolution solve_lcp_projected(const LcpSparseMatrix& matrix, const Eigen::VectorXd& q, const LcpBounds& bounds,
                                const Eigen::VectorXd& start = {}, const ProjectedSettings& settings = {});

}  // namespace abut
