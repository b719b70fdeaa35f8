#include "nest/strip.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "nest/filling.h"

namespace abut {
namespace {

constexpr double kExploration = 0.8;  // of the effort
constexpr double kLongSteps = 0.004, kFirstShortStep = 0.0008, kLastShortStep = 0.00002;
constexpr int kSamples = 400;

// A layout that overlaps still, by how much.
struct Failure {
  std::vector<Place> places;
  double overlap = 0;
};

class StripSearch {
 public:
  StripSearch(const std::vector<Part>& parts, const Ground& ground, const NestBudget& budget, std::uint64_t seed,
              const StripNews& news)
      : parts_(parts), table_(parts, ground), budget_(budget), dice_(seed), news_(news) {}

  StripLayout run(const std::vector<std::uint32_t>& demands) {
    least_length_ = find_least_length(demands);
    begin(demands);
    explore();
    compress();
    best_.evaluations = table_.evaluations();
    return best_;
  }

 private:
  double left() const { return table_.ground().box.lower.x(); }
  void set_length(double length) {
    Box2 box = table_.ground().box;
    box.upper.x() = box.lower.x() + length;
    table_.set_box(box);
  }

  // As long as all fit for sure; then cut off.
  void begin(const std::vector<std::uint32_t>& demands) {
    const auto order = order_parts(parts_, demands);
    double all = 0;
    for (const std::uint32_t p : order) all += parts_[p].diameter();
    set_length(all);
    double reach = 0;
    for (const std::uint32_t p : order) {
      // Where parts are already, and as far again beyond them.
      set_length(std::min(all, reach + 1.01 * parts_[p].diameter()));
      std::optional<Place> found;
      if (keeps_going()) found = find_free_place(table_, parts_[p], kSamples, dice_);
      if (!found) found = find_behind(p, reach);
      table_.add(p, *found);
      best_.parts.push_back(p);
      reach = std::max(reach, table_.box(table_.size() - 1).upper.x() - left());
    }
    keep(reach);
  }

  // Behind all others there is always room.
  Place find_behind(std::uint32_t p, double reach) {
    set_length(reach + 2 * parts_[p].diameter() + 4 * table_.ground().clearance);
    const Place start{parts_[p].turns().front(), table_.ground().box.lower};
    const double degrees = table_.fit(parts_[p], start)->degrees;
    const Box2 room = table_.find_room(parts_[p], degrees), own = parts_[p].box_at(degrees);
    return {degrees, Vec2(left() + reach + 2 * table_.ground().clearance - own.lower.x(), room.lower.y())};
  }

  void keep(double length) {
    best_.places = list_places(table_);
    best_.length = length;
    best_.evaluations = table_.evaluations();
    news_(best_);
  }

  double find_reach() const {
    double reach = 0;
    for (std::size_t i = 0; i < table_.size(); ++i) reach = std::max(reach, table_.box(i).upper.x() - left());
    return reach;
  }

  // What is right of somewhere moves to the left by what is taken off. Not if a part does not fit any more.
  bool shorten(double length) {
    const double before = table_.ground().box.upper.x() - left(), split = left() + dice_.uniform(0, length);
    set_length(length);
    for (std::size_t i = 0; i < table_.size(); ++i) {
      Place place = table_.place(i);
      if (place.center.x() > split) place.center.x() -= before - length;
      const auto inside = table_.fit(table_.part(i), place);
      if (!inside) return false;
      table_.move(i, *inside);
    }
    return true;
  }

  // No strip is shorter than a part, or smaller than all parts together.
  double find_least_length(const std::vector<std::uint32_t>& demands) const {
    double least = 0, area = 0;
    for (std::size_t p = 0; p < parts_.size(); ++p) {
      area += demands[p] * parts_[p].area();
      if (parts_[p].can_turn_freely() || demands[p] == 0) continue;
      double own = std::numeric_limits<double>::infinity();
      for (const double degrees : parts_[p].rotations()) {
        const Vec2 size = parts_[p].box_at(degrees).size();
        if (size.y() <= table_.ground().box.upper.y() - table_.ground().box.lower.y()) own = std::min(own, size.x());
      }
      least = std::max(least, own);
    }
    return std::max(least, area / (table_.ground().box.upper.y() - table_.ground().box.lower.y()));
  }
  bool is_perfect() const { return best_.length <= least_length_ * (1 + 1e-9); }

  bool keeps_going() const { return !budget_.keeps_going || budget_.keeps_going(table_.evaluations()); }
  bool is_over(double share) const {
    return is_perfect() ||
           budget_.is_over(static_cast<std::uint64_t>(static_cast<double>(table_.evaluations()) / share));
  }

  double measure_overlap() const {
    double sum = 0;
    for (std::size_t i = 0; i < table_.size(); ++i) {
      sum += table_.measure_edge(i);
      for (std::size_t j = 0; j < i; ++j) sum += table_.measure_pair(i, j);
    }
    return sum;
  }

  void explore() {
    std::vector<Failure> failures;
    set_length(best_.length);
    bool fits = shorten(std::max(least_length_, best_.length * (1 - kLongSteps)));
    while (fits && !is_over(kExploration)) {
      const NestBudget budget{static_cast<std::uint64_t>(kExploration * static_cast<double>(budget_.evaluations)),
                              budget_.keeps_going};
      if (separate(table_, {}, budget, dice_)) {
        keep(find_reach());
        failures.clear();
        set_length(best_.length);
        fits = shorten(std::max(least_length_, best_.length * (1 - kLongSteps)));
        continue;
      }
      failures.push_back({list_places(table_), measure_overlap()});
      std::stable_sort(failures.begin(), failures.end(),
                       [](const Failure& a, const Failure& b) { return a.overlap < b.overlap; });
      // The less it overlapped, the sooner it gets another chance, with two parts changed over.
      const double chance = std::min(0.999, std::abs(dice_.bell()) / 3);
      set_places(table_, failures[static_cast<std::size_t>(chance * static_cast<double>(failures.size()))].places);
      disrupt();
    }
  }

  // Two large parts of different kinds change places.
  void disrupt() {
    std::vector<std::size_t> order(table_.size());
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
      return table_.part(a).importance() > table_.part(b).importance();
    });
    const std::size_t count = std::max<std::size_t>(2, order.size() / 2);
    if (order.size() < 2) return;
    const std::size_t a = order[dice_.pick(std::min(count, order.size()))];
    for (int i = 0; i < 20; ++i) {
      const std::size_t b = order[dice_.pick(std::min(count, order.size()))];
      if (table_.part_number(a) == table_.part_number(b)) continue;
      const auto a_there = table_.fit(table_.part(a), {table_.place(a).degrees, table_.place(b).center});
      const auto b_there = table_.fit(table_.part(b), {table_.place(b).degrees, table_.place(a).center});
      if (!a_there || !b_there) return;
      table_.move(a, *a_there);
      table_.move(b, *b_there);
      return;
    }
  }

  // From the best again and again, by ever smaller steps.
  void compress() {
    while (!is_over(1)) {
      const double total = static_cast<double>(budget_.evaluations);
      const double done = (static_cast<double>(table_.evaluations()) / total - kExploration) / (1 - kExploration);
      const double step = kFirstShortStep * std::pow(kLastShortStep / kFirstShortStep, std::clamp(done, 0.0, 1.0));
      set_places(table_, best_.places);
      set_length(best_.length);
      if (!shorten(std::max(least_length_, best_.length * (1 - step)))) {
        table_.count_effort(1 + budget_.evaluations / 20);  // a part does not fit; a smaller step may do
        continue;
      }
      if (separate(table_, {.patience = 50, .strikes = 1}, budget_, dice_)) keep(find_reach());
    }
  }

  const std::vector<Part>& parts_;
  Table table_;
  const NestBudget& budget_;
  Dice dice_;
  const StripNews& news_;
  StripLayout best_;
  double least_length_ = 0;
};

}  // namespace

StripLayout fill_strip(const std::vector<Part>& parts, const std::vector<std::uint32_t>& demands, const Ground& ground,
                       const NestBudget& budget, std::uint64_t seed, const StripNews& news) {
  return StripSearch(parts, ground, budget, seed, news).run(demands);
}

}  // namespace abut
