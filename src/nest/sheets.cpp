#include "nest/sheets.h"

#include <algorithm>

#include "nest/filling.h"

namespace abut {
namespace {

constexpr int kSamples = 400, kLateSamples = 40;

class SheetSearch {
 public:
  SheetSearch(const std::vector<Part>& parts, const Ground& ground, const NestBudget& budget, std::uint64_t seed,
              const SheetNews& news)
      : parts_(parts), ground_(ground), budget_(budget), dice_(seed), news_(news) {}

  SheetLayout run(const std::vector<std::uint32_t>& demands) {
    for (const std::uint32_t p : order_parts(parts_, demands)) place(p);
    keep();
    empty_last();
    layout_.evaluations = count_evaluations();
    return layout_;
  }

 private:
  // On the first sheet that has room. Where there was none for a part, there is none for another of its kind. When
  // time is over, what is left gets places, too, but sooner.
  void place(std::uint32_t p) {
    const bool is_late = budget_.keeps_going && !budget_.keeps_going(count_evaluations());
    const int samples = is_late ? kLateSamples : kSamples;
    first_open_.resize(parts_.size());
    if (is_late && !tables_.empty()) first_open_[p] = std::max(first_open_[p], tables_.size() - 1);
    for (; first_open_[p] < tables_.size(); ++first_open_[p]) {
      Table& table = tables_[first_open_[p]];
      if (const auto found = find_free_place(table, parts_[p], samples, dice_)) return table.add(p, *found);
    }
    Table& table = tables_.emplace_back(parts_, ground_);
    for (int i = 0; i < kTries; ++i) {
      if (const auto found = find_free_place(table, parts_[p], samples, dice_)) return table.add(p, *found);
    }
    unplaced_.push_back(p);
    tables_.pop_back();
  }

  // Parts of the last sheet are pressed in elsewhere, one by one, as long as there is effort left.
  void empty_last() {
    int failures = 0;
    while (tables_.size() > 1 && failures < kMostFailures && !budget_.is_over(count_evaluations())) {
      const std::size_t last = tables_.size() - 1;
      const std::size_t target = dice_.pick(last);
      const std::uint32_t p = tables_[last].part_number(tables_[last].size() - 1);
      if (press_in(tables_[target], p)) {
        tables_[last].remove_last();
        if (tables_[last].size() == 0) drop_last();
        keep();
        failures = 0;
      } else {
        ++failures;
      }
    }
  }

  bool press_in(Table& table, std::uint32_t p) {
    table.count_effort();
    if (const auto found = find_free_place(table, parts_[p], kSamples, dice_)) {
      table.add(p, *found);
      return true;
    }
    const Table before = table;
    const std::uint64_t used = table.evaluations();
    const double degrees = parts_[p].can_turn_freely()
                               ? dice_.uniform(0, 360)
                               : parts_[p].rotations()[dice_.pick(parts_[p].rotations().size())];
    const Box2 room = table.find_room(parts_[p], degrees);
    if (room.is_empty()) return false;
    const double x = dice_.uniform(room.lower.x(), room.upper.x());
    table.add(p, {degrees, Vec2(x, dice_.uniform(room.lower.y(), room.upper.y()))});
    const std::uint64_t rest = budget_.evaluations - std::min(budget_.evaluations, count_evaluations());
    const NestBudget budget{used + std::min(rest, kPerPress), budget_.keeps_going};
    if (separate(table, {.patience = 60, .strikes = 2}, budget, dice_)) return true;
    dropped_evaluations_ += table.evaluations() - used;
    table = before;
    return false;
  }

  void drop_last() {
    dropped_evaluations_ += tables_.back().evaluations();
    tables_.pop_back();
  }

  std::uint64_t count_evaluations() const {
    std::uint64_t sum = dropped_evaluations_;
    for (const Table& table : tables_) sum += table.evaluations();
    return sum;
  }

  void keep() {
    layout_.copies.clear();
    for (std::size_t t = 0; t < tables_.size(); ++t) {
      for (std::size_t i = 0; i < tables_[t].size(); ++i) {
        layout_.copies.push_back({tables_[t].part_number(i), static_cast<std::uint32_t>(t), tables_[t].place(i)});
      }
    }
    layout_.sheets = static_cast<std::uint32_t>(tables_.size());
    layout_.evaluations = count_evaluations();
    layout_.unplaced = unplaced_;
    news_(layout_);
  }

  static constexpr int kTries = 20, kMostFailures = 40;
  static constexpr std::uint64_t kPerPress = 400'000;

  const std::vector<Part>& parts_;
  Ground ground_;
  const NestBudget& budget_;
  Dice dice_;
  const SheetNews& news_;
  std::vector<Table> tables_;
  std::vector<std::uint32_t> unplaced_;
  std::vector<std::size_t> first_open_;  // of each part, the first sheet that may have room
  std::uint64_t dropped_evaluations_ = 0;
  SheetLayout layout_;
};

}  // namespace

SheetLayout fill_sheets(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands, const Ground& ground,
                        const NestBudget& budget, std::uint64_t seed, const SheetNews& news) {
  return SheetSearch(parts, ground, budget, seed, news).run(demands);
}

}  // namespace abut
