// Linear systems of a few unknowns.
#pragma once

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>

namespace abut {

template <int N>
using VecN = Eigen::Matrix<double, N, 1>;
template <int N>
using MatN = Eigen::Matrix<double, N, N>;

/// By Cholesky's method; nothing if the matrix is not surely positive definite. Only its lower half is looked at.
template <int N>
std::optional<VecN<N>> solve_positive(MatN<N> m, VecN<N> x) {
  for (int j = 0; j < N; ++j) {
    const double before = m(j, j);
    for (int k = 0; k < j; ++k) m(j, j) -= m(j, k) * m(j, k);
    if (!(m(j, j) > 1e-14 * before)) return std::nullopt;
    m(j, j) = std::sqrt(m(j, j));
    for (int i = j + 1; i < N; ++i) {
      for (int k = 0; k < j; ++k) m(i, j) -= m(i, k) * m(j, k);
      m(i, j) /= m(j, j);
    }
  }
  for (int i = 0; i < N; ++i) {
    for (int k = 0; k < i; ++k) x[i] -= m(i, k) * x[k];
    x[i] /= m(i, i);
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int k = i + 1; k < N; ++k) x[i] -= m(k, i) * x[k];
    x[i] /= m(i, i);
  }
  return x;
}

/// By elimination, with rows put in order of their largest; nothing if the matrix is singular, but for rounding.
template <int N>
std::optional<VecN<N>> solve_any(MatN<N> m, VecN<N> x) {
  double most = 0;
  for (int i = 0; i < N * N; ++i) most = std::max(most, std::abs(m(i / N, i % N)));
  for (int j = 0; j < N; ++j) {
    int pivot = j;
    for (int i = j + 1; i < N; ++i) {
      if (std::abs(m(i, j)) > std::abs(m(pivot, j))) pivot = i;
    }
    if (!(std::abs(m(pivot, j)) > 1e-14 * most)) return std::nullopt;
    for (int k = 0; k < N; ++k) std::swap(m(j, k), m(pivot, k));
    std::swap(x[j], x[pivot]);
    for (int i = j + 1; i < N; ++i) {
      const double share = m(i, j) / m(j, j);
      for (int k = j; k < N; ++k) m(i, k) -= share * m(j, k);
      x[i] -= share * x[j];
    }
  }
  for (int i = N - 1; i >= 0; --i) {
    for (int k = i + 1; k < N; ++k) x[i] -= m(i, k) * x[k];
    x[i] /= m(i, i);
  }
  return x;
}

}  // namespace abut
