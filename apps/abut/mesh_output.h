// Meshes on their way back into files.
#pragma once

#include <filesystem>
#include <span>
#include <string>
#include <vector>

#include "mesh_input.h"

namespace abut {

/// A mesh as a file will hold it: what is written, and what a reader makes of it.
struct MeshOutput {
  std::string bytes;
  MeshFile file;
  double largest_rounding = 0;  ///< how far a vertex is from where it was to be
};

/// The mesh with its surface's vertices at these positions. Vertices that were welded go together. The target's name
/// says how the mesh of a scene is written; a file stays as it is but for positions.
Result<MeshOutput> make_output(const MeshInput& mesh, std::span<const Vec3> positions,
                               const std::filesystem::path& target);

/// Whether the file can hold other positions: some share or quantise them. To be asked before long work.
Status check_changeable(const MeshInput& mesh);

/// About how far the file's numbers put a vertex from where it was to be, when that is no longer known.
double estimate_rounding(const MeshInput& mesh);

/// Where the file has the mesh's vertices.
std::span<const Vec3> file_positions(const MeshInput& mesh);

}  // namespace abut
