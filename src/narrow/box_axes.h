// Two boxes along the fifteen directions that can separate them: the axes of both, and what is across an axis of each.
#pragma once

#include <array>

#include "narrow/contact_way.h"

namespace abut {

enum class BoxAnswer : std::uint8_t { apart, touching, unclear };

class BoxAxes {
 public:
  explicit BoxAxes(const ConvexView& view);

  /// Proven with the slack as margin.
  BoxAnswer test();
  /// From b to a, in a's frame: what separates them, if they are apart.
  const Plain3& direction() const { return direction_; }
  /// How far apart they are along it.
  double gap() const { return gap_; }

  /// The way along which the boxes are least deep in each other; after test(), unless they are apart. Directions of
  /// faces are preferred to those across two edges, so that small motion does not change it to and fro.
  ContactWay find_way() const;

 private:
  using Three = std::array<double, 3>;

  void measure_faces();
  void measure_across(int i);
  Plain3 across(int i, int j) const;
  Plain3 from_b_to_a(const Plain3& axis) const;
  BoxAnswer separate(const Plain3& axis, double along);
  ContactWay make_edge_way(double gap, int i, int j) const;
  ContactWay make_face_way(double gap, const Plain3& axis) const;

  const ConvexView& view_;
  Three shift_, shift_in_b_, a_, b_;
  std::array<Three, 3> turn_, sizes_;
  Three along_a_, along_b_;      ///< how far apart they are; below 0 where they overlap
  std::array<Three, 3> across_;  ///< the same times the length of the direction
  double most_aligned_ = 0;
  Plain3 direction_{};
  double gap_ = 0;
};

}  // namespace abut
