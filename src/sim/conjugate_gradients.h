// Conjugate gradients for systems of particles.
#pragma once

#include <functional>
#include <span>
#include <vector>

#include "abut/math.h"

namespace abut {

/// When it is good enough: residuals are measured by the preconditioner, as the root of r * precondition(r).
struct LinearGoal {
  double share = 0.05;   ///< of the residual there is at first,
  double reference = 0;  ///< or of this one, if it is larger
  int max_iterations = 500;
};

struct LinearResult {
  int iterations = 0;
  double first_residual = 0;
  bool is_solved = false;  ///< the residual got as small as asked for
  bool is_finite = true;   ///< else numbers got too large
};

/// Solves matrix * x = b from x = 0. `multiply` is a symmetric matrix that is never negative; `precondition` something
/// like its inverse, symmetric, too, and zero for particles that do not move. The same at any thread count.
class ConjugateGradients {
 public:
  using Multiply = std::function<void(std::span<const Vec3> in, std::span<Vec3> out)>;

  LinearResult solve(const Multiply& multiply, const Multiply& precondition, std::span<const Vec3> b, std::span<Vec3> x,
                     const LinearGoal& goal, int threads);

 private:
  std::vector<Vec3> residual_, preconditioned_, direction_, product_;
};

}  // namespace abut
