// What parts lie on, and how much they are in each other's way. Parts may overlap while they are looked for places for;
// how much is a guess by their poles, whether at all is decided on the curves (after Gardeyn, Vanden Berghe and Wauters
// 2025, "An open-source heuristic to reboot 2D nesting research").
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "nest/part.h"

namespace abut {

/// A rectangle, or what an outline leaves within its box.
struct Ground {
  Box2 box;                                   ///< parts stay in it
  const OutlineTree* surroundings = nullptr;  ///< where parts must not be; none: all of the box is free
  const std::vector<Pole>* surrounding_poles = nullptr;
  double clearance = 0;       ///< between parts; above 0
  double edge_clearance = 0;  ///< to the surroundings; above 0
};

class Table {
 public:
  Table(const std::vector<Part>& parts, const Ground& ground);

  const Ground& ground() const { return ground_; }
  void set_box(const Box2& box) { ground_.box = box; }

  std::size_t size() const { return pieces_.size(); }
  const Part& part(std::size_t i) const { return (*parts_)[pieces_[i].part]; }
  std::uint32_t part_number(std::size_t i) const { return pieces_[i].part; }
  const Place& place(std::size_t i) const { return pieces_[i].place; }
  const Box2& box(std::size_t i) const { return pieces_[i].box; }

  void add(std::uint32_t part, const Place& place);
  void remove_last();
  void move(std::size_t i, const Place& place);

  /// Where centres may be so that a part, turned like this, is in the ground's box; empty if it does not fit.
  Box2 find_room(const Part& part, double degrees) const;
  /// The nearest place in the ground's box, at the same turn; nothing if it does not fit like that.
  std::optional<Place> clamp(const Part& part, Place place) const;
  /// The same at another turn, if it has to be.
  std::optional<Place> fit(const Part& part, const Place& place) const;

  /// How much a part at a place would be in the way of all others but `self`, by their weights; anything from `limit`
  /// on may be reported as infinite.
  template <class Weight>
  double measure(const Part& part, const Place& place, std::size_t self, double limit, const Weight& weight) const;
  /// Of two that are there: 0 if they do not overlap.
  double measure_pair(std::size_t i, std::size_t j) const;
  double measure_edge(std::size_t i) const;

  std::uint64_t evaluations() const { return evaluations_; }
  /// For tries that may find no place to look at.
  void count_effort(std::uint64_t amount = 1) const { evaluations_ += amount; }

 private:
  // A part that lies there, with its poles where they are now.
  struct Piece {
    std::uint32_t part = 0;
    Place place;
    Pose2 pose;
    Box2 box;
    PoleSet poles;
  };
  Piece make_piece(std::uint32_t part, const Place& place) const;
  double measure_pieces(const Part& a, const Pose2& a_pose, const PoleSet& a_poles, const Piece& b) const;
  double measure_surroundings(const Part& part, const Pose2& pose, const PoleSet& poles) const;

  const std::vector<Part>* parts_;
  Ground ground_;
  Vec2 origin_;  // of poles
  std::vector<Piece> pieces_;
  mutable std::uint64_t evaluations_ = 0;
  mutable PoleSet moved_poles_;
  PoleSet surrounding_poles_;
};

inline bool test_boxes_near(const Box2& a, const Box2& b, double distance) {
  return a.lower.x() <= b.upper.x() + distance && b.lower.x() <= a.upper.x() + distance &&
         a.lower.y() <= b.upper.y() + distance && b.lower.y() <= a.upper.y() + distance;
}

template <class Weight>
double Table::measure(const Part& part, const Place& place, std::size_t self, double limit,
                      const Weight& weight) const {
  ++evaluations_;
  const Pose2 pose = make_pose(place);
  Box2 box = part.box_at(place.degrees);
  box.lower += place.center;
  box.upper += place.center;
  moved_poles_.assign(part.poles(), pose, origin_);
  double sum = 0;
  if (ground_.surroundings) sum += weight(self) * measure_surroundings(part, pose, moved_poles_);
  for (std::size_t j = 0; j < pieces_.size() && sum < limit; ++j) {
    if (j == self || !test_boxes_near(box, pieces_[j].box, ground_.clearance)) continue;
    sum += weight(j) * measure_pieces(part, pose, moved_poles_, pieces_[j]);
  }
  return sum < limit ? sum : std::numeric_limits<double>::infinity();
}

}  // namespace abut
