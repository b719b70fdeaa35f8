// What abut untangle prints of an animation.
#pragma once

#include <span>
#include <string>

#include "abut/io.h"

namespace abut {

/// One line about a frame of an animation of `count` frames.
std::string summarize_untangled_frame(std::size_t number, std::size_t count, const UntangledFrame& frame);

/// The totals of an animation of `count` frames, and its worst frames.
std::string summarize_untangled_animation(std::span<const UntangledFrame> frames, std::size_t count);

}  // namespace abut
