#include "cover/sphere_choice.h"

#include <queue>

#include "base/parallel.h"
#include "cover/bit_list.h"

namespace abut {
namespace {

class Choice {
 public:
  Choice(const SurfaceProbe& probe, const SurfaceCells& cells, const CellIndex& index,
         std::span<const SpherePlace> places, double tolerance)
      : probe_(probe),
        cells_(cells),
        index_(index),
        places_(places),
        tolerance_(tolerance),
        is_held_(cells.cells.size()) {}

  std::optional<std::vector<SpherePlace>> choose(std::size_t most, int threads) {
    fill_queue(threads);
    while (!queue_.empty() && held_count_ < cells_.cells.size()) {
      const Gain best = queue_.top();
      queue_.pop();
      const std::size_t count = count_gain(places_[best.place]);
      if (count == 0) continue;
      // Others promise as much as they had at best; the gain only ever falls.
      if (!queue_.empty() && Gain{count, best.place} < queue_.top()) {
        queue_.push({count, best.place});
        continue;
      }
      if (chosen_.size() == most) return std::nullopt;
      hold(places_[best.place]);
    }
    return hold_rest(most) ? std::optional(std::move(chosen_)) : std::nullopt;
  }

 private:
  struct Gain {
    std::size_t count, place;
    bool operator<(const Gain& other) const { return count != other.count ? count < other.count : place > other.place; }
  };

  Sphere sphere(const SpherePlace& place) const { return {place.center, place.depth + tolerance_}; }

  std::size_t count_gain(const SpherePlace& place) const {
    std::size_t count = 0;
    if (!(place.depth + tolerance_ > 0)) return count;
    index_.visit_held(sphere(place),
                      [&](std::size_t begin, std::size_t end) { count += end - begin - is_held_.count(begin, end); });
    return count;
  }

  void fill_queue(int threads) {
    std::vector<Gain> gains(places_.size());
    parallel_for(gains.size(), threads, [&](std::size_t i) { gains[i] = {count_gain(places_[i]), i}; });
    queue_ = std::priority_queue<Gain>({}, std::move(gains));
  }

  void hold(const SpherePlace& place) {
    index_.visit_held(sphere(place), [&](std::size_t begin, std::size_t end) { hold_cells(begin, end); });
    chosen_.push_back(place);
  }

  void hold_cells(std::size_t begin, std::size_t end) {
    held_count_ += end - begin - is_held_.count(begin, end);
    is_held_.set(begin, end);
  }

  bool hold_rest(std::size_t most) {
    for (std::size_t i = 0; i < cells_.cells.size() && held_count_ < cells_.cells.size(); ++i) {
      if (is_held_.test(i)) continue;
      if (chosen_.size() == most) return false;
      const Vec3& center = cells_.cells[i].ball.center;
      hold({center, probe_.measure_depth(center)});
      hold_cells(i, i + 1);  // if the tolerance is too small for the cell, its sphere is made larger in the end
    }
    return true;
  }

  const SurfaceProbe& probe_;
  const SurfaceCells& cells_;
  const CellIndex& index_;
  std::span<const SpherePlace> places_;
  double tolerance_;
  BitList is_held_;
  std::size_t held_count_ = 0;
  std::priority_queue<Gain> queue_;
  std::vector<SpherePlace> chosen_;
};

}  // namespace

std::optional<std::vector<SpherePlace>> choose_places(const SurfaceProbe& probe, const SurfaceCells& cells,
                                                      const CellIndex& index, std::span<const SpherePlace> places,
                                                      double tolerance, std::size_t most, int threads) {
  return Choice(probe, cells, index, places, tolerance).choose(most, threads);
}

}  // namespace abut
