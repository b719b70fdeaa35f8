// Linear complementarity problems by chance, and all their solutions by trying every set of unknowns.
#pragma once

#include <Eigen/LU>
#include <algorithm>
#include <cmath>
#include <optional>
#include <vector>

#include "abut/lcp.h"
#include "support/random.h"

namespace abut::test {

inline Eigen::MatrixXd make_random_matrix(Random& random, Eigen::Index rows, Eigen::Index columns) {
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index c = 0; c < columns; ++c) {
    for (Eigen::Index r = 0; r < rows; ++r) matrix(r, c) = random.uniform(-1, 1);
  }
  return matrix;
}

inline Eigen::MatrixXd make_integer_matrix(Random& random, Eigen::Index rows, Eigen::Index columns, int size) {
  Eigen::MatrixXd matrix(rows, columns);
  for (Eigen::Index c = 0; c < columns; ++c) {
    for (Eigen::Index r = 0; r < rows; ++r) matrix(r, c) = random.integer(-size, size);
  }
  return matrix;
}

inline Eigen::VectorXd make_random_vector(Random& random, Eigen::Index count) {
  return make_random_matrix(random, count, 1);
}

/// The largest difference of two numbers in the same place.
inline double find_difference(const Eigen::VectorXd& a, const Eigen::VectorXd& b) {
  double largest = 0;
  for (Eigen::Index i = 0; i < a.size(); ++i) largest = std::max(largest, std::abs(a[i] - b[i]));
  return largest;
}

/// The first solution among all ways to put each unknown at its lower bound, its upper one, or in between; what has no
/// bounds may stay 0.
inline std::optional<LcpSolution> find_lcp_by_enumeration(const Eigen::MatrixXd& matrix, const Eigen::VectorXd& q,
                                                          const LcpBounds& bounds) {
  const Eigen::Index count = q.size();
  std::vector<int> places(static_cast<std::size_t>(count), 0);  // 0 lower, 1 upper, 2 in between
  const auto step = [&] {
    for (int& place : places) {
      if (++place < 3) return true;
      place = 0;
    }
    return false;
  };
  do {
    Eigen::VectorXd z = Eigen::VectorXd::Zero(count);
    std::vector<Eigen::Index> free;
    for (Eigen::Index i = 0; i < count; ++i) {
      const int place = places[static_cast<std::size_t>(i)];
      if (place == 2) free.push_back(i);
      if (place < 2) z[i] = place == 0 ? bounds.lower[i] : bounds.upper[i];
      if (place < 2 && std::isinf(bounds.lower[i]) && std::isinf(bounds.upper[i])) z[i] = 0;
    }
    if (!z.allFinite()) continue;
    if (!free.empty()) {
      const Eigen::FullPivLU<Eigen::MatrixXd> factors(matrix(free, free));
      if (!factors.isInvertible()) continue;
      const Eigen::VectorXd right = -(q + matrix * z)(free);
      z(free) = factors.solve(right);
    }
    const Eigen::VectorXd w = q + matrix * z;
    const double residual = measure_lcp_residual(z, w, bounds);
    if (residual < 1e-9) return LcpSolution{LcpStatus::solved, z, w, residual, 0};
  } while (step());
  return std::nullopt;
}

}  // namespace abut::test
