// What abut check prints for people.
#pragma once

#include <string>

#include "abut/detect.h"
#include "mesh_input.h"

namespace abut {

/// The finding: how many pairs, between which objects, and where. `is_trusting`: pairs may be missing.
std::string summarize_check(const MeshInputs& meshes, const CheckReport& report, bool is_trusting = false);

/// One line about a frame of an animation of `count` frames.
std::string summarize_frame(std::size_t number, std::size_t count, const CheckedFrame& frame, bool with_digest);

/// The totals of an animation, of which `count` frames were to be checked. `is_trusting`: pairs may be missing.
std::string summarize_animation(std::span<const CheckedFrame> frames, std::size_t count, bool is_trusting);

/// What searches did, and what the same searches did without culling.
std::string summarize_stats(const SearchCounts& counts, const SearchCounts& plain);

}  // namespace abut
