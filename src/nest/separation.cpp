#include "nest/separation.h"

#include <algorithm>
#include <numeric>

#include "nest/place_search.h"

namespace abut {
namespace {

constexpr double kLeastGrowth = 1.2, kMostGrowth = 2.0, kDecay = 0.95;

// How much each pair overlaps, and what that weighs now. A part and itself stand for the part and the border.
class Overlaps {
 public:
  explicit Overlaps(const Table& table)
      : count_(table.size()), amounts_(count_ * count_), weights_(count_ * count_, 1) {
    measure_all(table);
  }

  double weight(std::size_t i, std::size_t j) const { return weights_[i * count_ + j]; }
  double amount(std::size_t i, std::size_t j) const { return amounts_[i * count_ + j]; }

  void measure_all(const Table& table) {
    for (std::size_t i = 0; i < count_; ++i) measure(table, i);
  }
  void measure(const Table& table, std::size_t i) {
    for (std::size_t j = 0; j < count_; ++j) {
      const double amount = i == j ? table.measure_edge(i) : table.measure_pair(i, j);
      amounts_[i * count_ + j] = amounts_[j * count_ + i] = amount;
    }
  }

  double weigh(std::size_t i) const {
    double sum = 0;
    for (std::size_t j = 0; j < count_; ++j) sum += weight(i, j) * amount(i, j);
    return sum;
  }
  bool has_any(std::size_t i) const {
    return std::any_of(amounts_.begin() + static_cast<std::ptrdiff_t>(i * count_),
                       amounts_.begin() + static_cast<std::ptrdiff_t>((i + 1) * count_),
                       [](double a) { return a > 0; });
  }
  double total() const {
    double sum = 0;
    for (std::size_t i = 0; i < count_; ++i) {
      for (std::size_t j = i; j < count_; ++j) sum += amount(i, j);
    }
    return sum;
  }

  void update_weights() {
    const double most = *std::max_element(amounts_.begin(), amounts_.end());
    for (std::size_t k = 0; k < amounts_.size(); ++k) {
      weights_[k] = amounts_[k] > 0 ? weights_[k] * (kLeastGrowth + (kMostGrowth - kLeastGrowth) * amounts_[k] / most)
                                    : std::max(1.0, kDecay * weights_[k]);
    }
  }

 private:
  std::size_t count_;
  std::vector<double> amounts_, weights_;
};

class Separation {
 public:
  Separation(Table& table, const SeparationLimits& limits, const NestBudget& budget, Dice& dice)
      : table_(table), limits_(limits), budget_(budget), dice_(dice), overlaps_(table) {}

  bool run() {
    least_ = overlaps_.total();
    best_ = list_places(table_);
    for (int strike = 0; strike < limits_.strikes && least_ > 0; ++strike) {
      const double before = least_;
      persist();
      if (least_ == 0) break;
      set_places(table_, best_);
      overlaps_.measure_all(table_);
      if (budget_.is_over(table_.evaluations())) break;
      if (least_ < 0.98 * before) strike = -1;
    }
    set_places(table_, best_);
    return least_ == 0;
  }

 private:
  void persist() {
    for (int idle = 0; idle < limits_.patience; ++idle) {
      move_all();
      const double total = overlaps_.total();
      if (total < least_) {
        if (total < 0.98 * least_) idle = -1;
        least_ = total;
        best_ = list_places(table_);
      }
      if (total == 0 || budget_.is_over(table_.evaluations())) return;
      overlaps_.update_weights();
    }
  }

  void move_all() {
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      if (overlaps_.has_any(i)) order.push_back(i);
    }
    for (std::size_t i = order.size(); i > 1; --i) std::swap(order[i - 1], order[dice_.pick(i)]);
    for (const std::size_t i : order) {
      if (overlaps_.has_any(i)) move_one(i);
    }
  }

  void move_one(std::size_t i) {
    table_.count_effort();
    const Part& part = table_.part(i);
    const auto weight = [&](std::size_t j) { return overlaps_.weight(i, j); };
    const PlaceCost cost = [&](const Place& place, double limit) {
      return table_.measure(part, place, i, limit, weight);
    };
    const PlaceSample start{table_.place(i), overlaps_.weigh(i)};
    const auto found = find_place(table_, part, start, cost, {}, dice_);
    if (!found) return;
    table_.move(i, found->place);
    overlaps_.measure(table_, i);
  }

  Table& table_;
  SeparationLimits limits_;
  const NestBudget& budget_;
  Dice& dice_;
  Overlaps overlaps_;
  double least_ = 0;
  std::vector<Place> best_;
};

}  // namespace

bool separate(Table& table, const SeparationLimits& limits, const NestBudget& budget, Dice& dice) {
  return Separation(table, limits, budget, dice).run();
}

std::vector<Place> list_places(const Table& table) {
  std::vector<Place> places;
  for (std::size_t i = 0; i < table.size(); ++i) places.push_back(table.place(i));
  return places;
}

void set_places(Table& table, const std::vector<Place>& places) {
  for (std::size_t i = 0; i < places.size(); ++i) table.move(i, places[i]);
}

}  // namespace abut
