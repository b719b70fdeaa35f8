#include "response/friction.h"

#include <algorithm>
#include <cmath>

namespace abut {
namespace {

double measure_change(const Eigen::VectorXd& before, const Eigen::VectorXd& after) {
  double change = 0, largest = 0;
  for (Eigen::Index i = 0; i < after.size(); ++i) {
    change = std::max(change, std::abs(after[i] - before[i]));
    largest = std::max(largest, std::abs(after[i]));
  }
  return largest > 0 ? change / largest : change;
}

// How the unknowns of the pyramid make up the rows' impulses (pushes), and what their own rows of the problem are
// (tests). Differing only where a contact slides: it pushes at an angle and is tested along the normal.
struct PyramidColumns {
  Eigen::MatrixXd pushes, tests;
  std::vector<Eigen::Index> first;  // of each contact: its normal; then four tangents and the bound, unless it slides
};

Eigen::Index count_unknowns(const PyramidContact& contact) {
  return contact.is_sliding || !(contact.friction > 0) ? 1 : 6;
}

PyramidColumns make_columns(std::span<const PyramidContact> contacts) {
  PyramidColumns columns;
  Eigen::Index count = 0;
  for (const PyramidContact& contact : contacts) {
    columns.first.push_back(count);
    count += count_unknowns(contact);
  }
  columns.pushes = Eigen::MatrixXd::Zero(3 * static_cast<Eigen::Index>(contacts.size()), count);
  columns.tests = columns.pushes.transpose();
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    const Eigen::Index row = 3 * static_cast<Eigen::Index>(c), column = columns.first[c];
    columns.pushes(row, column) = columns.tests(column, row) = 1;
    if (contacts[c].is_sliding) columns.pushes(row + 1, column) = -contacts[c].friction;
    if (count_unknowns(contacts[c]) == 1) continue;
    for (Eigen::Index way = 0; way < 4; ++way) {
      const double sign = way % 2 == 0 ? 1 : -1;
      columns.pushes(row + 1 + way / 2, column + 1 + way) = sign;
      columns.tests(column + 1 + way, row + 1 + way / 2) = sign;
    }
  }
  return columns;
}

}  // namespace

FrictionSolution solve_in_rounds(Eigen::Index count, const FindBounds& find_bounds, const SolveBounded& solve,
                                 const FrictionRounds& settings) {
  FrictionSolution solution;
  solution.impulses = Eigen::VectorXd::Zero(count);
  LcpBounds bounds = find_bounds(solution.impulses);
  for (solution.rounds = 1;; ++solution.rounds) {
    const LcpSolution found = solve(bounds, solution.impulses);
    solution.change = measure_change(solution.impulses, found.z);
    solution.impulses = found.z;
    solution.status = found.status;
    if (found.status != LcpStatus::solved) return solution;
    LcpBounds next = find_bounds(solution.impulses);
    if (solution.change <= settings.tolerance || (next.lower == bounds.lower && next.upper == bounds.upper)) {
      return solution;
    }
    if (solution.rounds >= settings.most) break;
    bounds = std::move(next);
  }
  solution.status = LcpStatus::stalled;
  return solution;
}

LcpSolution solve_pyramid(const Eigen::MatrixXd& mobility, const Eigen::VectorXd& q,
                          std::span<const PyramidContact> contacts) {
  const PyramidColumns columns = make_columns(contacts);
  Eigen::MatrixXd matrix = columns.tests * mobility * columns.pushes;
  Eigen::VectorXd right = columns.tests * q;
  for (std::size_t c = 0; c < contacts.size(); ++c) {
    if (count_unknowns(contacts[c]) == 1) continue;
    const Eigen::Index normal = columns.first[c], bound = normal + 5;
    matrix(bound, normal) = contacts[c].friction;
    for (Eigen::Index tangent = normal + 1; tangent < bound; ++tangent) {
      matrix(tangent, bound) = 1;
      matrix(bound, tangent) = -1;
    }
  }
  LcpSolution solution = solve_lcp_lemke(matrix, right);
  solution.z = columns.pushes * solution.z;
  solution.w = q + mobility * solution.z;
  return solution;
}

}  // namespace abut
