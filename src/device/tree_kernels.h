// Trees of many bodies in one pool of nodes and one of triangle numbers. Nodes are opened many at a time.
#pragma once

#include "device/cell_kernels.h"
#include "tree/plain_grid.h"

namespace abut {

inline constexpr std::uint32_t kNotOpened = 0xffffffff, kToBeOpened = 0xfffffffe;

/// A grey cell.
struct PoolNode {
  std::uint32_t at[3];
  std::uint32_t tree;
  std::uint32_t first_child;  ///< the grey children are side by side; or kNotOpened, kToBeOpened
  std::uint32_t list, count;  ///< where its triangles are listed. At the root nowhere: all
  std::uint8_t depth, grey;   ///< bit i: child i is grey

  ABUT_DEVICE bool is_open() const { return first_child < kToBeOpened; }
  ABUT_DEVICE std::uint32_t child(std::uint32_t i) const { return first_child + count_bits(grey & ((1u << i) - 1)); }
};

struct PoolTree {
  PlainGrid grid;
  const PlainTriangle* triangles;  ///< none if they are not on the device now
  std::uint32_t triangle_count;
};

struct CountTriangles {
  const std::uint64_t* opened;  // numbers of nodes
  const PoolNode* nodes;
  std::uint32_t* counts;

  ABUT_DEVICE void operator()(std::uint32_t i) const { counts[i] = nodes[opened[i]].count; }
};

struct MakeTasks {
  const std::uint64_t* opened;
  const PoolNode* nodes;
  const PoolTree* trees;
  CellTask* tasks;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const PoolNode& node = nodes[opened[i]];
    const PoolTree& tree = trees[node.tree];
    CellTask& task = tasks[i];
    for (int k = 0; k < 3; ++k) {
      for (std::uint32_t side = 0; side < 3; ++side)
        task.faces[k][side] = tree.grid.face(k, 2 * node.at[k] + side, node.depth + 1u);
    }
    task.triangles = tree.triangles;
    task.is_root = node.depth == 0;
    task.list = node.list;
    task.count = node.count;
    task.body = node.tree;
  }
};

struct CountGrey {
  const std::uint32_t* grey;
  std::uint32_t* counts;

  ABUT_DEVICE void operator()(std::uint32_t i) const { counts[i] = count_bits(grey[i]); }
};

/// For each task and child, and then each triangle of the task: whether it goes into the child's list. Their order is
/// that of the lists.
struct FlagEntries {
  const std::uint32_t* starts;
  std::uint32_t task_count;
  const ReachBits* reach;
  const std::uint32_t* grey;
  std::uint32_t* flags;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const std::uint32_t t = find_stretch(starts, task_count, i);
    const std::uint32_t count = starts[t + 1] - starts[t], place = i - starts[t];
    const std::uint32_t bits = (reach[i] | reach[i] >> 8) & grey[t];
    for (std::uint32_t child = 0; child < 8; ++child) flags[8 * starts[t] + child * count + place] = bits >> child & 1;
  }
};

struct FillEntries {
  const CellTask* tasks;
  const std::uint32_t* starts;
  std::uint32_t task_count;
  const ReachBits* reach;
  const std::uint32_t* grey;
  const std::uint32_t* places;  // as flagged, summed up
  std::uint32_t* listed;
  std::uint32_t first_entry;  // of the new ones

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    const std::uint32_t t = find_stretch(starts, task_count, i);
    const std::uint32_t count = starts[t + 1] - starts[t], place = i - starts[t];
    const std::uint32_t bits = (reach[i] | reach[i] >> 8) & grey[t];
    const std::uint32_t number = tasks[t].number(listed, place);
    for (std::uint32_t child = 0; child < 8; ++child) {
      if (bits >> child & 1) listed[first_entry + places[8 * starts[t] + child * count + place]] = number;
    }
  }
};

/// The children of each task's node.
struct FillNodes {
  const std::uint64_t* opened;
  const std::uint32_t* starts;
  const std::uint32_t* grey;
  const std::uint32_t* before;  // children of tasks before each
  const std::uint32_t* places;  // none: children get no lists
  std::uint32_t first_node, first_entry;
  PoolNode* nodes;

  ABUT_DEVICE void operator()(std::uint32_t i) const {
    PoolNode& node = nodes[opened[i]];
    std::uint32_t next = first_node + before[i];
    node.grey = static_cast<std::uint8_t>(grey[i]);
    node.first_child = next;
    for (std::uint32_t child = 0; child < 8; ++child) {
      if (grey[i] >> child & 1) nodes[next++] = make_child(node, i, child);
    }
  }
  ABUT_DEVICE PoolNode make_child(const PoolNode& node, std::uint32_t task, std::uint32_t number) const {
    PoolNode child{};
    for (int k = 0; k < 3; ++k) child.at[k] = 2 * node.at[k] + (number >> k & 1);
    child.tree = node.tree;
    child.first_child = kNotOpened;
    child.depth = static_cast<std::uint8_t>(node.depth + 1);
    if (!places) return child;
    const std::uint32_t count = starts[task + 1] - starts[task];
    const std::uint32_t* start = places + 8 * starts[task] + number * count;
    child.list = first_entry + start[0];
    child.count = start[count] - start[0];
    return child;
  }
};

}  // namespace abut
