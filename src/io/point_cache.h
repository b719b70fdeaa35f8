// Point caches: a short header, then the positions of all vertices for frame after frame as little-endian floats.
//
// PC2:    "POINTCACHE2\0", then as 32-bit numbers: version (1), vertices, first frame and frames per sample (both
// float,
//         both without meaning here), frames.
// F32SEQ: the text line "F32SEQ FRAMES VERTICES".
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <string>
#include <string_view>

#include "io/byte_source.h"

namespace abut {

inline constexpr std::string_view kPc2Mark("POINTCACHE2\0", 12);
inline constexpr std::string_view kF32seqMark = "F32SEQ ";
inline constexpr std::size_t kPc2HeaderSize = 32;
inline constexpr std::size_t kVertexSize = 12;
inline constexpr std::size_t kMaxFrames = std::numeric_limits<std::int32_t>::max();

/// The first bytes of a file, enough for the header of a point cache; fewer if the file is shorter.
std::string read_head(const ByteSource& source);

bool has_point_cache_mark(std::string_view head);

/// The header of a PC2 file, kPc2HeaderSize bytes.
std::string format_pc2_header(std::size_t frame_count, std::size_t vertex_count);

}  // namespace abut
