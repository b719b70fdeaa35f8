// What abut untangle prints of an animation, or of several files.
#pragma once

#include <span>
#include <string>

#include "abut/io.h"

namespace abut {

/// One line about a scene of a series of `count`.
std::string summarize_untangled_frame(std::size_t number, std::size_t count, const UntangledFrame& frame);

/// The totals of a series, and its worst scenes; `all` says how many there are, as "12 frames".
std::string summarize_series(std::span<const UntangledFrame> frames, const std::string& all);

}  // namespace abut
