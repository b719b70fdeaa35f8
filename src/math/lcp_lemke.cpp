#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "base/chance.h"
#include "math/lcp_problem.h"

namespace abut {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// With another vector to cover with, rounding falls out differently: what only seems to have no solution gets one.
constexpr int kTries = 3;

// w - A z - d z0 = q, d the covering vector, solved for the unknowns that may be above 0. Columns: w, z, z0, and the
// right side.
class Tableau {
 public:
  Tableau(const MatrixXd& matrix, const VectorXd& q, const VectorXd& covering, double tolerance)
      : count_(q.size()), tolerance_(tolerance), table_(count_, 2 * count_ + 2), basis_(q.size()) {
    table_.leftCols(count_).setIdentity();
    table_.middleCols(count_, count_) = -matrix;
    table_.col(2 * count_) = -covering;
    table_.col(2 * count_ + 1) = q;
    for (Index i = 0; i < count_; ++i) basis_[static_cast<std::size_t>(i)] = i;
  }

  LcpStatus run(int most, int& iterations);
  const std::vector<Index>& basis() const { return basis_; }
  double value(Index row) const { return table_(row, 2 * count_ + 1); }

 private:
  using Table = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

  Index cover() const { return 2 * count_; }
  bool test_less(Index a, double by_a, Index b, double by_b) const;
  Index find_first_row() const;
  Index find_row(Index column) const;
  void pivot(Index row, Index column);

  Index count_;
  double tolerance_;
  Table table_;
  std::vector<Index> basis_;  // which unknown each row is solved for
};

// Whether row a by by_a comes before row b by by_b in lexicographic order: the right side, then the columns of w. No
// two rows are equal in it, so no basis comes back.
bool Tableau::test_less(Index a, double by_a, Index b, double by_b) const {
  const auto compare = [&](Index column) {
    const double x = table_(a, column) / by_a, y = table_(b, column) / by_b;
    return std::abs(x - y) <= tolerance_ * std::max({1.0, std::abs(x), std::abs(y)}) ? 0 : x < y ? -1 : 1;
  };
  if (const int order = compare(2 * count_ + 1)) return order < 0;
  if (basis_[static_cast<std::size_t>(a)] == cover()) return true;
  if (basis_[static_cast<std::size_t>(b)] == cover()) return false;
  for (Index column = 0; column < count_; ++column) {
    if (const int order = compare(column)) return order < 0;
  }
  return a < b;
}

Index Tableau::find_first_row() const {
  Index first = 0;
  for (Index row = 1; row < count_; ++row) {
    if (test_less(row, -table_(row, cover()), first, -table_(first, cover()))) first = row;
  }
  return first;
}

Index Tableau::find_row(Index column) const {
  Index best = -1;
  for (Index row = 0; row < count_; ++row) {
    if (!(table_(row, column) > tolerance_)) continue;
    if (best < 0 || test_less(row, table_(row, column), best, table_(best, column))) best = row;
  }
  return best;
}

void Tableau::pivot(Index row, Index column) {
  table_.row(row) /= table_(row, column);
  for (Index i = 0; i < count_; ++i) {
    const double factor = table_(i, column);
    if (i != row && factor != 0) table_.row(i) -= factor * table_.row(row);
  }
  basis_[static_cast<std::size_t>(row)] = column;
}

LcpStatus Tableau::run(int most, int& iterations) {
  Index row = find_first_row(), column = cover();
  if (!(value(row) < 0)) return LcpStatus::solved;
  for (iterations = 1; iterations <= most; ++iterations) {
    const Index leaves = basis_[static_cast<std::size_t>(row)];
    pivot(row, column);
    if (leaves == cover()) return LcpStatus::solved;
    column = leaves < count_ ? leaves + count_ : leaves - count_;  // its partner enters
    row = find_row(column);
    if (row < 0) return LcpStatus::no_solution;
  }
  return LcpStatus::stalled;
}

// Rows and columns by the roots of the diagonal, so that units do not matter; where that is 0, by what a row has to do
// with the others.
VectorXd find_scale(const MatrixXd& matrix) {
  constexpr double kNothing = 1e-12;
  const double largest = find_largest(matrix);
  VectorXd scale = VectorXd::Zero(matrix.rows());
  for (Index i = 0; i < scale.size(); ++i) {
    if (matrix(i, i) > kNothing * largest) scale[i] = 1 / std::sqrt(matrix(i, i));
  }
  VectorXd all = scale;
  for (Index i = 0; i < scale.size(); ++i) {
    if (scale[i] > 0) continue;
    const double reach = find_largest(matrix.row(i).cwiseProduct(scale.transpose()));
    all[i] = reach > 0 ? 1 / reach : 1;
  }
  return all;
}

VectorXd make_covering(Index count, int attempt) {
  VectorXd covering = VectorXd::Ones(count);
  for (Index i = 0; i < count && attempt > 0; ++i) {
    covering[i] += draw(static_cast<std::uint64_t>(attempt), static_cast<std::uint64_t>(i));
  }
  return covering;
}

// z by the rows of the tableau, and by a factorisation of those that are above 0: what is nearer to a solution.
void read_solution(const Tableau& tableau, const MatrixXd& matrix, const VectorXd& q, LcpSolution& solution) {
  const Index count = q.size();
  const LcpBounds bounds = make_plain_bounds(count);
  std::vector<Index> above;
  solution.z = VectorXd::Zero(count);
  for (Index row = 0; row < count; ++row) {
    const Index unknown = tableau.basis()[static_cast<std::size_t>(row)] - count;
    if (unknown < 0 || unknown >= count) continue;
    solution.z[unknown] = std::max(0.0, tableau.value(row));
    above.push_back(unknown);
  }
  complete_solution(matrix, q, bounds, solution);
  if (solution.status != LcpStatus::solved || above.empty()) return;
  const VectorXd direct = matrix(above, above).partialPivLu().solve(-q(above));
  LcpSolution other = solution;
  for (std::size_t k = 0; k < above.size(); ++k) other.z[above[k]] = std::max(0.0, direct[static_cast<Index>(k)]);
  if (!other.z.allFinite()) return;
  complete_solution(matrix, q, bounds, other);
  if (other.residual < solution.residual) solution = other;
}

}  // namespace

LcpSolution solve_lcp_lemke(const MatrixXd& matrix, const VectorXd& q, const LcpSettings& settings) {
  const Index count = q.size();
  if (matrix.rows() != count || matrix.cols() != count || !matrix.allFinite() || !q.allFinite()) {
    return make_bad_solution(count);
  }
  const VectorXd scale = find_scale(matrix);
  VectorXd scaled = scale.cwiseProduct(q);
  const double size = find_largest(scaled);
  if (size > 0) scaled /= size;
  const MatrixXd balanced = scale.asDiagonal() * matrix * scale.asDiagonal();
  LcpSolution solution;
  solution.status = LcpStatus::solved;
  if (!(size > 0)) {
    solution.z = VectorXd::Zero(count);
    complete_solution(matrix, q, make_plain_bounds(count), solution);
    return solution;
  }
  const auto plenty = static_cast<int>(std::min<Index>(50 * count + 500, 1 << 30));
  const int most = settings.iterations > 0 ? settings.iterations : plenty;
  for (int attempt = 0; attempt < kTries; ++attempt) {
    LcpSolution found;
    Tableau tableau(balanced, scaled, make_covering(count, attempt), std::max(settings.tolerance, 1e-14) * 10);
    found.status = tableau.run(most, found.iterations);
    found.iterations += solution.iterations;
    read_solution(tableau, balanced, scaled, found);
    judge_by_residual(1, found);
    solution = found;
    if (found.status == LcpStatus::solved || settings.iterations > 0) break;
  }
  solution.z = size * scale.cwiseProduct(solution.z);
  complete_solution(matrix, q, make_plain_bounds(count), solution);
  return solution;
}

}  // namespace abut
