// Sets of things that are alike or opposite to each other, growing as more is known.
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace abut {

/// The root of a set is its lowest number, whatever the order of unions.
class SignedUnionFind {
 public:
  struct Place {
    std::uint32_t root = 0;
    bool is_opposite = false;  ///< to the root
  };

  explicit SignedUnionFind(std::size_t count) : parents_(count) {
    for (std::uint32_t i = 0; i < count; ++i) parents_[i] = {i, false};
  }

  Place find(std::uint32_t i) {
    std::uint32_t root = i;
    bool is_opposite = false;
    while (parents_[root].root != root) {
      is_opposite ^= parents_[root].is_opposite;
      root = parents_[root].root;
    }
    const Place found{root, is_opposite};
    while (parents_[i].root != i) {  // the next search is short
      const Place next = std::exchange(parents_[i], {root, is_opposite});
      is_opposite ^= next.is_opposite;
      i = next.root;
    }
    return found;
  }

  /// What was said first stands: a contradiction changes nothing.
  void unite(std::uint32_t a, std::uint32_t b, bool are_opposite) {
    Place x = find(a), y = find(b);
    if (x.root == y.root) return;
    if (y.root < x.root) std::swap(x, y);
    parents_[y.root] = {x.root, x.is_opposite != (y.is_opposite != are_opposite)};
  }

 private:
  std::vector<Place> parents_;
};

}  // namespace abut
