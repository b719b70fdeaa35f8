// Layers of a frame as JSON and arrays.
#pragma once

#include "abut/recording.h"
#include "io/recording_chunk.h"

namespace abut {

/// Adds the layer's arrays to the chunk and returns what its JSON has to say of it. Features are features of `meshes`.
Json encode_layer(ChunkBuilder& chunk, std::span<const RecordedMesh> meshes, const RecordedLayer& layer);

}  // namespace abut
