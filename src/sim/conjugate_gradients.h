// Conjugate gradients for systems of particles, with the inverse of each particle's own block in front.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "abut/math.h"

namespace abut {

struct LinearResult {
  int iterations = 0;
  bool is_solved = false;  ///< the residual got as small as asked for
};

/// Solves matrix * x = b from x = 0. `multiply` is a symmetric matrix that is never negative; `inverses` those of its
/// diagonal blocks, zero for particles that do not move. The same at any thread count.
class ConjugateGradients {
 public:
  using Multiply = std::function<void(std::span<const Vec3> in, std::span<Vec3> out)>;

  LinearResult solve(const Multiply& multiply, std::span<const Eigen::Matrix3d> inverses, std::span<const Vec3> b,
                     std::span<Vec3> x, double tolerance, int max_iterations, int threads);

 private:
  std::vector<Vec3> residual_, preconditioned_, direction_, product_;
};

}  // namespace abut
