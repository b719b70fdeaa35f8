// Rows as one dense system: for what is solved exactly.
#pragma once

#include <Eigen/Core>

#include "abut/impulses.h"

namespace abut {

/// How the speeds of all rows answer to their impulses, with their softness. Symmetric and positive semidefinite.
Eigen::MatrixXd assemble_mobility(std::span<const RigidMass> bodies, std::span<const ConstraintRow> rows);

/// Changes velocities by what the row's impulse does.
void apply_row(const ConstraintRow& row, double impulse, std::span<RigidMass> bodies);

/// Bounds of all rows: their own, or their friction times what is in `impulses`.
LcpBounds find_row_bounds(std::span<const ConstraintRow> rows, const Eigen::VectorXd& impulses);

}  // namespace abut
