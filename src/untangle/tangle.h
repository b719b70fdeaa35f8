// Where the bodies intersect now: pairs of faces, contours and their sides.
#pragma once

#include "abut/detect.h"
#include "abut/response.h"
#include "detect/collision_finder.h"
#include "untangle/assembly.h"

namespace abut {

struct Tangle {
  std::vector<IntersectingPair> pairs;  ///< those of obstacles among themselves are left out
  std::vector<std::uint32_t> touching;  ///< pairs that touch or overlap in a plane, and pierce nothing
  Piercings found;
  std::vector<std::uint32_t> order,
      starts;         ///< the piercings of contour k are order[starts[k]] ... order[starts[k + 1] - 1]
  double length = 0;  ///< of all contours
  /// Of each contour: whether it leads from a loop vertex, which no other contour ends in, to a border. It is a fold
  /// that is open at one end: one of its lines ends at the border, the other inside a face the border pierces.
  std::vector<std::uint8_t> is_open_fold;

  bool is_empty() const { return pairs.empty(); }
  std::span<const std::uint32_t> of_contour(std::uint32_t k) const {
    return std::span(order).subspan(starts[k], starts[k + 1] - starts[k]);
  }
  std::span<const LoopVertex> loops_of(std::uint32_t k) const;
  bool has_loop(std::uint32_t k) const { return !loops_of(k).empty(); }
  Vec3 middle_of(std::uint32_t k) const;
  UntangleStep summarize() const;
};

/// Finds what crosses with the contours it crosses along.
class TangleFinder : public CollisionFinder {
 public:
  TangleFinder(const Assembly& assembly, std::span<const Vec3> positions, const RunSettings& run);

  void move(std::span<const Vec3> positions);
  /// At the positions of the last move. `ignored_share` of the crossings are overlooked; which ones, `chance` says.
  Tangle find(double ignored_share = 0, std::uint64_t chance = 0);
  /// What the grouping of crossings to contours has taken so far, in seconds.
  double grouping_seconds() const { return grouping_seconds_; }

 private:
  void mark_open_folds(Tangle& tangle) const;

  const Assembly& assembly_;
  std::span<const Vec3> positions_;
  int threads_;
  double grouping_seconds_ = 0;
};

}  // namespace abut
