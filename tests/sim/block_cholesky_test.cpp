// Factors of blocks beside those of a dense matrix.
#include "sim/block_cholesky.h"

#include <gtest/gtest.h>

#include <Eigen/Cholesky>

#include "support/random.h"

namespace abut {
namespace {

using Rows = std::vector<std::vector<BlockCholesky::Block>>;
using Vectors = std::vector<BlockCholesky::Vector6>;

BlockCholesky::Pattern find_pattern(const Rows& rows) {
  BlockCholesky::Pattern pattern;
  for (const auto& row : rows) {
    pattern.emplace_back();
    for (const auto& block : row) pattern.back().push_back(block.column);
  }
  return pattern;
}

Eigen::MatrixXd make_random(test::Random& random, Eigen::Index rows, Eigen::Index columns) {
  return Eigen::MatrixXd::NullaryExpr(rows, columns, [&] { return random.uniform(-1, 1); });
}

// Springs between patches, of which each has `links` to others at random, and each is held a little.
struct System {
  System(std::size_t count, std::size_t links, std::uint64_t seed) : dense(6 * count, 6 * count), rows(count) {
    test::Random random(seed);
    dense.setIdentity();
    dense *= 0.1;
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t link = 0; link < links; ++link) {
        const std::size_t j = static_cast<std::size_t>(random.integer(0, static_cast<int>(count) - 1));
        if (i != j) add(i, j, make_random(random, 3, 6), make_random(random, 3, 6));
      }
    }
    for (std::size_t i = 0; i < count; ++i) {
      for (std::size_t j = 0; j <= i; ++j) {
        const BlockCholesky::Matrix6 block = dense.block<6, 6>(6 * i, 6 * j);
        if (!block.isZero(0)) rows[i].push_back({static_cast<std::uint32_t>(j), block});
      }
    }
    for (std::size_t i = 0; i < count; ++i) right.push_back(make_random(random, 6, 1));
  }

  void add(std::size_t i, std::size_t j, const Eigen::MatrixXd& a, const Eigen::MatrixXd& b) {
    dense.block<6, 6>(6 * i, 6 * i) += a.transpose() * a;
    dense.block<6, 6>(6 * j, 6 * j) += b.transpose() * b;
    dense.block<6, 6>(6 * i, 6 * j) -= a.transpose() * b;
    dense.block<6, 6>(6 * j, 6 * i) -= b.transpose() * a;
  }

  Eigen::VectorXd join(const Vectors& parts) const {
    Eigen::VectorXd all(dense.rows());
    for (std::size_t i = 0; i < parts.size(); ++i) all.segment<6>(static_cast<Eigen::Index>(6 * i)) = parts[i];
    return all;
  }

  Eigen::MatrixXd dense;
  Rows rows;
  Vectors right;
};

TEST(BlockCholesky, solves_what_dense_factors_solve) {
  std::size_t full = 0, sparse = 0;
  for (std::uint64_t seed = 1; seed <= 60; ++seed) {
    const std::size_t count = 1 + seed % 20;
    const System system(count, seed % 7, seed);
    BlockCholesky factors;
    factors.plan(find_pattern(system.rows));
    ASSERT_TRUE(factors.factorise(system.rows));
    Vectors x = system.right;
    factors.solve(x);
    const Eigen::VectorXd expected = system.dense.llt().solve(system.join(system.right));
    EXPECT_LT((system.join(x) - expected).norm(), 2e-4 * expected.norm()) << seed;
    std::size_t blocks = 0;
    for (const auto& row : system.rows) blocks += row.size();
    (4 * blocks < count * (count + 1) ? sparse : full) += 1;
  }
  EXPECT_GT(full, 10u);
  EXPECT_GT(sparse, 10u);
}

TEST(BlockCholesky, may_be_used_again_for_another_matrix) {
  BlockCholesky factors;
  for (const std::size_t count : {12u, 3u, 7u}) {
    const System system(count, 2, count);
    factors.plan(find_pattern(system.rows));
    ASSERT_TRUE(factors.factorise(system.rows));
    Vectors x = system.right;
    factors.solve(x);
    EXPECT_LT((system.dense * system.join(x) - system.join(system.right)).norm(),
              1e-3 * system.join(system.right).norm());
  }
}

TEST(BlockCholesky, may_be_planned_for_more_blocks_than_there_are) {
  const System system(12, 2, 5);
  BlockCholesky::Pattern all(12);
  for (std::uint32_t row = 0; row < 12; ++row) {
    for (std::uint32_t column = 0; column <= row; ++column) all[row].push_back(column);
  }
  BlockCholesky factors;
  const auto less = factors.plan(find_pattern(system.rows)), more = factors.plan(all);
  EXPECT_LT(less, more);
  ASSERT_TRUE(factors.factorise(system.rows));
  Vectors x = system.right;
  factors.solve(x);
  EXPECT_LT((system.dense * system.join(x) - system.join(system.right)).norm(),
            1e-3 * system.join(system.right).norm());
}

TEST(BlockCholesky, refuses_what_is_not_positive) {
  System system(5, 2, 1);
  system.rows[3].back().value(2, 2) = -1;
  BlockCholesky factors;
  factors.plan(find_pattern(system.rows));
  EXPECT_FALSE(factors.factorise(system.rows));
  system.rows[3].back().value(2, 2) = std::numeric_limits<double>::quiet_NaN();
  EXPECT_FALSE(factors.factorise(system.rows));
}

}  // namespace
}  // namespace abut
