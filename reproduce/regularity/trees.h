// The trees that are compared.
#pragma once

#include <array>

#include "abut/tree.h"

namespace abut::reproduce {

struct TreeKind {
  const char* name;
  SurfaceTreeSettings settings;
};

/// Our default, and the paper's grouping with our leaves.
inline constexpr TreeKind kCuts{"cuts", {Grouping::cuts, 8}};
inline constexpr TreeKind kShapeFactor{"shape factor", {Grouping::shape_factor, 8}};
/// The paper's tree: groups of three down to single triangles.
inline constexpr TreeKind kTreeOf1994{"shape factor, leaves of one", {Grouping::shape_factor, 1}};

}  // namespace abut::reproduce
