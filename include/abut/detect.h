// Room 5, detect: from bodies to what they have in common. Detection never moves anything.
#pragma once

#include <span>
#include <string>
#include <vector>

#include "abut/base.h"
#include "abut/model.h"

namespace abut {

struct IntersectionSettings {
  RunSettings run;
  bool stop_at_first = false;  ///< one pair is enough
};

struct Intersections {
  std::vector<IntersectingPair> pairs;      ///< sorted
  std::vector<FaceRef> faces_without_area;  ///< left out of the search: a segment or a point has no inside
  std::uint64_t candidates = 0;             ///< pairs of faces whose boxes overlap
  bool is_complete = true;                  ///< false if stopped early
};

/// All pairs of faces that intersect, within each body and between bodies. Exact: none is missed, none is made up.
/// Within a body, neighbours count only if they meet in more than what they share (see test_self_intersection);
/// between bodies any common point counts.
Intersections find_intersections(std::span<const Body> bodies, const IntersectionSettings& settings = {});

/// The same by testing every pair: the honest twin, for tests and audits. Cost: n squared.
Intersections find_intersections_brute_force(std::span<const Body> bodies);

/// A number for a list of pairs that is the same on every machine: equal lists, equal digests.
std::string make_digest(std::span<const IntersectingPair> pairs);

struct Contours {
  std::vector<Contour> contours;  ///< those with most pairs first
  std::vector<Overlap> overlaps;  ///< what each pair has in common
};

/// Groups the pairs into intersection contours.
Contours find_contours(std::span<const Body> bodies, std::span<const IntersectingPair> pairs,
                       const RunSettings& run = {});

/// How many pairs intersect between two parts (objects or groups of a file), or within one.
struct PartPairCount {
  BodyId body_a;
  PartId part_a;
  BodyId body_b;
  PartId part_b;
  std::size_t count = 0;
};

/// The counts of all parts that take part, the largest first.
std::vector<PartPairCount> count_by_parts(std::span<const Body> bodies, std::span<const IntersectingPair> pairs);

/// All of the above in one call: what `abut check` reports. There are no contours if the search was stopped early.
struct CheckReport {
  Intersections intersections;
  Contours contours;
  std::vector<PartPairCount> by_parts;
  std::string digest;
  double seconds = 0;
};

CheckReport check(std::span<const Body> bodies, const IntersectionSettings& settings = {});

}  // namespace abut
