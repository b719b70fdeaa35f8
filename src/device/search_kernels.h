// Many pairs of bodies at once, from pairs of nodes to pairs of their children. All pairs of a step have come equally
// far, and keep their order.
#pragma once

#include "detect/sphere_view.h"
#include "device/tree_kernels.h"

namespace abut {

struct PlacedTree {
  PlainPose pose;
  PlainSphere around;
  std::uint32_t tree;
};

struct BodyNumbers {
  std::uint32_t a, b;
};

/// Two bodies, as each is seen from the other.
struct PairView {
  SphereView views[2];
  double off;
  std::uint32_t trees[2];
};

/// Nodes of two bodies whose spheres meet.
struct MetNodes {
  std::uint32_t bodies;  ///< number of the pair of bodies
  std::uint32_t nodes[2];
};

/// Which of the two is opened, and bit i: its child i is near the other.
struct PairStep {
  std::uint8_t side, near;
};

struct StartPairs {
  const PlacedTree* placed;
  const BodyNumbers* bodies;
  PairView* views;
  MetNodes* pairs;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const PlacedTree &a = placed[bodies[i].a], &b = placed[bodies[i].b];
    PairView& view = views[i];
    view.views[0] = make_view(a.pose, b.pose);
    view.views[1] = make_view(b.pose, a.pose);
    view.off = find_allowance(a.pose, a.around, b.pose, b.around);
    view.trees[0] = a.tree;
    view.trees[1] = b.tree;
    pairs[i] = {i, {a.tree, b.tree}};  // roots have the numbers of their trees
  }
};

/// Chooses the larger node of each pair, and asks for those to be opened that are not yet: first those whose children
/// are to be opened, too, then those whose children are leaves.
struct StepPairs {
  const MetNodes* pairs;
  const PairView* views;
  const PoolTree* trees;
  PoolNode* nodes;
  std::uint8_t depth;  // of the trees
  PairStep* steps;
  std::uint64_t* wanted[2];     // numbers of nodes
  std::uint32_t* wanted_count;  // two

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const MetNodes& pair = pairs[i];
    const PairView& view = views[pair.bodies];
    const std::uint8_t side = find_side(pair, view);
    const std::uint32_t opened = pair.nodes[side];
    const unsigned near = find_near(view, side, nodes[opened], nodes[pair.nodes[1 - side]]);
    steps[i] = {side, static_cast<std::uint8_t>(near)};
    if (near && look_at(&nodes[opened].first_child) == kNotOpened) want(opened);
  }
  ABUT_DEVICE void want(std::uint32_t opened) const {
    if (!replace_at(&nodes[opened].first_child, kNotOpened, kToBeOpened)) return;
    const int kind = nodes[opened].depth + 1 == depth ? 1 : 0;
    wanted[kind][add_at(&wanted_count[kind], 1)] = opened;
  }
  ABUT_DEVICE double radius(const PairView& view, int side, std::uint32_t at) const {
    return trees[view.trees[side]].grid.radii[at] + view.off;
  }
  ABUT_DEVICE std::uint8_t find_side(const MetNodes& pair, const PairView& view) const {
    const std::uint8_t a = nodes[pair.nodes[0]].depth, b = nodes[pair.nodes[1]].depth;
    if (b == depth) return 0;
    return a != depth && radius(view, 0, a) >= radius(view, 1, b) ? 0 : 1;
  }
  ABUT_DEVICE unsigned find_near(const PairView& view, int side, const PoolNode& opened, const PoolNode& other) const {
    const PlainGrid &here = trees[view.trees[side]].grid, &there = trees[view.trees[1 - side]].grid;
    double center[3], low[3], high[3];
    for (int k = 0; k < 3; ++k) center[k] = there.center(k, other.at[k], other.depth);
    for (int k = 0; k < 3; ++k) {
      const double at = view.views[side].see(center, k);
      low[k] = at - here.center(k, 2 * opened.at[k], opened.depth + 1u);
      high[k] = at - here.center(k, 2 * opened.at[k] + 1, opened.depth + 1u);
    }
    return find_children_within(low, high, radius(view, side, opened.depth + 1u) + radius(view, 1 - side, other.depth));
  }
};

/// How many pairs come of each.
struct CountNext {
  const MetNodes* pairs;
  const PairStep* steps;
  const PoolNode* nodes;
  std::uint32_t* counts;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const PoolNode& opened = nodes[pairs[i].nodes[steps[i].side]];
    counts[i] = opened.is_open() ? count_bits(steps[i].near & opened.grey) : 0;
  }
};

struct FillNext {
  const MetNodes* pairs;
  const PairStep* steps;
  const PoolNode* nodes;
  const std::uint32_t* before;  // pairs that come of those before each
  MetNodes* next;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const PairStep step = steps[i];
    const PoolNode& opened = nodes[pairs[i].nodes[step.side]];
    MetNodes* place = next + before[i];
    if (!opened.is_open()) return;
    for (std::uint32_t child = 0; child < 8; ++child) {
      if (!(step.near & opened.grey & 1u << child)) continue;
      *place = pairs[i];
      (place++)->nodes[step.side] = opened.child(child);
    }
  }
};

// ---------------------------------------------------------------------------------------------------------------
// Results

/// Where the pairs of nodes of each pair of bodies begin; as many as there are, behind the last.
struct FindStarts {
  const MetNodes* pairs;
  std::uint32_t pair_count;
  std::uint32_t* starts;

  ABUT_DEVICE void operator()(std::uint32_t bodies) const {
    std::uint32_t first = 0, last = pair_count;
    while (first < last) {
      const std::uint32_t middle = first + (last - first) / 2;
      if (pairs[middle].bodies < bodies) {
        first = middle + 1;
      } else {
        last = middle;
      }
    }
    starts[bodies] = first;
  }
};

struct NumberRows {
  std::uint32_t* order;

  ABUT_DEVICE void operator()(std::uint32_t i) const { order[i] = i; }
};

/// Part of what pairs are sorted by: the pair of bodies is number 0, coordinates are 1 to 6.
struct MakeKeys {
  const MetNodes* pairs;
  const PoolNode* nodes;
  const std::uint32_t* order;
  std::uint32_t first, last, bits;  // coordinates have so many
  std::uint64_t* keys;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const MetNodes& pair = pairs[order[i]];
    std::uint64_t key = 0;
    for (std::uint32_t part = first; part <= last; ++part) {
      const std::uint64_t number = part == 0 ? pair.bodies : nodes[pair.nodes[(part - 1) / 3]].at[(part - 1) % 3];
      key = key << bits | number;
    }
    keys[i] = key;
  }
};

/// Where two leaves are.
struct LeafPair {
  std::uint32_t a[3], b[3];
};

struct GatherLeaves {
  const MetNodes* pairs;
  const PoolNode* nodes;
  const std::uint32_t* order;
  LeafPair* leaves;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const MetNodes& pair = pairs[order[i]];
    const PoolNode &a = nodes[pair.nodes[0]], &b = nodes[pair.nodes[1]];
    for (int k = 0; k < 3; ++k) {
      leaves[i].a[k] = a.at[k];
      leaves[i].b[k] = b.at[k];
    }
  }
};

}  // namespace abut
