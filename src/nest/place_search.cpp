#include "nest/place_search.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace abut {
namespace {

constexpr std::size_t kFinalists = 3;

class Searcher {
 public:
  Searcher(const Table& table, const Part& part, const PlaceCost& cost, Dice& dice)
      : table_(table), part_(part), cost_(cost), dice_(dice) {}

  std::optional<PlaceSample> run(const std::optional<PlaceSample>& start, const PlaceSearch& search) {
    for (int i = 0; i < search.samples; ++i) try_anywhere();
    if (start) {
      for (int i = 0; i < search.samples_nearby; ++i) try_nearby(start->place);
      add(*start);
    }
    const double extent = part_.least_extent();
    for (PlaceSample& sample : finalists_) improve(sample, 0.25 * extent, 0.02 * extent);
    std::sort(finalists_.begin(), finalists_.end(), is_better);
    if (finalists_.empty()) return std::nullopt;
    improve(finalists_.front(), 0.02 * extent, 0.0005 * extent);
    const PlaceSample& best = finalists_.front();
    if (start && !(best.cost < start->cost)) return std::nullopt;
    return best;
  }

 private:
  static bool is_better(const PlaceSample& a, const PlaceSample& b) { return a.cost < b.cost; }

  double draw_degrees() {
    if (part_.can_turn_freely()) return dice_.uniform(0, 360);
    return part_.rotations()[dice_.pick(part_.rotations().size())];
  }

  void try_anywhere() {
    const double degrees = draw_degrees();
    const Box2 room = table_.find_room(part_, degrees);
    if (room.is_empty()) return;
    const double x = dice_.uniform(room.lower.x(), room.upper.x());
    try_place({degrees, Vec2(x, dice_.uniform(room.lower.y(), room.upper.y()))});
  }

  void try_nearby(const Place& around) {
    Place place = around;
    const double extent = part_.least_extent(), x = dice_.bell();
    place.center += 0.3 * extent * Vec2(x, dice_.bell());
    if (part_.can_turn_freely()) {
      place.degrees += 10 * dice_.bell();
    } else if (dice_.uniform() < 0.2) {
      place.degrees = draw_degrees();
    }
    if (const auto inside = table_.clamp(part_, place)) try_place(*inside);
  }

  void try_place(const Place& place) {
    const double limit =
        finalists_.size() < kFinalists ? std::numeric_limits<double>::infinity() : finalists_.back().cost;
    add({place, cost_(place, limit)});
  }

  void add(const PlaceSample& sample) {
    if (!std::isfinite(sample.cost)) return;
    finalists_.insert(std::upper_bound(finalists_.begin(), finalists_.end(), sample, is_better), sample);
    if (finalists_.size() > kFinalists) finalists_.pop_back();
  }

  // Steps along one axis or across both, longer after success, shorter after failure.
  void improve(PlaceSample& sample, double step, double least_step) {
    double turn_step = part_.can_turn_freely() ? 5 : 0;
    const bool turns = part_.can_turn_freely();
    while (step > least_step) {
      const double angle_of_way = 0.25 * std::numbers::pi * static_cast<double>(dice_.pick(4));
      const Vec2 way(std::cos(angle_of_way), std::sin(angle_of_way));
      const bool is_turn = turns && dice_.uniform() < 0.25;
      PlaceSample best = sample;
      for (const double sign : {-1.0, 1.0}) {
        PlaceSample next = sample;
        if (is_turn) {
          next.place.degrees += sign * turn_step;
        } else {
          next.place.center += sign * step * way;
        }
        const auto inside = table_.clamp(part_, next.place);
        if (!inside) continue;
        next.place = *inside;
        next.cost = cost_(next.place, best.cost);
        if (next.cost < best.cost) best = next;
      }
      const bool is_success = best.cost < sample.cost;
      sample = best;
      (is_turn ? turn_step : step) *= is_success ? 1.1 : 0.5;
      turn_step = std::max(turn_step, 1e-3);
    }
  }

  const Table& table_;
  const Part& part_;
  const PlaceCost& cost_;
  Dice& dice_;
  std::vector<PlaceSample> finalists_;
};

}  // namespace

std::optional<PlaceSample> find_place(const Table& table, const Part& part, const std::optional<PlaceSample>& start,
                                      const PlaceCost& cost, const PlaceSearch& search, Dice& dice) {
  return Searcher(table, part, cost, dice).run(start, search);
}

}  // namespace abut
