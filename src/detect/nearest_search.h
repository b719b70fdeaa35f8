// The two nearest features, by branch and bound over surface trees.
#pragma once

#include <optional>
#include <span>

#include "detect/patch_walker.h"

namespace abut {

/// The first of all proximities, if there are any; nothing also if stopped early. The same at any thread count. Trees
/// are fitted to where the bodies are, without a margin, each in any frame.
std::optional<Proximity> search_nearest(std::span<const SearchBody> bodies, Scope scope, const RunSettings& run);

}  // namespace abut
