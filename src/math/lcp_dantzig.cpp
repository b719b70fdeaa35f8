#include <algorithm>
#include <cmath>
#include <limits>

#include "math/growing_cholesky.h"
#include "math/lcp_problem.h"

namespace abut {
namespace {

using Eigen::Index;
using Eigen::MatrixXd;
using Eigen::VectorXd;

// A row whose pivot is a smaller share of its diagonal depends on the others but for rounding. Pivots after one as
// small as the first of these are off by 1e-16 over it, so what is rounding stays below and what is not above. Where
// that leads to no solution, smaller ones are believed, too.
constexpr double kLeastPivots[] = {1e-8, 1e-10, 1e-12};
// Changes that are a smaller share of what they could be are rounding.
constexpr double kLeastChange = 1e-12;

enum class Place : std::uint8_t {
  waiting,  // its turn has not come
  lower,
  upper,
  free,  // in between, kept at w = 0 by the factor
  idle,  // in between, at w = 0 as long as nothing else changes it: rows that depend on others are never more
};

class DantzigSolver {
 public:
  DantzigSolver(const MatrixXd& matrix, const VectorXd& q, const LcpBounds& bounds, const LcpSettings& settings,
                double least_pivot)
      : matrix_(matrix),
        q_(q),
        bounds_(bounds),
        factor_(matrix),
        places_(q.size(), Place::waiting),
        settings_(settings),
        least_pivot_(least_pivot) {}

  LcpSolution solve();

 private:
  // What ends a step: a row, and how far away that is.
  struct Stop {
    double step = std::numeric_limits<double>::infinity();
    Index row = -1;
    bool is_better_than(const Stop& other) const {
      return step < other.step || (step == other.step && row >= 0 && row < other.row);
    }
  };

  std::vector<Index> find_order() const;
  LcpStatus settle(Index row);
  bool test_settled(Index row);
  void find_direction(Index row, double way);
  Stop find_stop(Index row, double way) const;
  Stop find_stop_of(Index i) const;
  void move(double step);
  void release(Index row);
  void give_way(Index row);
  bool admit(Index row);
  void polish();
  double measure_zero() const;

  const MatrixXd& matrix_;
  const VectorXd& q_;
  const LcpBounds& bounds_;
  GrowingCholesky factor_;
  std::vector<Place> places_;
  LcpSettings settings_;
  double least_pivot_;
  VectorXd z_, w_, dz_, dw_, combination_;
  std::vector<Index> ignored_;  // rows that seem to stop the present step, but depend on the free ones
  int iterations_ = 0;
};

// Rows in the order in which each depends least on those before it: where some say what others have said already, they
// come last, and those before are far from it.
std::vector<Index> sort_by_pivots(const MatrixXd& matrix, const std::vector<Index>& rows, double least_pivot) {
  MatrixXd rest = matrix(rows, rows);
  const VectorXd diagonal = rest.diagonal();
  std::vector<Index> places(rows.size()), order;
  for (std::size_t i = 0; i < rows.size(); ++i) places[i] = static_cast<Index>(i);
  const auto share = [&](Index i) { return diagonal[i] > 0 ? rest(i, i) / diagonal[i] : 0; };
  while (!places.empty()) {
    const auto best =
        std::max_element(places.begin(), places.end(), [&](Index a, Index b) { return share(a) < share(b); });
    const Index i = *best;
    if (share(i) > least_pivot) rest -= VectorXd(rest.col(i)) * (rest.row(i) / rest(i, i));
    order.push_back(rows[static_cast<std::size_t>(i)]);
    places.erase(best);
  }
  return order;
}

// What has no bounds comes first: it never has to be let go.
std::vector<Index> DantzigSolver::find_order() const {
  std::vector<Index> unbounded, bounded;
  for (Index i = 0; i < q_.size(); ++i) {
    (std::isinf(bounds_.lower[i]) && std::isinf(bounds_.upper[i]) ? unbounded : bounded).push_back(i);
  }
  std::vector<Index> order = sort_by_pivots(matrix_, unbounded, least_pivot_);
  order.insert(order.end(), bounded.begin(), bounded.end());
  return order;
}

double DantzigSolver::measure_zero() const {
  return std::max(settings_.noise, settings_.tolerance * std::max(find_largest(q_), find_largest(w_)));
}

// The change of all z and w if the row's z changes by one and the free ones keep their w at 0.
void DantzigSolver::find_direction(Index row, double way) {
  const bool is_dependent = !(factor_.measure_pivot(row) > least_pivot_ * matrix_(row, row));
  factor_.solve_last(combination_);
  dz_.setZero();
  dz_[row] = way;
  dw_ = way * matrix_.col(row);
  const auto& free = factor_.members();
  for (std::size_t k = 0; k < free.size(); ++k) {
    const double change = combination_[static_cast<Index>(k)];
    const double possible = std::sqrt(matrix_(row, row) / matrix_(free[k], free[k]));
    if (std::abs(change) <= kLeastChange * possible) continue;
    dz_[free[k]] = -way * change;
    dw_.noalias() += dz_[free[k]] * matrix_.col(free[k]);
  }
  for (const Index i : free) dw_[i] = 0;
  for (Index i = 0; i < dw_.size(); ++i) {
    if (is_dependent || std::abs(dw_[i]) <= kLeastChange * std::sqrt(matrix_(i, i) * matrix_(row, row))) dw_[i] = 0;
  }
  for (const Index i : ignored_) dw_[i] = 0;
}

DantzigSolver::Stop DantzigSolver::find_stop_of(Index i) const {
  switch (places_[static_cast<std::size_t>(i)]) {
    case Place::free:
      if (dz_[i] < 0) return {std::max(0.0, (bounds_.lower[i] - z_[i]) / dz_[i]), i};
      if (dz_[i] > 0) return {std::max(0.0, (bounds_.upper[i] - z_[i]) / dz_[i]), i};
      break;
    case Place::lower:
      if (dw_[i] < 0 && bounds_.lower[i] < bounds_.upper[i]) return {std::max(0.0, -w_[i] / dw_[i]), i};
      break;
    case Place::upper:
      if (dw_[i] > 0 && bounds_.lower[i] < bounds_.upper[i]) return {std::max(0.0, -w_[i] / dw_[i]), i};
      break;
    case Place::idle:
      if (dw_[i] != 0) return {0, i};
      break;
    case Place::waiting:
      break;
  }
  return {};
}

DantzigSolver::Stop DantzigSolver::find_stop(Index row, double way) const {
  Stop stop{way * ((way > 0 ? bounds_.upper[row] : bounds_.lower[row]) - z_[row]), row};
  if (dw_[row] != 0) stop.step = std::min(stop.step, -w_[row] / dw_[row]);
  for (Index i = 0; i < z_.size(); ++i) {
    if (i == row) continue;
    const Stop other = find_stop_of(i);
    if (other.is_better_than(stop)) stop = other;
  }
  return stop;
}

void DantzigSolver::move(double step) {
  z_ += step * dz_;
  w_ += step * dw_;
}

// A free row has come to a bound and stays there.
void DantzigSolver::release(Index row) {
  const auto& free = factor_.members();
  factor_.remove(static_cast<std::size_t>(std::find(free.begin(), free.end(), row) - free.begin()));
  const bool is_lower = dz_[row] < 0;
  z_[row] = is_lower ? bounds_.lower[row] : bounds_.upper[row];
  places_[static_cast<std::size_t>(row)] = is_lower ? Place::lower : Place::upper;
}

bool DantzigSolver::admit(Index row) {
  if (!(factor_.measure_pivot(row) > least_pivot_ * matrix_(row, row))) return false;
  factor_.append_last();
  w_[row] = 0;
  places_[static_cast<std::size_t>(row)] = Place::free;
  return true;
}

bool DantzigSolver::test_settled(Index row) {
  Place& place = places_[static_cast<std::size_t>(row)];
  const double zero = measure_zero();
  const bool is_low = z_[row] <= bounds_.lower[row], is_high = z_[row] >= bounds_.upper[row];
  if (is_low && (is_high || w_[row] >= -zero)) {
    place = Place::lower;
  } else if (is_high && w_[row] <= zero) {
    place = Place::upper;
  } else if (std::abs(w_[row]) <= zero) {
    place = Place::idle;
  } else {
    return false;
  }
  return true;
}

// What stands in the way of a step leaves the free rows or joins them.
void DantzigSolver::give_way(Index row) {
  if (places_[static_cast<std::size_t>(row)] == Place::free) {
    release(row);
  } else if (!admit(row)) {
    ignored_.push_back(row);
    return;
  }
  ignored_.clear();
}

LcpStatus DantzigSolver::settle(Index row) {
  ignored_.clear();
  while (!test_settled(row)) {
    if (++iterations_ > settings_.iterations) return LcpStatus::stalled;
    const double way = w_[row] < 0 ? 1 : -1, bound = way > 0 ? bounds_.upper[row] : bounds_.lower[row];
    find_direction(row, way);
    const Stop stop = find_stop(row, way);
    if (std::isinf(stop.step)) return LcpStatus::no_solution;
    const bool is_at_bound = stop.row == row && stop.step == way * (bound - z_[row]);
    move(stop.step);
    if (stop.row != row) {
      give_way(stop.row);
    } else if (is_at_bound) {
      z_[row] = bound;
    } else if (admit(row)) {
      return LcpStatus::solved;
    }
  }
  return LcpStatus::solved;
}

// Rounding of many small steps is undone by one large one.
void DantzigSolver::polish() {
  const auto& free = factor_.members();
  VectorXd values = z_;
  for (const Index i : free) values[i] = 0;
  const VectorXd known = q_ + matrix_ * values;
  VectorXd right(static_cast<Index>(free.size()));
  for (std::size_t k = 0; k < free.size(); ++k) right[static_cast<Index>(k)] = -known[free[k]];
  factor_.solve(right);
  for (std::size_t k = 0; k < free.size(); ++k) {
    values[free[k]] = clamp_to_bounds(right[static_cast<Index>(k)], bounds_, free[k]);
  }
  const double before = measure_lcp_residual(z_, q_ + matrix_ * z_, bounds_);
  if (measure_lcp_residual(values, q_ + matrix_ * values, bounds_) <= before) z_ = values;
}

LcpSolution DantzigSolver::solve() {
  const Index count = q_.size();
  z_.resize(count);
  for (Index i = 0; i < count; ++i) z_[i] = clamp_to_bounds(0, bounds_, i);
  w_ = q_ + matrix_ * z_;
  dz_ = dw_ = VectorXd::Zero(count);
  if (settings_.iterations <= 0) settings_.iterations = static_cast<int>(std::min<Index>(50 * count + 500, 1 << 30));
  LcpSolution solution;
  solution.status = LcpStatus::solved;
  for (const Index row : find_order()) {
    solution.status = settle(row);
    if (solution.status != LcpStatus::solved) break;
  }
  polish();
  solution.z = z_;
  solution.iterations = iterations_;
  complete_solution(matrix_, q_, bounds_, solution);
  judge_by_residual(std::max(10 * settings_.noise, find_largest(q_)), solution);
  return solution;
}

bool test_symmetric(const MatrixXd& matrix) {
  constexpr double kLargestDifference = 1e-9;
  const double largest = find_largest(matrix);
  for (Index c = 0; c < matrix.cols(); ++c) {
    if (matrix(c, c) < 0) return false;
    for (Index r = 0; r < c; ++r) {
      if (std::abs(matrix(r, c) - matrix(c, r)) > kLargestDifference * largest) return false;
    }
  }
  return true;
}

}  // namespace

LcpSolution solve_lcp_dantzig(const MatrixXd& matrix, const VectorXd& q, const LcpBounds& bounds,
                              const LcpSettings& settings) {
  const Index count = q.size();
  if (matrix.rows() != count || matrix.cols() != count || !matrix.allFinite() || !q.allFinite() ||
      !test_bounds(bounds, count) || !test_symmetric(matrix)) {
    return make_bad_solution(count);
  }
  LcpSolution solution;
  for (const double least_pivot : kLeastPivots) {
    LcpSolution found = DantzigSolver(matrix, q, bounds, settings, least_pivot).solve();
    const bool is_solved = found.status == LcpStatus::solved;
    if (is_solved || least_pivot == kLeastPivots[0]) solution = std::move(found);
    if (is_solved || settings.iterations > 0) break;
  }
  return solution;
}

}  // namespace abut
