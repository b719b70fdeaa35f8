// Which triangles of two rigid bodies touch: down both trees to the leaves, then triangle by triangle.
#include <algorithm>
#include <bit>

#include "abut/rigid_contacts.h"
#include "detect/placed_leaf.h"
#include "detect/rigid_walk.h"

namespace abut {
namespace {

/// Calls found(place in a, place in b) for pairs that touch, until it returns false.
template <class Found>
void walk_touching(const PlacedRigid& a, const PlacedRigid& b, RigidCounts& counts, const Found& found) {
  if (a.tree->is_empty() || b.tree->is_empty()) return;
  const RigidView view(a, b);
  walk_leaf_pairs(view, counts, [&](RigidSlot a_slot, RigidSlot b_slot) {
    const RigidTree::Leaf& p = a.tree->leaves()[view.child(0, a_slot).index()];
    const RigidTree::Leaf& q = b.tree->leaves()[view.child(1, b_slot).index()];
    ++counts.leaf_pairs;
    const RigidLeafPair leaves(view, p, q);
    PlacedLeaf p_placed(a, p), q_placed(b, q);
    for (unsigned rows = leaves.find_near_box(b_slot); rows != 0; rows &= rows - 1) {
      const auto i = static_cast<std::uint32_t>(std::countr_zero(rows));
      for (unsigned near = leaves.find_near_triangles(i); near != 0; near &= near - 1) {
        const auto j = static_cast<std::uint32_t>(std::countr_zero(near));
        ++counts.triangle_tests;
        if (!test_placed(p_placed.triangle(i), q_placed.triangle(j))) continue;
        if (!found(p.first + i, q.first + j)) return false;
      }
    }
    return true;
  });
}

bool test_witness(const PlacedRigid& a, const PlacedRigid& b, const RigidWitness* witness) {
  return witness != nullptr && witness->last && test_placed(place(a, witness->last->a), place(b, witness->last->b));
}

}  // namespace

std::vector<TrianglePair> find_touching_faces(const PlacedRigid& a, const PlacedRigid& b, RigidCounts* counts) {
  RigidCounts own;
  std::vector<TrianglePair> pairs;
  walk_touching(a, b, counts != nullptr ? *counts : own, [&](std::uint32_t p, std::uint32_t q) {
    pairs.push_back({a.tree->face(p), b.tree->face(q)});
    return true;
  });
  std::sort(pairs.begin(), pairs.end());
  return pairs;
}

bool test_touching(const PlacedRigid& a, const PlacedRigid& b, RigidWitness* witness, RigidCounts* counts) {
  if (test_witness(a, b, witness)) return true;
  RigidCounts own;
  bool is_touching = false;
  walk_touching(a, b, counts != nullptr ? *counts : own, [&](std::uint32_t p, std::uint32_t q) {
    is_touching = true;
    if (witness != nullptr) witness->last = {p, q};
    return false;
  });
  return is_touching;
}

}  // namespace abut
