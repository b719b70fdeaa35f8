// What the files have that untangling wrote.
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

/// All intersections that count: obstacles among themselves are left alone.
Intersections find_counted(const UntangleInputs& inputs, const MeshInputs& meshes, const RunSettings& run);

/// Reads what was written and checks it. There is no report.
Result<UntangleResult> check_written(const UntangleOptions& options, const UntangleInputs& inputs,
                                     std::span<const std::filesystem::path> targets);

/// Why contours are left, by what the report says of their pairs; none of those that only the files have.
std::vector<std::optional<Obstruction>> find_obstructions(const UntangleReport& report, const UntangledState& written);

/// Whether all that was asked for is there: nothing intersects, and nothing is nearer than the thickness asked for, but
/// for what the file's numbers cannot hold.
bool test_success(const UntangleOptions& options, const UntangledState& written);

}  // namespace abut
