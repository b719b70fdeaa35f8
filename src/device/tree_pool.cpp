#include "device/tree_pool.h"

#include <algorithm>

#include "device/exact_decision.h"

namespace abut {
namespace {

static_assert(kGridDepths == OctreeGrid::kMaxDepth + 1);

// Numbers of nodes and places of entries have 32 bits.
constexpr std::size_t kMostNumbers = kToBeOpened - 1;

PlainGrid as_plain(const OctreeGrid& grid) {
  PlainGrid plain;
  const Vec3 size = grid.box().upper - grid.box().lower;
  for (int k = 0; k < 3; ++k) {
    plain.lower[k] = grid.box().lower[k];
    plain.upper[k] = grid.box().upper[k];
    plain.size[k] = size[k];
  }
  for (int depth = 0; depth < kGridDepths; ++depth) plain.radii[depth] = grid.radius(static_cast<std::uint32_t>(depth));
  return plain;
}

PoolNode make_root(std::uint32_t tree, std::uint32_t triangle_count) {
  PoolNode root{};
  root.tree = tree;
  root.first_child = kNotOpened;
  root.count = triangle_count;
  return root;
}

}  // namespace

std::uint32_t TreePool::add(TriangleStore& store, const OctreeGrid& grid) {
  clear();
  stores_.push_back(&store);
  planted_.push_back({as_plain(grid), nullptr, store.triangle_count()});
  return static_cast<std::uint32_t>(planted_.size() - 1);
}

void TreePool::clear() {
  batch_.release();
  for (auto* numbers : {&listed_, &counts_, &grey_counts_, &places_}) numbers->release();
  nodes.release();
  trees.release();
  is_planted_ = false;
  branch_count_ = 0;
}

Status TreePool::prepare(std::span<const std::uint32_t> needed) {
  cache_.start_batch();
  bool has_moved = false;
  for (const std::uint32_t tree : needed) {
    const auto triangles = cache_.fetch(*stores_[tree]);
    if (!triangles) return triangles.error();
    has_moved |= planted_[tree].triangles != *triangles;
    planted_[tree].triangles = *triangles;
  }
  if (!is_planted_) return plant();
  if (has_moved) trees.upload(planted_);
  return launcher_.status();
}

// There are only roots.
Status TreePool::plant() {
  std::vector<PoolNode> roots;
  for (std::uint32_t i = 0; i < planted_.size(); ++i) roots.push_back(make_root(i, planted_[i].triangle_count));
  is_planted_ = nodes.upload(roots) && trees.upload(planted_);
  node_count_ = roots.size();
  entry_count_ = 0;
  return launcher_.status();
}

Status TreePool::open(const DeviceArray<std::uint64_t>& wanted, std::uint32_t count, bool with_lists) {
  if (!counts_.reserve(count)) return launcher_.status();
  launcher_.launch(CountTriangles{wanted.data(), nodes.data(), counts_.data()}, count);
  std::vector<std::uint32_t> counts(count);
  counts_.download(counts);
  if (const Status status = launcher_.status(); !status) return status;
  for (std::size_t done = 0; done < count;) {
    const auto left = std::span<const std::uint32_t>(counts).subspan(done);
    const auto some = left.first(count_tasks_at_once(left, launcher_));
    if (const Status status = open_some(wanted.data() + done, some, with_lists); !status) return status;
    done += some.size();
  }
  return success();
}

Status TreePool::open_some(const std::uint64_t* opened, std::span<const std::uint32_t> counts, bool with_lists) {
  if (const Status status = batch_.prepare(counts); !status) return status;
  const std::uint32_t count = batch_.task_count();
  launcher_.launch(MakeTasks{opened, nodes.data(), trees.data(), batch_.tasks.data()}, count);
  const auto decide = [&](std::uint32_t tree, std::uint32_t triangle, const Box3& box) {
    return decide_exactly(*stores_[tree], triangle, box);
  };
  if (const Status status = batch_.find_grey(listed_.data(), decide); !status) return status;
  std::uint32_t new_nodes = 0, new_entries = 0;
  if (const Status status = count_nodes(new_nodes); !status) return status;
  if (with_lists) {
    if (const Status status = fill_lists(new_entries); !status) return status;
  }
  if (const Status status = fill_nodes(opened, with_lists, new_nodes); !status) return status;
  node_count_ += new_nodes;
  entry_count_ += new_entries;
  branch_count_ += count;
  made_count_ += count;
  return launcher_.status();
}

// Children of each task before it, and in all.
Status TreePool::count_nodes(std::uint32_t& new_nodes) {
  const std::size_t count = batch_.task_count();
  if (!grey_counts_.reserve(count + 1)) return launcher_.status();
  grey_counts_.clear(count + 1);
  launcher_.launch(CountGrey{batch_.grey.data(), grey_counts_.data()}, count);
  launcher_.sum_up(grey_counts_.data(), count + 1);
  launcher_.download(&new_nodes, grey_counts_.data() + count, sizeof(new_nodes));
  return launcher_.status();
}

Status TreePool::fill_lists(std::uint32_t& new_entries) {
  const std::uint32_t count = batch_.task_count(), triangles = batch_.triangle_count();
  const std::size_t flags = 8 * static_cast<std::size_t>(triangles);
  if (!places_.reserve(flags + 1)) return launcher_.status();
  launcher_.launch(FlagEntries{batch_.starts.data(), count, batch_.reach.data(), batch_.grey.data(), places_.data()},
                   triangles);
  launcher_.clear(places_.data() + flags, sizeof(std::uint32_t));
  launcher_.sum_up(places_.data(), flags + 1);
  launcher_.download(&new_entries, places_.data() + flags, sizeof(new_entries));
  if (!launcher_.is_well()) return launcher_.status();
  const std::size_t entries = entry_count_ + new_entries;
  if (entries > kMostNumbers) launcher_.refuse(entries * sizeof(std::uint32_t));
  if (!listed_.grow(entries, entry_count_)) return launcher_.status();
  launcher_.launch(
      FillEntries{batch_.tasks.data(), batch_.starts.data(), count, batch_.reach.data(), batch_.grey.data(),
                  places_.data(), listed_.data(), static_cast<std::uint32_t>(entry_count_)},
      triangles);
  return launcher_.status();
}

Status TreePool::fill_nodes(const std::uint64_t* opened, bool with_lists, std::uint32_t new_nodes) {
  const std::size_t count = node_count_ + new_nodes;
  if (count > kMostNumbers) launcher_.refuse(count * sizeof(PoolNode));
  if (!nodes.grow(count, node_count_)) return launcher_.status();
  launcher_.launch(FillNodes{opened, batch_.starts.data(), batch_.grey.data(), grey_counts_.data(),
                             with_lists ? places_.data() : nullptr, static_cast<std::uint32_t>(node_count_),
                             static_cast<std::uint32_t>(entry_count_), nodes.data()},
                   batch_.task_count());
  return launcher_.status();
}

}  // namespace abut
