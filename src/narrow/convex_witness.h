// What a pair of solids remembers of its last test, after Baraff's separating plane (see ConvexWitness).
#pragma once

#include <optional>

#include "narrow/gjk.h"

namespace abut {

/// Whether what is remembered proves that the solids are farther apart than the limit (false) or nearer (true).
std::optional<bool> ask_witness(const ConvexView& view, double limit, ConvexWitness& witness);

/// The differences that were inside, where they are now.
Simplex recall_simplex(const ConvexView& view, const ConvexWitness& witness);

void remember(ConvexWitness* witness, const GjkResult& result);
void remember(ConvexWitness* witness, const Plain3& direction);

}  // namespace abut
