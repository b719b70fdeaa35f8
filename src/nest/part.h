// A part as the search sees it: centred, with its tree, its poles and the boxes it has at its turns.
#pragma once

#include <optional>
#include <vector>

#include "abut/nest.h"
#include "nest/poles.h"

namespace abut {

/// Where a part is: turned about its own centre, which then is there.
struct Place {
  double degrees = 0;
  Vec2 center = Vec2::Zero();
};

/// Exact for quarter turns.
Pose2 make_pose(const Place& place);

class Part {
 public:
  explicit Part(const NestItem& item);

  const OutlineTree& tree() const { return tree_; }
  const std::vector<Pole>& poles() const { return poles_; }
  double area() const { return area_; }
  double diameter() const { return diameter_; }
  /// How much it weighs that it overlaps something: large and long parts are moved last.
  double importance() const { return importance_; }
  double least_extent() const { return least_extent_; }

  bool can_turn_freely() const { return !rotations_; }
  const std::vector<double>& rotations() const { return *rotations_; }
  /// All turns; if it turns freely, some, among them those that make it least high and least long.
  const std::vector<double>& turns() const { return turns_; }

  /// Around its centre, when it is turned; around any cubics that may stand for its arcs, too.
  Box2 box_at(double degrees) const;

  /// What a place means for the part as it was drawn.
  NestPlacement to_placement(const Place& place) const;

 private:
  Box2 make_box(double degrees) const;
  double find_least_turn(int axis) const;

  Vec2 origin_;  // of the drawing, the point that is the centre here
  OutlineTree tree_;
  std::vector<Pole> poles_;
  std::vector<Vec2> hull_;
  std::optional<std::vector<double>> rotations_;
  std::vector<double> turns_;
  std::vector<Box2> boxes_;  // at its rotations
  double margin_ = 0;        // of boxes
  double area_ = 0, diameter_ = 0, importance_ = 0, least_extent_ = 0;
};

}  // namespace abut
