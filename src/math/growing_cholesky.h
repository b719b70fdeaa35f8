// The Cholesky factor of some rows and columns of a symmetric matrix, for sets that gain and lose one at a time.
#pragma once

#include <Eigen/Core>
#include <vector>

namespace abut {

class GrowingCholesky {
 public:
  /// Refers to the matrix; the caller keeps it alive.
  explicit GrowingCholesky(const Eigen::MatrixXd& matrix)
      : matrix_(matrix), factor_(matrix.rows(), matrix.cols()), work_(matrix.rows()) {}

  /// Rows of the matrix, in the order of the factor.
  const std::vector<Eigen::Index>& members() const { return members_; }
  /// What is left of the row's diagonal when the members are eliminated: not above `least` where the row depends on
  /// theirs. Also makes ready for solve_last() and append_last().
  double measure_pivot(Eigen::Index row);
  /// The combination of members that equals the row last measured: A_CC^-1 A_Cd.
  void solve_last(Eigen::VectorXd& x) const;
  /// The row last measured joins; its pivot must be above 0.
  void append_last();
  /// `place` counts members.
  void remove(std::size_t place);
  /// A_CC^-1 b for values in the order of the members.
  void solve(Eigen::VectorXd& b) const;

 private:
  auto square() const {
    const auto count = static_cast<Eigen::Index>(members_.size());
    return factor_.topLeftCorner(count, count);
  }
  auto lower() const { return square().triangularView<Eigen::Lower>(); }
  auto upper() const { return square().transpose().triangularView<Eigen::Upper>(); }

  const Eigen::MatrixXd& matrix_;
  Eigen::MatrixXd factor_;
  std::vector<Eigen::Index> members_;
  Eigen::VectorXd work_;  // of the row last measured: its row of the factor
  Eigen::Index last_ = 0;
  double pivot_ = 0;
};

}  // namespace abut
