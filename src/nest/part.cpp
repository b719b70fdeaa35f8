#include "nest/part.h"

#include <algorithm>
#include <cmath>

#include "shape/affine2.h"

namespace abut {
namespace {

Outline move(const Outline& outline, const Affine2& map) {
  Outline moved = outline;
  for (Loop& loop : moved.loops) {
    for (OutlinePiece& piece : loop.pieces) piece = map.apply(piece);
    for (Vec2& point : loop.control_points) point = map.apply(point);
  }
  return moved;
}

bool has_arcs(const Outline& outline) {
  for (const Loop& loop : outline.loops) {
    for (const OutlinePiece& piece : loop.pieces) {
      if (piece.kind == PieceKind::arc) return true;
    }
  }
  return false;
}

double measure_hull_area(const std::vector<Vec2>& hull) { return std::abs(measure_area(make_polygon(hull))); }

double measure_diameter(const std::vector<Vec2>& hull) {
  double most = 0;
  for (const Vec2& a : hull) {
    for (const Vec2& b : hull) most = std::max(most, (a - b).squaredNorm());
  }
  return std::sqrt(most);
}

}  // namespace

Pose2 make_pose(const Place& place) {
  const Affine2 turn = make_turn_by_degrees(place.degrees);
  return {turn.x.x(), turn.x.y(), place.center};
}

Part::Part(const NestItem& item)
    : origin_(find_box(item.outline).center()),
      tree_(move(item.outline, Affine2::make_shift(-origin_))),
      poles_(make_poles(tree_.outline())),
      hull_(make_hull(tree_.outline())),
      rotations_(item.rotations),
      area_(measure_area(item.outline)),
      diameter_(measure_diameter(hull_)),
      importance_(std::sqrt(measure_hull_area(hull_))),
      least_extent_(find_box(item.outline).size().minCoeff()) {
  if (has_arcs(item.outline)) margin_ = 1e-6 * diameter_;
  if (rotations_) {
    turns_ = *rotations_;
    for (const double degrees : turns_) boxes_.push_back(make_box(degrees));
    return;
  }
  turns_ = {find_least_turn(1), find_least_turn(0)};
  for (int i = 0; i < 36; ++i) turns_.push_back(5 * i);
}

// In two passes, the second around the best of the first.
double Part::find_least_turn(int axis) const {
  double best = 0, least = std::numeric_limits<double>::infinity();
  const auto look = [&](double from, double to, double step) {
    for (double degrees = from; degrees < to; degrees += step) {
      const double size = make_box(degrees).size()[axis];
      if (size < least) {
        least = size;
        best = degrees;
      }
    }
  };
  look(0, 180, 0.5);
  look(best - 0.5, best + 0.5, 0.005);
  return best;
}

Box2 Part::make_box(double degrees) const {
  Box2 box;
  const Affine2 turn = make_turn_by_degrees(degrees);
  for (const Vec2& p : hull_) box.add(turn.apply(p));
  return {box.lower.array() - margin_, box.upper.array() + margin_};
}

Box2 Part::box_at(double degrees) const {
  if (rotations_) {
    for (std::size_t i = 0; i < rotations_->size(); ++i) {
      if ((*rotations_)[i] == degrees) return boxes_[i];
    }
  }
  return make_box(degrees);
}

NestPlacement Part::to_placement(const Place& place) const {
  NestPlacement placement;
  placement.degrees = place.degrees;
  placement.shift = place.center - make_turn_by_degrees(place.degrees).apply(origin_);
  return placement;
}

Outline place(const Outline& outline, const NestPlacement& placement) {
  return move(outline, Affine2::make_shift(placement.shift) * make_turn_by_degrees(placement.degrees));
}

}  // namespace abut
