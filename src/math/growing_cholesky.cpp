#include "math/growing_cholesky.h"

#include <cmath>

namespace abut {

double GrowingCholesky::measure_pivot(Eigen::Index row) {
  const auto count = static_cast<Eigen::Index>(members_.size());
  for (Eigen::Index i = 0; i < count; ++i) work_[i] = matrix_(members_[static_cast<std::size_t>(i)], row);
  auto known = work_.head(count);
  lower().solveInPlace(known);
  last_ = row;
  pivot_ = matrix_(row, row) - known.squaredNorm();
  return pivot_;
}

void GrowingCholesky::solve_last(Eigen::VectorXd& x) const {
  x = work_.head(static_cast<Eigen::Index>(members_.size()));
  upper().solveInPlace(x);
}

void GrowingCholesky::append_last() {
  const auto count = static_cast<Eigen::Index>(members_.size());
  factor_.row(count).head(count) = work_.head(count).transpose();
  factor_(count, count) = std::sqrt(pivot_);
  members_.push_back(last_);
}

// Without its row the factor has one number too many in each row below; rotations of neighbouring columns take them
// away.
void GrowingCholesky::remove(std::size_t place) {
  const auto first = static_cast<Eigen::Index>(place), count = static_cast<Eigen::Index>(members_.size());
  for (Eigen::Index row = first + 1; row < count; ++row) {
    factor_.row(row - 1).head(row + 1) = factor_.row(row).head(row + 1);
  }
  members_.erase(members_.begin() + first);
  for (Eigen::Index k = first; k + 1 < count; ++k) {
    const double a = factor_(k, k), b = factor_(k, k + 1), length = std::hypot(a, b);
    const double c = a / length, s = b / length;
    const Eigen::Index rows = count - 1 - k;
    const Eigen::VectorXd left = factor_.col(k).segment(k, rows);
    auto right = factor_.col(k + 1).segment(k, rows);
    factor_.col(k).segment(k, rows) = c * left + s * right;
    right = c * right - s * left;
  }
}

void GrowingCholesky::solve(Eigen::VectorXd& b) const {
  lower().solveInPlace(b);
  upper().solveInPlace(b);
}

}  // namespace abut
