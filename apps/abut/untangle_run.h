// Untangling from meshes in memory to files that were checked: what every frame goes through.
#pragma once

#include <filesystem>
#include <span>

#include "untangle_inputs.h"

namespace abut {

struct UntangleResult {
  UntangleReport report;
  UntangledState written;
  MeshInputs meshes;  ///< as they were read back; obstacles as they are
};

/// Untangles the meshes, writes them, reads them back and checks them exactly. Where the file's numbers are so coarse
/// that faces intersect again, it starts again from what the file would hold, twice at most. What is written never has
/// more intersecting pairs than the input. The observer is told of every step.
Result<UntangleResult> untangle_meshes(const UntangleOptions& options, const UntangleInputs& inputs,
                                       std::span<const std::filesystem::path> targets,
                                       const UntangleObserver& observer);

/// Reads and checks what was written earlier.
Result<UntangleResult> check_written(const UntangleOptions& options, const UntangleInputs& inputs,
                                     std::span<const std::filesystem::path> targets);

/// Whether all that was asked for is there: nothing intersects, and nothing is nearer than the thickness asked for, but
/// for what the file's numbers cannot hold.
bool test_success(const UntangleOptions& options, const UntangledState& written);

}  // namespace abut
