// One search for all pairs among many boxes, by sweeping along an axis in columns across the others.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "tree/box_store.h"

namespace abut {

class BoxSweep {
 public:
  /// Pairs of the store's boxes that overlap, sorted; replaces what is in the list.
  void find_pairs(const BoxStore& boxes, std::vector<BoxPair>& pairs);

 private:
  // A box in floats, or the part of it that is in a column. The first axis is the one along which boxes are swept.
  struct Item {
    float lower[3];
    std::uint32_t id;
    float upper[3];
    std::uint32_t begins;  // bit k - 1: along axis k, the box has its lower side in this column
  };
  // How a column is cut into smaller ones, across the axes 1 and 2.
  struct Cuts {
    float start[2] = {0, 0}, scale[2] = {0, 0};
    std::uint32_t count[2] = {1, 1};
    std::uint32_t total() const { return count[0] * count[1]; }
    std::uint32_t place(int k, float x) const {
      const float at = (x - start[k]) * scale[k];
      return at > 0 ? static_cast<std::uint32_t>(std::min(at, static_cast<float>(count[k] - 1))) : 0;
    }
  };
  struct Range {
    std::uint16_t first[2], last[2];
  };

  void fetch(const BoxStore& boxes);
  void sort_along_axis();
  void search(std::size_t begin, std::size_t end, int depth);
  Cuts choose_cuts(std::size_t begin, std::size_t end) const;
  bool divide(std::size_t begin, std::size_t end, Cuts& cuts, std::vector<std::uint32_t>& counts);
  void sweep(std::size_t begin, std::size_t end);
  void compare(std::size_t i);
  void report(std::size_t i, std::size_t j, bool is_certain);

  const BoxStore* boxes_ = nullptr;
  int id_bits_ = 0;
  std::vector<Item> loaded_;  // by id
  std::vector<Item> items_;   // of the whole, and behind them those of the columns that are being looked at
  std::vector<Range> ranges_;
  // Of the column that is being swept.
  std::vector<float> lower_[3], upper_[3];
  std::vector<std::uint32_t> ids_;
  std::vector<std::uint32_t> begins_;
  std::vector<std::uint64_t> keys_, other_;
};

}  // namespace abut
