// Friction in problems that are solved exactly: its bounds follow from normal forces, which follow from it.
#pragma once

#include <functional>

#include "response/rows.h"

namespace abut {

struct FrictionRounds {
  int most = 100;
  double tolerance = 1e-10;  ///< of the last round's changes, as a share of the largest impulse
};

struct FrictionSolution {
  LcpStatus status = LcpStatus::solved;
  Eigen::VectorXd impulses;
  int rounds = 0;
  double change = 0;
};

/// Bounds of the unknowns if the impulses are these.
using FindBounds = std::function<LcpBounds(const Eigen::VectorXd& impulses)>;
/// Solves with bounds that stay as they are, from where the last round ended.
using SolveBounded = std::function<LcpSolution(const LcpBounds& bounds, const Eigen::VectorXd& start)>;

/// Solves again and again, with bounds that follow from the round before (after Baraff 1994's heuristics), first
/// without friction, until they settle. One round if nothing depends on anything.
FrictionSolution solve_in_rounds(Eigen::Index count, const FindBounds& find_bounds, const SolveBounded& solve,
                                 const FrictionRounds& settings);

/// What a contact can push with: a normal part, and four tangents of a friction pyramid with its corners on the cone
/// (Anitescu and Potra 1997); or, sliding, both in a fixed ratio. `mobility` and `q` are of three rows for each
/// contact: normal, then two tangents, the first of which is along the sliding.
struct PyramidContact {
  double friction = 0;
  bool is_sliding = false;
};
LcpSolution solve_pyramid(const Eigen::MatrixXd& mobility, const Eigen::VectorXd& q,
                          std::span<const PyramidContact> contacts);

}  // namespace abut
