// The factors of a sparse, symmetric, positive matrix of 6 x 6 blocks, for a system that is solved many times and not
// exactly: found in double precision, kept in single. Whole blocks in place of numbers take a fraction of the time that
// Eigen's sparse factors take, to find and to solve with.
#pragma once

#include <Eigen/Core>
#include <cstdint>
#include <span>
#include <vector>

namespace abut {

class BlockCholesky {
 public:
  using Matrix6 = Eigen::Matrix<double, 6, 6>;
  using Vector6 = Eigen::Matrix<double, 6, 1>;
  struct Block {
    std::uint32_t column = 0;
    Matrix6 value;
  };

  /// The columns of each row that have a block, in the lower half and on the diagonal.
  using Pattern = std::vector<std::vector<std::uint32_t>>;

  /// Chooses an order for matrices with such blocks. Returns how many products of blocks their factors take.
  std::uint64_t plan(const Pattern& pattern);
  /// `rows`: the lower half, of each row its blocks in order, the last on the diagonal; none that was not planned.
  /// False if it is not positive.
  bool factorise(std::span<const std::vector<Block>> rows);
  /// From the right side to the solution.
  void solve(std::span<Vector6> x) const;

 private:
  using Float8 = Eigen::Array<float, 8, 1>;  // six numbers, and two zeros for whole registers
  using FloatBlock = Eigen::Array<float, 8, 6>;

  void order(const Pattern& pattern);
  void find_pattern(const Pattern& pattern);
  bool find_values(std::span<const std::vector<Block>> rows);
  void round();

  // In the order in which it is solved: what was where, and the columns of the factor below the diagonal.
  std::vector<std::uint32_t> place_of_, row_at_;
  std::vector<std::vector<std::uint32_t>> row_columns_;  // of each row, the columns it has; sorted
  std::vector<std::uint32_t> starts_, rows_;
  std::vector<Matrix6> values_, diagonal_;           // of the diagonal, the inverse
  std::vector<FloatBlock> blocks_, own_, own_back_;  // own_back_: own_ with rows and columns exchanged
  mutable std::vector<Float8> x_;
};

}  // namespace abut
