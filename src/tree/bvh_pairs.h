// Walking two trees (or one against itself) to all pairs of items whose boxes overlap.
#pragma once

#include <vector>

#include "abut/tree.h"

namespace abut {

namespace detail {

// One step down from a pair of nodes of two different trees, or of different nodes of one: the larger node opens.
template <class Push>
void open_pair(const Bvh& a, const Bvh& b, NodePair pair, const Push& push) {
  const auto extent = [](const FloatBox& box) {
    return (box.upper[0] - box.lower[0]) + (box.upper[1] - box.lower[1]) + (box.upper[2] - box.lower[2]);
  };
  const Bvh::Node &x = a.node(pair.a), &y = b.node(pair.b);
  if (y.is_leaf() || (!x.is_leaf() && extent(x.box) >= extent(y.box))) {
    push(NodePair{x.first, pair.b});
    push(NodePair{x.first + 1, pair.b});
  } else {
    push(NodePair{pair.a, y.first});
    push(NodePair{pair.a, y.first + 1});
  }
}

template <class Visit>
void visit_leaves(const Bvh& a, const Bvh& b, NodePair pair, bool is_self, const Visit& visit) {
  const auto x = a.items(a.node(pair.a)), y = b.items(b.node(pair.b));
  for (std::size_t i = 0; i < x.size(); ++i) {
    for (std::size_t j = is_self ? i + 1 : 0; j < y.size(); ++j) {
      if (test_overlap(x[i].box, y[j].box)) visit(x[i].index, y[j].index);
    }
  }
}

// Deals with one pair of nodes: calls visit(item of a, item of b) at leaves, push(pair) for what is to be done next.
template <class Visit, class Push>
void advance(const Bvh& a, const Bvh& b, NodePair pair, const Visit& visit, const Push& push) {
  const bool is_self = &a == &b && pair.a == pair.b;
  const Bvh::Node &x = a.node(pair.a), &y = b.node(pair.b);
  if (!is_self && !test_overlap(x.box, y.box)) return;
  if (x.is_leaf() && y.is_leaf()) return visit_leaves(a, b, pair, is_self, visit);
  if (!is_self) return open_pair(a, b, pair, push);
  push(NodePair{x.first, x.first});
  push(NodePair{x.first + 1, x.first + 1});
  push(NodePair{x.first, x.first + 1});
}

}  // namespace detail

/// Calls visit(i, j) once for every pair of items below `start` whose boxes overlap: i from tree a, j from tree b.
/// With the same tree twice, each unordered pair of different items comes once. visit may not touch the trees.
template <class Visit>
void visit_overlaps(const Bvh& a, const Bvh& b, NodePair start, const Visit& visit) {
  std::vector<NodePair> open = {start};
  while (!open.empty()) {
    const NodePair pair = open.back();
    open.pop_back();
    detail::advance(a, b, pair, visit, [&](NodePair next) { open.push_back(next); });
  }
}

/// Splits the work of visit_overlaps(a, b, {0, 0}) into about `target` starts, the same on every run. Starts at leaves
/// stay whole.
std::vector<NodePair> split_overlap_work(const Bvh& a, const Bvh& b, std::size_t target);

}  // namespace abut
