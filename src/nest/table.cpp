#include "nest/table.h"

#include <algorithm>
#include <cmath>

namespace abut {
Table::Table(const std::vector<Part>& parts, const Ground& ground)
    : parts_(&parts), ground_(ground), origin_(ground.box.lower) {
  if (ground.surroundings) surrounding_poles_.assign(*ground.surrounding_poles, {}, origin_);
}

Table::Piece Table::make_piece(std::uint32_t part, const Place& place) const {
  Piece piece{part, place, make_pose(place), (*parts_)[part].box_at(place.degrees), {}};
  piece.box.lower += place.center;
  piece.box.upper += place.center;
  piece.poles.assign((*parts_)[part].poles(), piece.pose, origin_);
  return piece;
}

void Table::add(std::uint32_t part, const Place& place) { pieces_.push_back(make_piece(part, place)); }

void Table::remove_last() { pieces_.pop_back(); }

void Table::move(std::size_t i, const Place& place) { pieces_[i] = make_piece(pieces_[i].part, place); }

Box2 Table::find_room(const Part& part, double degrees) const {
  const Box2 own = part.box_at(degrees);
  const Box2 room{ground_.box.lower - own.lower, ground_.box.upper - own.upper};
  return (room.lower.array() <= room.upper.array()).all() ? room : Box2{};
}

std::optional<Place> Table::clamp(const Part& part, Place place) const {
  const Box2 room = find_room(part, place.degrees);
  if (room.is_empty()) return std::nullopt;
  place.center = place.center.cwiseMax(room.lower).cwiseMin(room.upper);
  return place;
}

std::optional<Place> Table::fit(const Part& part, const Place& place) const {
  if (const auto same = clamp(part, place)) return same;
  for (const double degrees : part.turns()) {
    if (const auto other = clamp(part, {degrees, place.center})) return other;
  }
  return std::nullopt;
}

// Square roots make small overlaps worth solving; parts of different size get their say by their importance.
double Table::measure_pieces(const Part& a, const Pose2& a_pose, const PoleSet& a_poles, const Piece& b) const {
  const Part& other = (*parts_)[b.part];
  const double reach = 0.01 * std::max(a.diameter(), other.diameter());
  const PoleOverlap overlap = guess_overlap(a_poles, b.poles, reach);
  if (!overlap.is_certain && test_apart({&a.tree(), a_pose}, {&other.tree(), b.pose}, ground_.clearance)) return 0;
  return std::sqrt(overlap.amount + reach * reach) * std::sqrt(a.importance() * other.importance());
}

double Table::measure_surroundings(const Part& part, const Pose2& pose, const PoleSet& poles) const {
  const double reach = 0.01 * part.diameter();
  const PoleOverlap overlap = guess_overlap(poles, surrounding_poles_, reach);
  const bool is_apart =
      !overlap.is_certain && test_apart({&part.tree(), pose}, {ground_.surroundings, {}}, ground_.edge_clearance);
  return is_apart ? 0 : 2 * std::sqrt(overlap.amount + reach * reach) * part.importance();
}

double Table::measure_pair(std::size_t i, std::size_t j) const {
  const Piece &a = pieces_[i], &b = pieces_[j];
  if (!test_boxes_near(a.box, b.box, ground_.clearance)) return 0;
  return measure_pieces((*parts_)[a.part], a.pose, a.poles, b);
}

double Table::measure_edge(std::size_t i) const {
  const Piece& piece = pieces_[i];
  return ground_.surroundings ? measure_surroundings((*parts_)[piece.part], piece.pose, piece.poles) : 0;
}

}  // namespace abut
