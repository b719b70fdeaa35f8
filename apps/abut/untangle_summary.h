// What abut untangle prints of a single scene.
#pragma once

#include <filesystem>
#include <span>
#include <string>

#include "written_state.h"

namespace abut {

/// Before and after, how it was done, what is left and where, and where it was written.
std::string summarize_untangling(const UntangleOptions& options, const UntangleResult& result,
                                 std::span<const std::filesystem::path> targets);

}  // namespace abut
