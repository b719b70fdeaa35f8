// All pairs of faces that intersect or come near, found by walking surface trees on several threads.
#pragma once

#include <span>

#include "base/pool.h"
#include "detect/patch_walker.h"

namespace abut {

/// The same at any thread count. `memory` is kept from search to search.
Findings search_surfaces(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs,
                         const SearchSettings& settings, Pool<WalkMemory>& memory);

}  // namespace abut
