// The meshes of a command line as those of a recording.
#pragma once

#include <string>

#include "abut/recording.h"
#include "mesh_input.h"

namespace abut {

/// Those after the first `moving_count` meshes are obstacles.
RecordingHead make_recording_head(std::string command, const MeshInputs& meshes, std::size_t moving_count);

/// Where the meshes are now; of those that never move nothing is said.
std::vector<std::span<const Vec3>> list_moved(const MeshInputs& meshes);

}  // namespace abut
