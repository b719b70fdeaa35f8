// Frames that are there already, for --resume.
#pragma once

#include <filesystem>
#include <optional>
#include <span>

#include "written_state.h"

namespace abut {

/// An error if a file is there that is no frame of this animation, and would be replaced.
Status check_replaceable(const UntangleOptions& options, const UntangleInputs& inputs,
                         std::span<const std::filesystem::path> targets);

/// The frame that is there, checked as if it had just been written. Nothing if it is to be done (again): files are
/// missing, or older than what they come from; vertices that are pinned have moved; or it is not what was asked for.
std::optional<UntangleResult> find_kept(const UntangleOptions& options, const UntangleInputs& inputs, std::size_t frame,
                                        std::span<const std::filesystem::path> targets);

}  // namespace abut
