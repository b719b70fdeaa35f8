#include "sim/conjugate_gradients.h"

#include <algorithm>
#include <cmath>

#include "base/ordered_sum.h"
#include "base/parallel.h"

namespace abut {

LinearResult ConjugateGradients::solve(const Multiply& multiply, const Multiply& precondition, std::span<const Vec3> b,
                                       std::span<Vec3> x, const LinearGoal& goal, int threads) {
  constexpr std::size_t kBlock = 4096;
  const std::size_t count = b.size();
  for (auto* list : {&residual_, &preconditioned_, &direction_, &product_}) list->resize(count);
  const auto measure_residual = [&] {
    precondition(residual_, preconditioned_);
    return ordered_sum(count, threads, [&](std::size_t i) { return preconditioned_[i].dot(residual_[i]); });
  };
  std::fill(x.begin(), x.end(), Vec3::Zero());
  std::copy(b.begin(), b.end(), residual_.begin());
  double size = measure_residual();
  std::copy(preconditioned_.begin(), preconditioned_.end(), direction_.begin());
  LinearResult result;
  result.first_residual = std::sqrt(size);
  const double small = goal.share * std::max(result.first_residual, goal.reference);
  while (size > small * small && result.iterations < goal.max_iterations) {
    multiply(direction_, product_);
    const double curvature = ordered_sum(count, threads, [&](std::size_t i) { return direction_[i].dot(product_[i]); });
    if (!(curvature > 0)) {
      result.is_finite = std::isfinite(curvature);
      break;
    }
    const double step = size / curvature;
    parallel_blocks(count, kBlock, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) {
        x[i] += step * direction_[i];
        residual_[i] -= step * product_[i];
      }
    });
    const double next = measure_residual();
    ++result.iterations;
    const double share = next / size;
    size = next;
    parallel_blocks(count, kBlock, threads, [&](std::size_t begin, std::size_t end) {
      for (std::size_t i = begin; i < end; ++i) direction_[i] = preconditioned_[i] + share * direction_[i];
    });
  }
  result.is_solved = size <= small * small;
  result.is_finite = result.is_finite && std::isfinite(size);
  return result;
}

}  // namespace abut
