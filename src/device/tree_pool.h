// The trees of many bodies on a device. They grow where nodes are opened, many at a time, and stay until the room is
// needed for something else.
#pragma once

#include <span>
#include <vector>

#include "device/cell_batch.h"
#include "device/triangle_cache.h"

namespace abut {

class TreePool {
 public:
  /// Of one tree: eight times as many can still be numbered.
  static constexpr std::uint32_t kMostTriangles = (1u << 29) - 1;

  explicit TreePool(Launcher& launcher)
      : nodes(launcher),
        trees(launcher),
        launcher_(launcher),
        cache_(launcher),
        batch_(launcher),
        listed_(launcher),
        counts_(launcher),
        grey_counts_(launcher),
        places_(launcher) {}

  /// Trees count up from 0, and so do their roots: what has grown so far goes.
  std::uint32_t add(TriangleStore& store, const OctreeGrid& grid);
  /// Makes trees ready to be looked at and opened, all at the same time.
  Status prepare(std::span<const std::uint32_t> needed);
  /// Opens nodes that are marked as to be opened. Their children may get lists of triangles; leaves need none.
  Status open(const DeviceArray<std::uint64_t>& wanted, std::uint32_t count, bool with_lists);
  /// What has grown so far goes.
  void clear();
  /// Drops the triangles of trees that are not needed now. False if there are none.
  bool drop_unneeded() { return cache_.drop_unneeded(); }

  bool has_branches() const { return branch_count_ > 0; }
  std::uint64_t branch_count() const { return branch_count_; }  ///< opened nodes there are now
  std::uint64_t made_count() const { return made_count_; }      ///< and so far, again and again if they had to go

  DeviceArray<PoolNode> nodes;
  DeviceArray<PoolTree> trees;

 private:
  Status plant();
  Status open_some(const std::uint64_t* opened, std::span<const std::uint32_t> counts, bool with_lists);
  Status count_nodes(std::uint32_t& new_nodes);
  Status fill_lists(std::uint32_t& new_entries);
  Status fill_nodes(const std::uint64_t* opened, bool with_lists, std::uint32_t new_nodes);

  Launcher& launcher_;
  TriangleCache cache_;
  std::vector<TriangleStore*> stores_;
  std::vector<PoolTree> planted_;
  bool is_planted_ = false;

  CellBatch batch_;
  DeviceArray<std::uint32_t> listed_, counts_, grey_counts_, places_;
  std::size_t node_count_ = 0, entry_count_ = 0;
  std::uint64_t branch_count_ = 0, made_count_ = 0;
};

}  // namespace abut
