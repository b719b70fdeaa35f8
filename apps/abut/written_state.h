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
Intersections find_counted(const UntangleInputs& inputs, std::span<const Body> bodies, const RunSettings& run);

/// How many more faces of those that move have no area than in the input: the file's numbers may be too coarse for
/// them, and no search for intersections sees them.
std::size_t count_collapsed(const UntangleInputs& inputs, const MeshInputs& meshes);

/// Reads what was written and checks it, with vertices welded as those of the input: where rounding puts two surfaces
/// in one place, they touch. There is no report.
Result<UntangleResult> check_written(const UntangleOptions& options, const UntangleInputs& inputs,
                                     std::span<const std::filesystem::path> targets);

/// How far what moves has gone from the input, and what that did to edges.
Deformation measure_deformation(const UntangleInputs& inputs, const MeshInputs& meshes, const RunSettings& run);

/// Says why contours are left, by what the report says of their pairs. Of those that only the files have, it is the
/// rounding, if there was any.
void set_obstructions(UntangleResult& result);

/// Finds out whether the thickness that was asked for is kept, but for what the file's numbers cannot hold: how coarse
/// they are must be known.
void check_thickness(const UntangleOptions& options, const UntangleInputs& inputs, UntangleResult& result);

/// Whether all that was asked for is there.
inline bool test_success(const UntangledState& written) { return written.is_clean() && written.is_thickness_kept; }

}  // namespace abut
