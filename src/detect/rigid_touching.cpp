// Which triangles of two rigid bodies touch: down both trees to the leaves, then triangle by triangle.
#include <algorithm>

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
    const RigidTree::Leaf &p = view.leaf(0, a_slot), &q = view.leaf(1, b_slot);
    ++counts.leaf_pairs;
    PlacedLeaf p_placed(a, p), q_placed(b, q);
    return visit_near_triangles(view, a_slot, b_slot, [&](std::uint32_t i, std::uint32_t j) {
      ++counts.triangle_tests;
      return !test_placed(p_placed.triangle(i), q_placed.triangle(j)) || found(p.first + i, q.first + j);
    });
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
