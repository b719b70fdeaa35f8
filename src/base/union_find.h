// Sets of numbered things that grow together. The root of a set is its lowest number, whatever the order of unions.
#pragma once

#include <algorithm>
#include <cstdint>
#include <numeric>
#include <vector>

namespace abut {

class UnionFind {
 public:
  explicit UnionFind(std::size_t count) : parent_(count) { std::iota(parent_.begin(), parent_.end(), 0u); }

  std::uint32_t find(std::uint32_t i) {
    while (parent_[i] != i) i = parent_[i] = parent_[parent_[i]];
    return i;
  }
  void unite(std::uint32_t a, std::uint32_t b) {
    a = find(a);
    b = find(b);
    parent_[std::max(a, b)] = std::min(a, b);
  }
  /// The root of every element.
  std::vector<std::uint32_t> roots() {
    for (std::uint32_t i = 0; i < parent_.size(); ++i) parent_[i] = find(i);
    return parent_;
  }

 private:
  std::vector<std::uint32_t> parent_;
};

}  // namespace abut
