// What abut untangle prints for people.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "written_state.h"

namespace abut {

/// Before and after, how it was done, what is left and where, and where it was written.
std::string summarize_untangling(const UntangleOptions& options, const UntangleResult& result,
                                 std::span<const std::filesystem::path> targets);

/// One line about a frame of an animation of `count` frames.
std::string summarize_untangled_frame(std::size_t number, std::size_t count, const UntangledFrame& frame);

/// The totals of an animation of `count` frames.
std::string summarize_untangled_animation(std::span<const UntangledFrame> frames, std::size_t count);

}  // namespace abut
