#include "sim/block_cholesky.h"

#include <Eigen/Cholesky>
#include <Eigen/OrderingMethods>
#include <Eigen/SparseCore>
#include <algorithm>

#include "base/sort_unique.h"

namespace abut {

std::uint64_t BlockCholesky::plan(const Pattern& pattern) {
  order(pattern);
  find_pattern(pattern);
  std::uint64_t products = 0;
  for (std::size_t column = 0; column < pattern.size(); ++column) {
    const std::uint64_t below = starts_[column + 1] - starts_[column];
    products += below * (below + 1) / 2 + below + 1;
  }
  return products;
}

bool BlockCholesky::factorise(std::span<const std::vector<Block>> rows) {
  if (!find_values(rows)) return false;
  round();
  return true;
}

// So that few blocks are added that the matrix does not have.
void BlockCholesky::order(const Pattern& rows) {
  const auto count = static_cast<int>(rows.size());
  Eigen::SparseMatrix<double> pattern(count, count);
  std::vector<Eigen::Triplet<double>> entries;
  for (int row = 0; row < count; ++row) {
    for (const std::uint32_t column : rows[row]) entries.emplace_back(row, static_cast<int>(column), 1.0);
  }
  pattern.setFromTriplets(entries.begin(), entries.end());
  Eigen::PermutationMatrix<Eigen::Dynamic, Eigen::Dynamic, int> permutation;
  Eigen::AMDOrdering<int>()(pattern.selfadjointView<Eigen::Lower>(), permutation);
  row_at_.resize(rows.size());
  place_of_.resize(rows.size());
  for (std::uint32_t place = 0; place < rows.size(); ++place) {
    row_at_[place] = static_cast<std::uint32_t>(permutation.indices()[place]);
    place_of_[row_at_[place]] = place;
  }
}

// A row of the factor has the columns of the matrix, and from each of them on the way along the tree of elimination
// (the first row that a column has, Liu 1990).
void BlockCholesky::find_pattern(const Pattern& rows) {
  const std::size_t count = rows.size();
  row_columns_.assign(count, {});
  for (std::size_t row = 0; row < count; ++row) {
    for (const std::uint32_t column : rows[row]) {
      const auto [low, high] = std::minmax(place_of_[row], place_of_[column]);
      if (low != high) row_columns_[high].push_back(low);
    }
  }
  constexpr std::uint32_t kNone = ~0u;
  std::vector<std::uint32_t> parent(count, kNone), seen(count, kNone);
  starts_.assign(count + 1, 0);
  for (std::uint32_t row = 0; row < count; ++row) {
    std::vector<std::uint32_t> found;
    seen[row] = row;
    for (std::uint32_t column : row_columns_[row]) {
      for (; seen[column] != row; column = parent[column]) {
        seen[column] = row;
        found.push_back(column);
        if (parent[column] == kNone) parent[column] = row;
      }
    }
    sort_unique(found);
    for (const std::uint32_t column : found) ++starts_[column + 1];
    row_columns_[row] = std::move(found);
  }
  for (std::size_t column = 0; column < count; ++column) starts_[column + 1] += starts_[column];
}

// Row by row: each column that a row has is finished by its diagonal block, and takes its share from those to its
// right.
bool BlockCholesky::find_values(std::span<const std::vector<Block>> rows) {
  const std::size_t count = rows.size();
  rows_.resize(starts_.back());
  values_.resize(starts_.back());
  diagonal_.resize(count);
  std::vector<std::uint32_t> ends(starts_.begin(), starts_.end() - 1);            // of what columns have so far
  std::vector<Matrix6> sums(count, Matrix6::Zero());                              // of the row at hand
  std::vector<std::vector<std::pair<std::uint32_t, const Block*>>> given(count);  // by place: column, block
  for (std::size_t row = 0; row < count; ++row) {
    for (const Block& block : rows[row]) {
      const std::uint32_t a = place_of_[row], b = place_of_[block.column];
      given[std::max(a, b)].emplace_back(std::min(a, b), &block);
    }
  }
  for (std::uint32_t row = 0; row < count; ++row) {
    for (const auto& [column, block] : given[row]) {
      const bool is_turned = place_of_[block->column] == row && column != row;
      sums[column] = is_turned ? Matrix6(block->value.transpose()) : block->value;
    }
    for (const std::uint32_t column : row_columns_[row]) {
      const Matrix6 value = sums[column] * diagonal_[column].transpose();
      sums[column].setZero();
      for (std::uint32_t i = starts_[column]; i < ends[column]; ++i) {
        sums[rows_[i]].noalias() -= value * values_[i].transpose();
      }
      sums[row].noalias() -= value * value.transpose();
      rows_[ends[column]] = row;
      values_[ends[column]++] = value;
    }
    const Eigen::LLT<Matrix6> own(sums[row]);
    sums[row].setZero();
    if (own.info() != Eigen::Success) return false;
    diagonal_[row] = own.matrixL().solve(Matrix6::Identity());
    if (!diagonal_[row].allFinite()) return false;
  }
  return true;
}

void BlockCholesky::round() {
  const auto rounded = [](const Matrix6& m) {
    FloatBlock block = FloatBlock::Zero();
    block.topRows<6>() = m.cast<float>();
    return block;
  };
  blocks_.clear();
  own_.clear();
  own_back_.clear();
  for (const Matrix6& value : values_) blocks_.push_back(rounded(value));
  for (const Matrix6& value : diagonal_) {
    own_.push_back(rounded(value));
    own_back_.push_back(rounded(value.transpose()));
  }
  x_.assign(diagonal_.size(), Float8::Zero());
}

void BlockCholesky::solve(std::span<Vector6> x) const {
  const auto multiply = [](const FloatBlock& block, const Float8& v) {
    Float8 sum = block.col(0) * v[0];
    for (int c = 1; c < 6; ++c) sum += block.col(c) * v[c];
    return sum;
  };
  const std::size_t count = own_.size();
  for (std::size_t place = 0; place < count; ++place) x_[place].head<6>() = x[row_at_[place]].cast<float>().array();
  for (std::size_t column = 0; column < count; ++column) {
    x_[column] = multiply(own_[column], x_[column]);
    const Float8 own = x_[column];
    for (std::uint32_t i = starts_[column]; i < starts_[column + 1]; ++i) x_[rows_[i]] -= multiply(blocks_[i], own);
  }
  for (std::size_t column = count; column-- > 0;) {
    FloatBlock sums = FloatBlock::Zero();
    for (std::uint32_t i = starts_[column]; i < starts_[column + 1]; ++i) {
      for (int c = 0; c < 6; ++c) sums.col(c) += blocks_[i].col(c) * x_[rows_[i]];
    }
    for (int c = 0; c < 6; ++c) x_[column][c] -= sums.col(c).sum();
    x_[column] = multiply(own_back_[column], x_[column]);
  }
  for (std::size_t place = 0; place < count; ++place) x[row_at_[place]] = x_[place].head<6>().matrix().cast<double>();
}

}  // namespace abut
