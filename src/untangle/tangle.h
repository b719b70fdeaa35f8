// Where the bodies intersect now: pairs of faces, contours and their sides.
#pragma once

#include "abut/detect.h"
#include "abut/response.h"
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

/// The vertices of a scene under a detector.
class TangleFinder {
 public:
  TangleFinder(const Assembly& assembly, std::span<const Vec3> positions, const RunSettings& run);

  void move(std::span<const Vec3> positions);
  /// From now on nothing but these vertices moves, and only what has to do with them is searched for; what is known of
  /// the others stays.
  void focus(std::span<const std::uint32_t> vertices);
  void focus_on_all();
  /// At the positions of the last move. `ignored_share` of the crossings are overlooked; which ones, `chance` says.
  Tangle find(double ignored_share = 0, std::uint64_t chance = 0);
  /// What the grouping of crossings to contours has taken so far, in seconds.
  double grouping_seconds() const { return grouping_seconds_; }
  /// What is as near as this, but for obstacles among themselves.
  std::vector<Proximity> find_near(double distance);
  /// What touches on the way from one place to the other, but for obstacles among themselves and what touches at the
  /// start.
  std::vector<Impact> find_impacts(std::span<const Vec3> from, std::span<const Vec3> to);

 private:
  void find_pairs();
  void mark_open_folds(Tangle& tangle) const;
  bool is_focused(FaceRef face) const { return focused_faces_[face.body][face.face]; }

  const Assembly& assembly_;
  std::span<const Vec3> positions_;
  int threads_;
  Detector detector_;
  std::vector<std::vector<std::uint8_t>> focused_faces_;  // of each body
  bool is_all_focused_ = true;
  std::vector<IntersectingPair> pairs_;  // found last
  double grouping_seconds_ = 0;
};

/// Of each vertex: whether it is a corner of a face that intersects another, or next to one.
std::vector<std::uint8_t> mark_cut(const Assembly& assembly, std::span<const IntersectingPair> pairs);

}  // namespace abut
