// Linear complementarity: every method beside a search through all sets of unknowns.
#include "abut/lcp.h"

#include <gtest/gtest.h>

#include <cmath>

#include "support/lcps.h"

namespace abut {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;
using test::find_difference;
using test::find_lcp_by_enumeration;
using test::make_integer_matrix;
using test::make_random_matrix;
using test::make_random_vector;
using test::Random;

constexpr double kInfinity = std::numeric_limits<double>::infinity();

struct Seen {
  int solved = 0, none = 0;
};

// Both methods must find a solution where there is one, and w is the same in all solutions of a symmetric problem.
void compare_plain(const MatrixXd& matrix, const VectorXd& q, bool is_symmetric, Seen& seen) {
  const LcpBounds bounds = make_plain_bounds(q.size());
  const auto expected = find_lcp_by_enumeration(matrix, q, bounds);
  const LcpStatus status = expected ? LcpStatus::solved : LcpStatus::no_solution;
  const LcpSolution lemke = solve_lcp_lemke(matrix, q);
  ASSERT_EQ(lemke.status, status) << matrix << "\n\n" << q.transpose() << "\n residual " << lemke.residual;
  ++(expected ? seen.solved : seen.none);
  if (expected) {
    ASSERT_LT(lemke.residual, 1e-8) << matrix << "\n\n" << q.transpose();
  }
  if (!is_symmetric) return;
  const LcpSolution dantzig = solve_lcp_dantzig(matrix, q, bounds);
  ASSERT_EQ(dantzig.status, status) << matrix << "\n\n" << q.transpose() << "\n residual " << dantzig.residual;
  if (!expected) return;
  ASSERT_LT(dantzig.residual, 1e-8);
  ASSERT_LT(find_difference(dantzig.w, expected->w), 1e-7);
  ASSERT_LT(find_difference(lemke.w, expected->w), 1e-7);
}

TEST(Lcp, positive_definite_problems_have_one_solution_and_it_is_found) {
  Random random(20261119);
  Seen seen;
  for (int round = 0; round < 400; ++round) {
    const Index count = random.integer(1, 7);
    const MatrixXd root = make_random_matrix(random, count, count);
    compare_plain(root * root.transpose() + 0.01 * MatrixXd::Identity(count, count), make_random_vector(random, count),
                  true, seen);
  }
  EXPECT_EQ(seen.solved, 400);
}

TEST(Lcp, semidefinite_problems_are_solved_or_known_to_have_no_solution) {
  Random random(20261119);
  Seen seen;
  for (int round = 0; round < 600; ++round) {
    const Index count = random.integer(2, 7), rank = random.integer(1, static_cast<int>(count) - 1);
    const MatrixXd root = make_random_matrix(random, count, rank);
    compare_plain(root * root.transpose(), make_random_vector(random, count), true, seen);
  }
  EXPECT_GT(seen.solved, 100);
  EXPECT_GT(seen.none, 100);
}

TEST(Lcp, degenerate_problems_in_small_integers_neither_cycle_nor_mislead) {
  Random random(20261119);
  Seen seen;
  for (int round = 0; round < 2000; ++round) {
    const Index count = random.integer(1, 7), rank = random.integer(1, static_cast<int>(count));
    const MatrixXd root = make_integer_matrix(random, count, rank, 1);
    const VectorXd q = random.coin() ? VectorXd(make_integer_matrix(random, count, 1, 1))
                                     : VectorXd(root * make_integer_matrix(random, rank, 1, 1));
    compare_plain(root * root.transpose(), q, true, seen);
  }
  EXPECT_GT(seen.solved, 500);
  EXPECT_GT(seen.none, 200);
}

TEST(Lcp, two_methods_agree_on_what_has_a_solution_where_much_depends_on_little) {
  Random random(20261119);
  Seen seen;
  for (int round = 0; round < 5000; ++round) {
    const Index count = random.integer(2, 24), rank = random.integer(1, static_cast<int>(count));
    const MatrixXd root = round % 3 ? make_integer_matrix(random, count, rank, random.integer(1, 2))
                                    : make_random_matrix(random, count, rank);
    const VectorXd q = round % 4 ? VectorXd(root * make_integer_matrix(random, rank, 1, 1))
                                 : VectorXd(make_integer_matrix(random, count, 1, 1));
    const MatrixXd matrix = root * root.transpose();
    const LcpSolution dantzig = solve_lcp_dantzig(matrix, q, make_plain_bounds(count));
    ASSERT_NE(dantzig.status, LcpStatus::stalled) << "round " << round;
    ASSERT_EQ(solve_lcp_lemke(matrix, q).status, dantzig.status) << "round " << round;
    ++(dantzig.status == LcpStatus::solved ? seen.solved : seen.none);
  }
  EXPECT_GT(seen.solved, 2000);
  EXPECT_GT(seen.none, 200);
}

TEST(Lcp, lemke_solves_what_is_not_symmetric) {
  Random random(20261119);
  Seen seen;
  for (int round = 0; round < 600; ++round) {
    const Index count = random.integer(2, 7), rank = random.integer(1, static_cast<int>(count));
    const MatrixXd root = make_random_matrix(random, count, rank), other = make_random_matrix(random, count, count);
    const MatrixXd turn = make_random_matrix(random, rank, rank);
    MatrixXd matrix = root * (MatrixXd::Identity(rank, rank) + turn - turn.transpose()) * root.transpose();
    if (round % 3 == 0) {  // a P-matrix that is not positive: heavy diagonal, anything beside it
      matrix = other;
      for (Index i = 0; i < count; ++i) matrix(i, i) = other.row(i).cwiseAbs().sum() + 0.01;
      const VectorXd columns = make_random_vector(random, count).cwiseAbs() + VectorXd::Constant(count, 0.05);
      matrix = matrix * columns.asDiagonal();
    }
    compare_plain(matrix, make_random_vector(random, count), false, seen);
  }
  EXPECT_GT(seen.solved, 300);
  EXPECT_GT(seen.none, 10);
}

TEST(Lcp, bounds_of_every_kind_are_kept) {
  Random random(20261119);
  int at_lower = 0, at_upper = 0, between = 0, none = 0;
  for (int round = 0; round < 600; ++round) {
    const Index count = random.integer(1, 6), rank = random.integer(1, static_cast<int>(count));
    const bool is_integer = random.coin();
    const MatrixXd root =
        is_integer ? make_integer_matrix(random, count, rank, 1) : make_random_matrix(random, count, rank);
    const MatrixXd matrix = root * root.transpose();
    const VectorXd q =
        is_integer ? VectorXd(make_integer_matrix(random, count, 1, 1)) : make_random_vector(random, count);
    LcpBounds bounds = make_plain_bounds(count);
    for (Index i = 0; i < count; ++i) {
      const int kind = random.integer(0, 3);
      if (kind >= 2) bounds.upper[i] = random.uniform(0, 1);
      if (kind >= 2) bounds.lower[i] = -bounds.upper[i] * (kind - 2);
      if (kind == 1) bounds.lower[i] = -kInfinity;
    }
    const auto expected = find_lcp_by_enumeration(matrix, q, bounds);
    const LcpSolution found = solve_lcp_dantzig(matrix, q, bounds);
    ASSERT_EQ(found.status, expected ? LcpStatus::solved : LcpStatus::no_solution) << matrix << "\n\n"
                                                                                   << q.transpose() << "\n"
                                                                                   << bounds.lower.transpose() << "\n"
                                                                                   << bounds.upper.transpose();
    none += !expected;
    if (!expected) continue;
    ASSERT_LT(found.residual, 1e-8);
    ASSERT_LT(find_difference(found.w, expected->w), 1e-7);
    for (Index i = 0; i < count; ++i) {
      ++(found.z[i] <= bounds.lower[i] ? at_lower : found.z[i] >= bounds.upper[i] ? at_upper : between);
    }
  }
  EXPECT_GT(at_lower, 100);
  EXPECT_GT(at_upper, 100);
  EXPECT_GT(between, 100);
  EXPECT_GT(none, 10);
}

TEST(Lcp, hundreds_of_unknowns_are_solved_alike_by_all_methods) {
  Random random(20261119);
  for (const Index count : {50, 200, 400}) {
    for (const Index rank : {count / 3, count}) {
      const MatrixXd root = make_random_matrix(random, count, rank);
      const MatrixXd matrix = root * root.transpose() + (rank == count ? 1.0 : 0.0) * MatrixXd::Identity(count, count);
      // So that there is a solution even where the matrix is singular.
      const VectorXd q =
          make_random_vector(random, count).cwiseAbs() - matrix * make_random_vector(random, count).cwiseAbs();
      const double size = find_difference(q, VectorXd::Zero(count));
      const LcpSolution dantzig = solve_lcp_dantzig(matrix, q, make_plain_bounds(count));
      const LcpSolution lemke = solve_lcp_lemke(matrix, q);
      ASSERT_EQ(dantzig.status, LcpStatus::solved) << count << " " << rank << " " << dantzig.residual;
      ASSERT_EQ(lemke.status, LcpStatus::solved) << count << " " << rank << " " << lemke.residual;
      EXPECT_LT(dantzig.residual, 1e-10 * size);
      EXPECT_LT(lemke.residual, 1e-10 * size);
      EXPECT_LT(find_difference(dantzig.w, lemke.w), 1e-8 * size);
      ProjectedSettings settings;
      settings.iterations = 3000;
      settings.tolerance = 1e-5;
      const LcpSolution swept = solve_lcp_projected(matrix.sparseView(), q, make_plain_bounds(count), {}, settings);
      ASSERT_EQ(swept.status, LcpStatus::solved) << swept.residual;
      EXPECT_LT(find_difference(dantzig.w, swept.w), 1e-2 * size);
    }
  }
}

TEST(Lcp, a_warm_start_saves_sweeps) {
  Random random(20261119);
  const Index count = 60;
  const MatrixXd root = make_random_matrix(random, count, count);
  const LcpSparseMatrix matrix = (root * root.transpose() + MatrixXd::Identity(count, count)).sparseView();
  const VectorXd q = make_random_vector(random, count);
  const LcpSolution cold = solve_lcp_projected(matrix, q, make_plain_bounds(count));
  ASSERT_EQ(cold.status, LcpStatus::solved);
  const LcpSolution warm = solve_lcp_projected(matrix, q, make_plain_bounds(count), cold.z);
  EXPECT_EQ(warm.iterations, 1);
  EXPECT_GT(cold.iterations, 10);
}

TEST(Lcp, input_that_is_no_problem_is_answered) {
  const MatrixXd one = MatrixXd::Identity(2, 2), wide = MatrixXd::Zero(2, 3);
  MatrixXd broken = one;
  broken(0, 1) = std::nan("");
  const VectorXd q = VectorXd::Constant(2, -1);
  const LcpBounds plain = make_plain_bounds(2);
  LcpBounds crossed = plain;
  crossed.lower[1] = 2, crossed.upper[1] = 1;
  VectorXd infinite = q;
  infinite[0] = kInfinity;
  for (const LcpSolution& bad :
       {solve_lcp_dantzig(wide, q, plain), solve_lcp_dantzig(broken, q, plain), solve_lcp_dantzig(one, infinite, plain),
        solve_lcp_dantzig(one, q, crossed), solve_lcp_lemke(wide, q), solve_lcp_lemke(broken, q),
        solve_lcp_lemke(one, infinite), solve_lcp_projected(broken.sparseView(), q, plain),
        solve_lcp_projected(one.sparseView(), q, crossed), solve_lcp_projected(one.sparseView(), q, plain, infinite)}) {
    EXPECT_EQ(bad.status, LcpStatus::bad_input);
    EXPECT_EQ(bad.z, VectorXd(VectorXd::Zero(2)));
  }
  MatrixXd lopsided = one;
  lopsided(0, 1) = 1;
  EXPECT_EQ(solve_lcp_dantzig(lopsided, q, plain).status, LcpStatus::bad_input);
}

TEST(Lcp, nothing_and_zeros_are_solved) {
  const VectorXd none(0);
  EXPECT_EQ(solve_lcp_dantzig(MatrixXd(0, 0), none, make_plain_bounds(0)).status, LcpStatus::solved);
  EXPECT_EQ(solve_lcp_lemke(MatrixXd(0, 0), none).status, LcpStatus::solved);
  EXPECT_EQ(solve_lcp_projected(LcpSparseMatrix(0, 0), none, make_plain_bounds(0)).status, LcpStatus::solved);
  const MatrixXd zero = MatrixXd::Zero(3, 3);
  for (const double value : {0.0, 1.0}) {
    const VectorXd q = VectorXd::Constant(3, value);
    EXPECT_EQ(solve_lcp_dantzig(zero, q, make_plain_bounds(3)).status, LcpStatus::solved);
    EXPECT_EQ(solve_lcp_lemke(zero, q).status, LcpStatus::solved);
  }
  const VectorXd q = VectorXd::Constant(3, -1);
  EXPECT_EQ(solve_lcp_dantzig(zero, q, make_plain_bounds(3)).status, LcpStatus::no_solution);
  EXPECT_EQ(solve_lcp_lemke(zero, q).status, LcpStatus::no_solution);
  EXPECT_EQ(solve_lcp_projected(zero.sparseView(), q, make_plain_bounds(3)).status, LcpStatus::stalled);
}

TEST(Lcp, limits_of_iterations_are_kept) {
  Random random(20261119);
  const MatrixXd root = make_random_matrix(random, 30, 30);
  const MatrixXd matrix = root * root.transpose();
  const VectorXd q = -VectorXd::Ones(30);
  EXPECT_EQ(solve_lcp_dantzig(matrix, q, make_plain_bounds(30), {.iterations = 3}).status, LcpStatus::stalled);
  EXPECT_EQ(solve_lcp_lemke(matrix, q, {.iterations = 3}).status, LcpStatus::stalled);
  EXPECT_EQ(solve_lcp_projected(matrix.sparseView(), q, make_plain_bounds(30), {}, {.iterations = 3}).status,
            LcpStatus::stalled);
}

}  // namespace
}  // namespace abut
