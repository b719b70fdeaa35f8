// A binary tree over boxes of floats that come and go one by one: the inside of a DynamicTree.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/tree.h"
#include "tree/node_bounds.h"

namespace abut {

class BoxHierarchy {
 public:
  /// A box by its number. Bounds are as those of a SurfaceTree's node: the upper corner has its sign changed.
  struct Leaf {
    Float8 bounds;
    std::uint32_t number;
  };

  /// Replaces what is in the tree.
  void build(std::span<const Leaf> leaves);
  /// Puts a leaf in; if there is one of this number, that goes.
  void insert(const Leaf& leaf);
  void remove(std::uint32_t number);
  bool contains(std::uint32_t number) const { return number < slots_.size() && slots_[number] != kNone; }
  std::size_t size() const { return size_; }

  /// Builds a part anew; all parts come in turn. Returns how many nodes and leaves were looked at.
  std::size_t rebuild_next_part();

  /// Of all nodes that hold others, summed up; of a tree without leaves 0.
  double measure_surface() const;

  /// Calls visit(number) for each leaf whose box overlaps.
  template <class Visit>
  void visit_overlaps(const Float8& bounds, const Visit& visit) const {
    if (size_ == 0 || !test_overlap_bounds(bounds_of(0), bounds)) return;
    open_.assign(1, 0);
    while (!open_.empty()) {
      const Node& node = nodes_[open_.back()];
      open_.pop_back();
      if (node.is_leaf()) {
        visit(node.number());
        continue;
      }
      for (const std::uint32_t child : {node.link, node.link + 1}) {
        if (test_overlap_bounds(bounds_of(child), bounds)) open_.push_back(child);
      }
    }
  }

  /// Until unmarked, a leaf is one of those whose pairs are visited.
  void mark(std::uint32_t number);
  void unmark_all();

  /// Calls visit(number, number) once for any two leaves whose boxes overlap, at least one of them marked.
  template <class Visit>
  void visit_marked_pairs(const Visit& visit) const {
    std::vector<NodePair> open;
    if (size_ > 1 && marks_[0]) open.push_back({0, 0});
    const auto push_if_near = [&](std::uint32_t a, std::uint32_t b) {
      if ((marks_[a] | marks_[b]) && test_overlap_bounds(bounds_of(a), bounds_of(b))) open.push_back({a, b});
    };
    while (!open.empty()) {
      const auto [a, b] = open.back();
      open.pop_back();
      const Node &x = nodes_[a], &y = nodes_[b];
      if (a == b) {
        for (const std::uint32_t child : {x.link, x.link + 1}) {
          if (marks_[child] && !nodes_[child].is_leaf()) open.push_back({child, child});
        }
        push_if_near(x.link, x.link + 1);
      } else if (x.is_leaf() && y.is_leaf()) {
        visit(x.number(), y.number());
      } else {
        for (std::uint32_t i = 0; i < (x.is_leaf() ? 1 : 2); ++i) {
          for (std::uint32_t j = 0; j < (y.is_leaf() ? 1 : 2); ++j) {
            push_if_near(x.is_leaf() ? a : x.link + i, y.is_leaf() ? b : y.link + j);
          }
        }
      }
    }
  }

 private:
  static constexpr std::uint32_t kNone = ~0u, kLeafBit = 1u << 31;

  // Siblings lie side by side, in one line of memory. The root is number 0; number 1 is not used.
  struct alignas(32) Node {
    std::array<float, 3> lower;
    std::uint32_t link;  // the first child, or kLeafBit and the leaf's number
    std::array<float, 3> minus_upper;
    std::uint32_t parent;
    bool is_leaf() const { return (link & kLeafBit) != 0; }
    std::uint32_t number() const { return link & ~kLeafBit; }
  };
  // What stands at a place in the tree, without the place.
  struct Content {
    Float8 bounds;
    std::uint32_t link;
  };

  Float8 bounds_of(std::uint32_t slot) const { return load<Float8>(reinterpret_cast<const char*>(&nodes_[slot])); }
  Content content_of(std::uint32_t slot) const { return {bounds_of(slot), nodes_[slot].link}; }
  void set_bounds(std::uint32_t slot, const Float8& bounds);
  void put(std::uint32_t slot, const Content& content);
  void split(std::uint32_t slot, const Content& a, const Content& b);
  std::uint32_t make_siblings(std::uint32_t parent);

  std::uint32_t detach(std::uint32_t number);
  void fit_upwards(std::uint32_t slot);
  std::uint32_t find_holder(std::uint32_t slot, const Float8& bounds) const;
  void insert_below(std::uint32_t slot, const Leaf& leaf);

  std::vector<Content> take_apart(std::uint32_t root, std::size_t most);
  void put_together(std::uint32_t root, std::vector<Content>& contents);
  static std::size_t set_long_ones_last(std::vector<Content>& contents);
  void put_rest_together(std::uint32_t root, std::span<const Content> contents);
  std::uint32_t find_part(std::uint32_t turn, int bits) const;

  std::vector<Node> nodes_;
  std::vector<char> marks_;           // of slots: the leaf, or one below it, is marked
  std::vector<std::uint32_t> free_;   // pairs of siblings, by their first
  std::vector<std::uint32_t> slots_;  // of leaves, by number; kNone: not in the tree
  std::size_t size_ = 0;
  std::uint32_t next_part_ = 0;
  mutable std::vector<std::uint32_t> open_;
};

}  // namespace abut
