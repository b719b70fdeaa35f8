// Of many contacts a good few.
#pragma once

#include <vector>

#include "abut/mesh_contacts.h"
#include "narrow/spread.h"

namespace abut {

/// Sorts contacts that hang together into regions that look about the same way, the deepest first, and appends up to
/// four of each: the deepest, the farthest from it, and on each side of the line between them the one that spans most.
/// Regions are numbered on from those that are there. `steep`: see measure_span.
void choose_contacts(std::vector<MeshContact> candidates, std::vector<MeshContact>& chosen, double steep);

}  // namespace abut
