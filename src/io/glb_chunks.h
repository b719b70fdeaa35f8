// Takes a GLB file apart and puts one together.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace abut {

/// The chunks of a GLB file as ranges of its bytes, without their headers. binary_start is 0 if there is no BIN chunk.
struct GlbChunks {
  std::size_t json_start = 0, json_end = 0;
  std::size_t binary_start = 0, binary_end = 0;
};

/// Checks the frame of a GLB file; throws Failure.
GlbChunks find_glb_chunks(std::string_view bytes);

/// A whole file: header, a JSON chunk, then `other_chunks` as they are. Throws Failure if that makes more than 4 GiB.
std::string make_glb(std::string json, std::string_view other_chunks);

/// The same up to where a BIN chunk of so many bytes begins, for those too large for memory. The size must be a
/// multiple of 4.
std::string make_glb_start(std::string json, std::size_t binary_size);

/// A BIN chunk with its header, padded as it must be.
std::string make_binary_chunk(std::string bytes);

}  // namespace abut
