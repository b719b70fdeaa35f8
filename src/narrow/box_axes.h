// Two boxes along the fifteen directions that can separate them: the axes of both, and what is across an axis of each.
#pragma once

#include "narrow/contact_way.h"

namespace abut {

enum class BoxAnswer : std::uint8_t { apart, touching, unclear };

class BoxAxes {
 public:
  explicit BoxAxes(const ConvexView& view);

  /// Proven with the slack as margin.
  BoxAnswer test();
  /// From b to a, in a's frame: what separates them, if they are apart.
  const Vec3& direction() const { return direction_; }

  /// The way along which the boxes are least deep in each other; after test(), unless they are apart. Directions of
  /// faces are preferred to those across two edges, so that small motion does not change it to and fro.
  ContactWay find_way() const;

 private:
  Vec3 measure_along_a() const;
  Vec3 measure_along_b() const;
  Vec3 measure_across(int i) const;
  Vec3 across(int i, int j) const { return Vec3::Unit(i).cross(turn_.col(j)); }
  Vec3 from_b_to_a(const Vec3& axis) const { return axis.dot(shift_) > 0 ? Vec3(-axis) : axis; }
  BoxAnswer separate(const Vec3& axis);
  ContactWay make_edge_way(double gap, int i, int j) const;
  ContactWay make_face_way(double gap, const Vec3& axis) const;

  const ConvexView& view_;
  Eigen::Matrix3d turn_, sizes_;
  Vec3 shift_, a_, b_;
  Vec3 along_a_, along_b_;      ///< how far apart they are; below 0 where they overlap
  std::array<Vec3, 3> across_;  ///< the same times the length of the direction
  Vec3 direction_ = Vec3::Zero();
};

}  // namespace abut
