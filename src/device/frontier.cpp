#include "device/frontier.h"

#include <algorithm>
#include <bit>

namespace abut {
namespace {

// Eight times as many can still be counted.
constexpr std::size_t kMostPairs = 1u << 28;
// What pairs are sorted by: the two bodies, and three coordinates of each leaf.
constexpr std::uint32_t kKeyParts = 7;

}  // namespace

Result<LeafPairs> Frontier::search(std::span<const BodyNumbers> bodies, const FrontierSettings& settings) {
  if (const Status status = start(bodies); !status) return status.error();
  for (int i = 0; i < 2 * settings.depth && count_ > 0; ++i) {
    if (const Status status = step(settings.depth); !status) return status.error();
  }
  return fetch(settings);
}

Result<LeafPairs> Frontier::fetch(const FrontierSettings& settings) {
  LeafPairs found;
  found.starts.resize(body_pairs_ + 1);
  if (!counts_.reserve(body_pairs_ + 1)) return launcher_.status().error();
  launcher_.launch(FindStarts{pairs_.data(), static_cast<std::uint32_t>(count_), counts_.data()}, body_pairs_ + 1);
  counts_.download(found.starts);
  const Status status = settings.stop_at_first ? take_first(found) : sort(settings.depth);
  if (!status) return status.error();
  if (!leaves_.reserve(count_)) return launcher_.status().error();
  launcher_.launch(GatherLeaves{pairs_.data(), pool_.nodes.data(), order_.data(), leaves_.data()}, count_);
  found.leaves = leaves_.fetch(count_);
  if (const Status last = launcher_.status(); !last) return last.error();
  return found;
}

Status Frontier::start(std::span<const BodyNumbers> bodies) {
  body_pairs_ = count_ = bodies.size();
  if (!bodies_.upload(bodies) || !views_.reserve(count_) || !pairs_.reserve(count_)) return launcher_.status();
  launcher_.launch(StartPairs{placed.data(), bodies_.data(), views_.data(), pairs_.data()}, count_);
  return launcher_.status();
}

Status Frontier::step(int depth) {
  opened_count_ += count_;
  if (const Status status = choose(depth); !status) return status;
  Result<Totals> totals = count_next();
  if (!totals) return totals.error();
  if (totals->wanted[0] + totals->wanted[1] > 0) {
    if (const Status status = open(*totals); !status) return status;
    totals = count_next();
    if (!totals) return totals.error();
  }
  if (totals->next > kMostPairs) launcher_.refuse(totals->next * sizeof(MetNodes));
  if (!next_.reserve(totals->next)) return launcher_.status();
  launcher_.launch(FillNext{pairs_.data(), steps_.data(), pool_.nodes.data(), counts_.data(), next_.data()}, count_);
  pairs_.swap(next_);
  count_ = totals->next;
  return launcher_.status();
}

Status Frontier::choose(int depth) {
  const bool has_room = steps_.reserve(count_) && wanted_[0].reserve(count_) && wanted_[1].reserve(count_) &&
                        counts_.reserve(count_ + 1) && totals_.reserve(1);
  if (!has_room) return launcher_.status();
  totals_.clear(1);
  launcher_.launch(StepPairs{pairs_.data(),
                             views_.data(),
                             pool_.trees.data(),
                             pool_.nodes.data(),
                             static_cast<std::uint8_t>(depth),
                             steps_.data(),
                             {wanted_[0].data(), wanted_[1].data()},
                             totals_.data()->wanted},
                   count_);
  return launcher_.status();
}

// In the order of their numbers, so that the trees are the same each time.
Status Frontier::open(const Totals& totals) {
  for (const int kind : {0, 1}) {
    const std::uint32_t count = totals.wanted[kind];
    if (count == 0) continue;
    if (!spare_.reserve(count)) return launcher_.status();
    launcher_.sort({wanted_[kind].data(), spare_.data(), nullptr, nullptr, count, 32});
    if (const Status status = pool_.open(wanted_[kind], count, kind == 0); !status) return status;
  }
  return success();
}

Result<Frontier::Totals> Frontier::count_next() {
  launcher_.launch(CountNext{pairs_.data(), steps_.data(), pool_.nodes.data(), counts_.data()}, count_);
  launcher_.clear(counts_.data() + count_, sizeof(std::uint32_t));
  launcher_.sum_up(counts_.data(), count_ + 1);
  launcher_.copy(&totals_.data()->next, counts_.data() + count_, sizeof(std::uint32_t));
  Totals totals{};
  totals_.download({&totals, 1});
  if (const Status status = launcher_.status(); !status) return status.error();
  return totals;
}

// By as many parts at a time as a key has room for, the last ones first.
Status Frontier::sort(int depth) {
  const bool has_room =
      keys_.reserve(count_) && spare_.reserve(count_) && order_.reserve(count_) && spare_order_.reserve(count_);
  if (!has_room) return launcher_.status();
  launcher_.launch(NumberRows{order_.data()}, count_);
  const std::uint32_t bits = static_cast<std::uint32_t>(depth);
  const std::uint32_t body_bits = static_cast<std::uint32_t>(std::bit_width(body_pairs_));
  const auto width = [&](std::uint32_t part) { return part == 0 ? body_bits : bits; };
  for (std::uint32_t end = kKeyParts; end > 0;) {
    std::uint32_t first = end, total = 0;
    while (first > 0 && total + width(first - 1) <= 64) total += width(--first);
    launcher_.launch(MakeKeys{pairs_.data(), pool_.nodes.data(), order_.data(), first, end - 1, bits, keys_.data()},
                     count_);
    launcher_.sort({keys_.data(), spare_.data(), order_.data(), spare_order_.data(), count_, static_cast<int>(total)});
    end = first;
  }
  return launcher_.status();
}

// Pairs have stayed in the order in which the processor comes by them.
Status Frontier::take_first(LeafPairs& found) {
  if (const Status status = launcher_.status(); !status) return status;
  std::vector<std::uint32_t> first;
  for (std::size_t i = 0; i < body_pairs_; ++i) {
    const std::uint32_t start = found.starts[i];
    found.starts[i] = static_cast<std::uint32_t>(first.size());
    if (start < found.starts[i + 1]) first.push_back(start);
  }
  count_ = first.size();
  found.starts[body_pairs_] = static_cast<std::uint32_t>(count_);
  order_.upload(first);
  return launcher_.status();
}

void Frontier::release() {
  bodies_.release();
  views_.release();
  pairs_.release();
  next_.release();
  steps_.release();
  counts_.release();
  for (auto* numbers : {&wanted_[0], &wanted_[1], &spare_, &keys_}) numbers->release();
  totals_.release();
  order_.release();
  spare_order_.release();
  leaves_.release();
}

}  // namespace abut
