// How many calls a search takes, with culling and without, on trees of several kinds and meshes of several sizes.
#pragma once

#include <string>
#include <vector>

#include "reproduce/regularity/trees.h"
#include "reproduce/stage.h"

namespace abut::reproduce {

/// What the text of the paper gives as averages; its tables are graphs.
inline constexpr double kPlainCallsPerFace = 20, kPlainTestsPerFace = 6;
inline constexpr double kSphereCalls = 300;
inline constexpr double kCallsPerColliding = 20, kTestsPerColliding = 3;

struct Count {
  std::size_t size = 0;
  FrameCost culled, plain;
};
using Counts = std::vector<Count>;

/// One kind of tree, at ascending sizes.
struct Series {
  TreeKind kind;
  std::size_t most;  ///< triangles; other trees than ours need not show more than a million
  Counts counts = {};
};

/// Our tree, the paper's grouping with our leaves, and the paper's tree, on meshes made by `make`.
std::vector<Series> count_all(PolygonMesh (*make)(std::size_t));

/// The counts against the size, beside what the paper says, as SVG.
std::string draw_sphere_counts(const Series& series);
std::string draw_loop_counts(const Series& series);

}  // namespace abut::reproduce
