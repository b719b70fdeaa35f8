// All pairs of faces that may intersect, found by walking surface trees: the procedure of Volino and Thalmann (1994)
// with its two optimisations, (I) a patch and (II) two adjacent patches that provably do not meet are left alone.
#pragma once

#include <span>
#include <vector>

#include "abut/detect.h"
#include "abut/tree.h"
#include "tree/oriented_boxes.h"

namespace abut {

/// A body and its tree, updated to its positions.
struct SearchBody {
  BodyId id;
  Body body;
  const SurfaceTree* tree = nullptr;
  OrientedBoxes* oriented_boxes = nullptr;
  float point_error = 0;  ///< of the coordinates of the tree's points
};

/// Two bodies to be searched against each other, or one with itself (a == b): numbers into the list of bodies. Their
/// trees have the same frame.
struct SearchPair {
  std::uint32_t a = 0, b = 0;
};

/// What is looked for: faces that intersect, or all that come as near as the trees' margin.
enum class SearchGoal : std::uint8_t { intersections, candidates };

struct SearchSettings {
  SearchGoal goal = SearchGoal::intersections;
  RunSettings run = {};
  Culling culling = Culling::proving;
  bool stop_at_first = false;  ///< one intersection is enough
};

/// What was found, in no particular order.
struct Findings {
  std::vector<IntersectingPair> intersections;
  std::vector<Candidate> candidates;
  SearchCounts counts;
  bool is_complete = true;
};

Findings search_surfaces(std::span<const SearchBody> bodies, std::span<const SearchPair> pairs,
                         const SearchSettings& settings);

}  // namespace abut
