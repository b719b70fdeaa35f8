// A first layout: parts one after the other, each as far to the left as it is found to fit.
#pragma once

#include <optional>

#include "nest/dice.h"
#include "nest/table.h"

namespace abut {

/// Parts in the order in which they are best placed: the large ones first.
std::vector<std::uint32_t> order_parts(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands);

/// A free place for one more, far to the left, then down; nothing if none is found.
std::optional<Place> find_free_place(const Table& table, const Part& part, int samples, Dice& dice);

}  // namespace abut
