// What a user of abut untangle may not have meant.
#pragma once

#include <string>

#include "untangle_inputs.h"

namespace abut {

/// How much is pinned, which shapes at rest are missing, and frames whose numbers differ; a line each.
std::string describe_roles(const UntangleOptions& options, const UntangleInputs& inputs);

/// A line if the thickness that was asked for is so small beside an edge that its unit may be another.
std::string doubt_thickness(const UntangleOptions& options, double mean_edge);

}  // namespace abut
