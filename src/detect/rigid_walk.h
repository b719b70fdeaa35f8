// The walk down two rigid trees at once: of two boxes that may be near each other the larger one is opened.
#pragma once

#include <bit>
#include <vector>

#include "detect/rigid_view.h"

namespace abut {

/// Calls visit(slot of a, slot of b) for all leaves whose boxes may be near each other, until it returns false.
template <class Visit>
void walk_leaf_pairs(const RigidView& view, RigidCounts& counts, const Visit& visit) {
  struct Pair {
    std::array<RigidSlot, 2> slots;
  };
  if (view.is_apart()) return;
  std::vector<Pair> open;
  open.reserve(64);
  open.push_back({});
  while (!open.empty()) {
    const Pair pair = open.back();
    open.pop_back();
    const std::array<RigidTree::Child, 2> children = {view.child(0, pair.slots[0]), view.child(1, pair.slots[1])};
    if (children[0].is_leaf() && children[1].is_leaf()) {
      if (!visit(pair.slots[0], pair.slots[1])) return;
      continue;
    }
    const int side = view.choose_side(pair.slots);
    const std::uint32_t node = children[side].index();
    ++counts.box_tests;
    unsigned near = view.find_near(side, view.node(side, node), view.see(1 - side, pair.slots[1 - side]));
    for (; near != 0; near &= near - 1) {
      Pair next = pair;
      next.slots[side] = RigidSlot(node, static_cast<std::uint32_t>(std::countr_zero(near)));
      open.push_back(next);
    }
  }
}

/// Calls visit(lane of a, lane of b) for the triangles of two leaves that may be near each other, until it returns
/// false; returns that.
template <class Visit>
bool visit_near_triangles(const RigidView& view, RigidSlot a, RigidSlot b, const Visit& visit) {
  const RigidLeafPair leaves(view, view.leaf(0, a), view.leaf(1, b));
  for (unsigned rows = leaves.find_near_box(b); rows != 0; rows &= rows - 1) {
    const auto i = static_cast<std::uint32_t>(std::countr_zero(rows));
    for (unsigned near = leaves.find_near_triangles(i); near != 0; near &= near - 1) {
      if (!visit(i, static_cast<std::uint32_t>(std::countr_zero(near)))) return false;
    }
  }
  return true;
}

/// Calls visit(place in a, place in b) for all triangles that may be near each other.
template <class Visit>
void walk_near_pairs(const RigidView& view, RigidCounts& counts, const Visit& visit) {
  walk_leaf_pairs(view, counts, [&](RigidSlot a, RigidSlot b) {
    ++counts.leaf_pairs;
    return visit_near_triangles(view, a, b, [&](std::uint32_t i, std::uint32_t j) {
      visit(view.leaf(0, a).first + i, view.leaf(1, b).first + j);
      return true;
    });
  });
}

}  // namespace abut
