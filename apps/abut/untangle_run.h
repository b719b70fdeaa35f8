// Untangling from meshes in memory to files that were checked: what every frame goes through.
#pragma once

#include <filesystem>
#include <span>

#include "untangle_inputs.h"
#include "written_state.h"

namespace abut {

/// Untangles the meshes, writes them, reads them back and checks them exactly. Where the file's numbers are so coarse
/// that faces intersect again, it starts again from what the file would hold, twice at most. What is written never has
/// more intersecting pairs than the input. The observer is told of every step.
Result<UntangleResult> untangle_meshes(const UntangleOptions& options, const UntangleInputs& inputs,
                                       std::span<const std::filesystem::path> targets,
                                       const UntangleObserver& observer);

}  // namespace abut
