// All boxes are rounded to floats, sorted by their lower sides along one axis, and dropped, in this order, into columns
// across the others; columns with many boxes are cut again. In each column, a box is compared with those that begin
// before it ends, sixteen at a time.
//
// Rounding to the nearest float keeps order, so boxes that overlap do so as floats; and where floats differ, the
// doubles they stand for differ in the same way. Only where two sides are equal as floats, the doubles have to be
// asked.
#include "tree/box_sweep.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include "base/radix_sort.h"
#include "math/simd.h"
#include "tree/box_layout.h"

namespace abut {
namespace {

constexpr std::size_t kBoxesPerColumn = 64;  // no column is cut into more pieces than would have so many boxes each
constexpr std::size_t kLargeColumn = 1500;   // smaller ones are not looked at
constexpr double kColumnWidth = 3;           // of its boxes
constexpr double kMostCopies = 3;            // of a box, in the columns it reaches into, on average
constexpr int kMaxDepth = 8;
constexpr std::uint32_t kMaxCuts = 256;  // along an axis
constexpr std::size_t kLanes = 16;
constexpr std::uint32_t kBeginsBoth = 3;

// Unsigned numbers in the order of the floats.
std::uint32_t order_key(float x) {
  const auto bits = std::bit_cast<std::uint32_t>(x + 0.0f);  // -0 becomes 0
  return bits ^ (bits >> 31 ? 0xffffffffu : 0x80000000u);
}

}  // namespace

void BoxSweep::find_pairs(const BoxStore& boxes, std::vector<BoxPair>& pairs) {
  boxes_ = &boxes;
  id_bits_ = static_cast<int>(std::bit_width(boxes.id_count()));
  pairs.clear();
  keys_.clear();
  fetch(boxes);
  sort_along_axis();
  keys_.clear();
  search(0, items_.size(), 0);
  radix_sort(keys_, 0, 2 * id_bits_, other_);
  pairs.reserve(keys_.size());
  for (const std::uint64_t key : keys_) {
    pairs.push_back({BoxId(key >> id_bits_), BoxId(key & ((1ull << id_bits_) - 1))});
  }
}

// Only boxes in use; swept along the axis on which they are spread widest, as seen from their own length.
void BoxSweep::fetch(const BoxStore& boxes) {
  const BoxLayout layout(boxes);
  const auto find_room = [&](int k) {
    return layout.spreads[k].extent() / std::max(layout.spreads[k].length, 0x1p-20 * layout.widest());
  };
  int axis = 0;
  for (int k = 1; k < 3; ++k) {
    if (find_room(k) > find_room(axis)) axis = k;
  }
  loaded_.resize(boxes.id_count());
  keys_.reserve(boxes.size());
  for (BoxId id(0); id < boxes.id_count(); ++id.value) {
    if (!boxes.contains(id)) continue;
    Item& item = loaded_[id];
    for (int k = 0; k < 3; ++k) {
      const int from = (axis + k) % 3;
      const double origin = layout.frame.origin[from], scale = layout.frame.scale;
      item.lower[k] = round_within((boxes[id].lower[from] - origin) * scale);
      item.upper[k] = round_within((boxes[id].upper[from] - origin) * scale);
    }
    item.id = id;
    item.begins = kBeginsBoth;
    keys_.push_back(std::uint64_t{order_key(item.lower[0])} << 32 | id);
  }
}

void BoxSweep::sort_along_axis() {
  radix_sort(keys_, 32, 64, other_);
  items_.resize(keys_.size());
  for (std::size_t i = 0; i < keys_.size(); ++i) items_[i] = loaded_[static_cast<std::uint32_t>(keys_[i])];
}

void BoxSweep::search(std::size_t begin, std::size_t end, int depth) {
  Cuts cuts;
  if (depth < kMaxDepth) cuts = choose_cuts(begin, end);
  const std::size_t first = items_.size();
  std::vector<std::uint32_t> counts;
  if (!divide(begin, end, cuts, counts)) return sweep(begin, end);
  std::size_t from = first;
  for (const std::uint32_t count : counts) {
    const std::size_t to = from + count;
    if (count > 1) search(from, to, depth + 1);
    from = to;
  }
  items_.resize(first);
}

// Columns about as wide as a few of their boxes are long.
BoxSweep::Cuts BoxSweep::choose_cuts(std::size_t begin, std::size_t end) const {
  Cuts cuts;
  const double most = static_cast<double>(end - begin) / kBoxesPerColumn;
  if (end - begin < kLargeColumn) return cuts;
  Spread spreads[2];
  double counts[2];
  for (int k = 0; k < 2; ++k) {
    spreads[k] = sample_spread(end - begin, [&](std::size_t i) {
      const Item& item = items_[begin + i];
      return std::pair(double{item.lower[k + 1]}, double{item.upper[k + 1]});
    });
    counts[k] = spreads[k].extent() > 0 ? spreads[k].extent() / (kColumnWidth * spreads[k].length) : 1;
    counts[k] = std::clamp(counts[k], 1.0, static_cast<double>(kMaxCuts));
  }
  const double excess = counts[0] * counts[1] / most;
  for (int k = 0; k < 2; ++k) {
    if (excess > 1) counts[k] = std::max(1.0, std::min(most, counts[k] / std::sqrt(excess)));
    cuts.count[k] = static_cast<std::uint32_t>(counts[k]);
    cuts.start[k] = static_cast<float>(spreads[k].begin);
    cuts.scale[k] = static_cast<float>(cuts.count[k] / spreads[k].extent());
  }
  return cuts;
}

// Appends the boxes of each column, in their order, to the items; counts them. False if it is better to leave all in
// one.
bool BoxSweep::divide(std::size_t begin, std::size_t end, Cuts& cuts, std::vector<std::uint32_t>& counts) {
  if (cuts.total() < 2) return false;
  ranges_.resize(end - begin);
  std::size_t total = 0;
  counts.assign(cuts.total(), 0);
  for (std::size_t i = begin; i < end; ++i) {
    const Item& item = items_[i];
    Range& range = ranges_[i - begin];
    for (int k = 0; k < 2; ++k) {
      range.first[k] = static_cast<std::uint16_t>(cuts.place(k, item.lower[k + 1]));
      range.last[k] = static_cast<std::uint16_t>(cuts.place(k, item.upper[k + 1]));
    }
    for (std::uint32_t y = range.first[0]; y <= range.last[0]; ++y) {
      for (std::uint32_t z = range.first[1]; z <= range.last[1]; ++z) ++counts[y * cuts.count[1] + z];
    }
    total += (range.last[0] - range.first[0] + 1u) * (range.last[1] - range.first[1] + 1u);
  }
  if (static_cast<double>(total) > kMostCopies * static_cast<double>(end - begin)) return false;
  std::vector<std::size_t> next(counts.size(), items_.size());
  items_.resize(items_.size() + total);
  for (std::size_t c = 1; c < counts.size(); ++c) next[c] = next[c - 1] + counts[c - 1];
  for (std::size_t i = begin; i < end; ++i) {
    const Item item = items_[i];
    const Range& range = ranges_[i - begin];
    for (std::uint32_t y = range.first[0]; y <= range.last[0]; ++y) {
      for (std::uint32_t z = range.first[1]; z <= range.last[1]; ++z) {
        Item& copy = items_[next[y * cuts.count[1] + z]++];
        copy = item;
        copy.begins &= (y == range.first[0] ? 1u : 0u) | (z == range.first[1] ? 2u : 0u);
      }
    }
  }
  return true;
}

void BoxSweep::sweep(std::size_t begin, std::size_t end) {
  const std::size_t count = end - begin;
  for (int k = 0; k < 3; ++k) {
    lower_[k].resize(count + kLanes);
    upper_[k].resize(count + kLanes);
  }
  ids_.resize(count);
  begins_.resize(count);
  for (std::size_t i = 0; i < count; ++i) {
    const Item& item = items_[begin + i];
    for (int k = 0; k < 3; ++k) {
      lower_[k][i] = item.lower[k];
      upper_[k][i] = item.upper[k];
    }
    ids_[i] = item.id;
    begins_[i] = item.begins;
  }
  std::fill_n(lower_[0].begin() + static_cast<std::ptrdiff_t>(count), kLanes, INFINITY);  // where nothing reaches to
  for (std::size_t i = 0; i + 1 < count; ++i) compare(i);
}

// Box i with those behind it that begin before it ends.
void BoxSweep::compare(std::size_t i) {
  const float end = upper_[0][i];
  const Float16 zero = {};
  const Float16 lower_y = zero + lower_[1][i], upper_y = zero + upper_[1][i];
  const Float16 lower_z = zero + lower_[2][i], upper_z = zero + upper_[2][i];
  const Float16 end_x = zero + end, begin_x = zero + lower_[0][i];
  for (std::size_t j = i + 1; lower_[0][j] <= end; j += kLanes) {
    const auto from_x = load<Float16>(&lower_[0][j]);
    const auto from_y = load<Float16>(&lower_[1][j]), to_y = load<Float16>(&upper_[1][j]);
    const auto from_z = load<Float16>(&lower_[2][j]), to_z = load<Float16>(&upper_[2][j]);
    const std::uint32_t apart = mask_greater(from_x, end_x) | mask_greater(from_y, upper_y) |
                                mask_greater(lower_y, to_y) | mask_greater(from_z, upper_z) |
                                mask_greater(lower_z, to_z);
    std::uint32_t near = ~apart & 0xffffu;
    if (near == 0) continue;
    const auto to_x = load<Float16>(&upper_[0][j]);
    const std::uint32_t certain = mask_greater(end_x, from_x) & mask_greater(to_x, begin_x) &
                                  mask_greater(upper_y, from_y) & mask_greater(to_y, lower_y) &
                                  mask_greater(upper_z, from_z) & mask_greater(to_z, lower_z);
    for (; near != 0; near &= near - 1) {
      const int lane = std::countr_zero(near);
      report(i, j + static_cast<std::size_t>(lane), (certain >> lane & 1) != 0);
    }
  }
}

// A pair is reported in the one column in which the box that begins later does so, along each axis.
void BoxSweep::report(std::size_t i, std::size_t j, bool is_certain) {
  if ((begins_[i] | begins_[j]) != kBeginsBoth) return;
  if (!is_certain && !test_overlap((*boxes_)[BoxId(ids_[i])], (*boxes_)[BoxId(ids_[j])])) return;
  const auto [a, b] = std::minmax(ids_[i], ids_[j]);
  keys_.push_back(std::uint64_t{a} << id_bits_ | b);
}

}  // namespace abut
