#include "abut/sphere_tree.h"

#include <algorithm>
#include <bit>

#include "base/assert.h"
#include "tree/cell_split.h"
#include "tree/rigid_hierarchy.h"
#include "tree/surface_bounds.h"

namespace abut {
namespace {

// Bounds of cells with no more triangles are found at once, those of others when their branch is opened so many times:
// they take longer than the branch itself.
constexpr std::size_t kShort = 256;
constexpr std::uint8_t kManyTimes = 3;

}  // namespace

/// The children of a node. White ones are not there: places are counted among the grey.
class SphereTree::Branch final : public MemoryBudget::Block {
 public:
  Branch(Content& content, const Node& parent) : content_(content), parent_(parent) {}
  ~Branch() override = default;

  void drop() override;

  Content& content_;
  Node parent_;
  std::uint8_t grey_ = 0;
  std::array<std::uint32_t, 9> starts_{};  // of each child's triangles
  std::vector<std::uint32_t> triangles_;
  std::vector<PackedBounds> bounds_;  // of grey children
  std::uint8_t unbounded_ = 0;        // bit i: those of child i are not known yet
  std::uint8_t opened_ = 0;           // how often, as long as some are not
  std::array<Branch*, 8> below_{};
  std::array<Patch*, 8> patches_{};
};

/// Boxes around the triangles of a node.
class SphereTree::Patch final : public MemoryBudget::Block {
 public:
  Patch(Content& content, const Node& node) : content_(content), node_(node) {}
  ~Patch() override = default;

  void drop() override;

  Content& content_;
  Node node_;
  RigidTree::Hierarchy hierarchy_;
};

struct SphereTree::Content {
  Content(TriangleStore& store, const OctreeGrid& grid, const SphereTreeSettings& given)
      : store(store), grid(grid), settings(given) {
    if (!settings.memory) settings.memory = &own_memory;
  }
  ~Content() {
    if (top) release(*top);
    if (top_patch) release(*top_patch);
  }

  // Where the pointer to a node's children is.
  Branch*& place_of(const Node& node) { return node.branch ? node.branch->below_[number_of(node)] : top; }
  Patch*& patch_of(const Node& node) { return node.branch ? node.branch->patches_[number_of(node)] : top_patch; }
  static int number_of(const Node& node) {
    return static_cast<int>((node.cell.at[0] & 1) | (node.cell.at[1] & 1) << 1 | (node.cell.at[2] & 1) << 2);
  }
  std::span<const std::uint32_t> triangles(const Node& node) const {
    if (!node.branch) return {};
    const auto& starts = node.branch->starts_;
    const int i = number_of(node);
    return std::span<const std::uint32_t>(node.branch->triangles_).subspan(starts[i], starts[i + 1] - starts[i]);
  }

  std::uint32_t count_triangles(const Node& node) const {
    return node.branch ? static_cast<std::uint32_t>(triangles(node).size()) : store.triangle_count();
  }

  Result<Branch*> make_branch(const Node& node);
  Patch* make_patch(const Node& node);
  bool collect(const Node& node);
  void visit(const Node& node, const std::function<void(const Node&)>& visitor);
  Status fill(Branch& branch);
  bool fill_bounds(Branch& branch, const CellSplit& split);
  void complete_bounds(Branch& branch);
  static PackedBounds& bounds_of(Branch& branch, int child) {
    return branch.bounds_[static_cast<std::size_t>(std::popcount(branch.grey_ & ((1u << child) - 1)))];
  }
  void release(Branch& branch);
  void release(Patch& patch);

  TriangleStore& store;
  OctreeGrid grid;
  SphereTreeSettings settings;
  MemoryBudget own_memory;
  Branch* top = nullptr;
  Patch* top_patch = nullptr;
  CellSplitter splitter;
  // Of the patch that is being made: triangles in the store's frame, and their numbers.
  std::vector<TrianglePoints> collected;
  std::vector<std::uint32_t> numbers;
  std::uint64_t branch_count = 0, made_count = 0;
  std::size_t byte_count = 0;
};

namespace {

// Of boxes around so many triangles at least: those of leaves.
std::size_t count_least_bytes(std::uint32_t triangles) {
  const std::size_t leaves = (triangles + RigidTree::kWidth - 1) / RigidTree::kWidth;
  return leaves * sizeof(RigidTree::Leaf) + triangles * sizeof(std::uint32_t) + sizeof(RigidTree::Node);
}

template <class Branch>
std::size_t count_bytes(const Branch& branch) {
  return sizeof(Branch) + branch.starts_[8] * sizeof(std::uint32_t) + branch.bounds_.capacity() * sizeof(PackedBounds);
}

}  // namespace

void SphereTree::Branch::drop() { content_.release(*this); }
void SphereTree::Patch::drop() { content_.release(*this); }

void SphereTree::Content::release(Branch& branch) {
  for (Branch* below : branch.below_) {
    if (below) release(*below);
  }
  for (Patch* patch : branch.patches_) {
    if (patch) release(*patch);
  }
  place_of(branch.parent_) = nullptr;
  settings.memory->give_back(branch);
  --branch_count;
  byte_count -= count_bytes(branch);
  delete &branch;
}

void SphereTree::Content::release(Patch& patch) {
  patch_of(patch.node_) = nullptr;
  settings.memory->give_back(patch);
  byte_count -= sizeof(Patch) + patch.hierarchy_.memory();
  delete &patch;
}

// Which children are grey, and which triangles they have. The memory is asked for before it is taken.
Status SphereTree::Content::fill(Branch& branch) {
  const OverlapRequest request{&store, &grid, branch.parent_.cell, triangles(branch.parent_)};
  const CellSplit& split = splitter.split(request);
  if (!split.is_read) return store.failure();
  branch.grey_ = split.grey;
  if (settings.overlap) {
    const Status status = settings.overlap->find_grey_children({&request, 1}, {&branch.grey_, 1});
    if (!status) return status;
  }
  const bool is_last = static_cast<int>(branch.parent_.cell.depth) + 1 == settings.depth;
  if (!is_last || settings.keep_leaf_triangles) {
    for (int i = 0; i < 8; ++i)
      branch.starts_[i + 1] =
          branch.starts_[i] + (branch.grey_ >> i & 1 ? static_cast<std::uint32_t>(split.of[i].size()) : 0);
  }
  if (settings.keep_leaf_triangles && !fill_bounds(branch, split)) return store.failure();
  const std::size_t bytes = count_bytes(branch);
  if (!settings.memory->lend(branch, bytes)) return settings.memory->describe_refusal();
  branch.triangles_.reserve(branch.starts_[8]);
  for (int i = 0; i < 8; ++i) {
    if (branch.starts_[i + 1] > branch.starts_[i])
      branch.triangles_.insert(branch.triangles_.end(), split.of[i].begin(), split.of[i].end());
  }
  return success();
}

bool SphereTree::Content::fill_bounds(Branch& branch, const CellSplit& split) {
  branch.bounds_.resize(static_cast<std::size_t>(std::popcount(branch.grey_)));
  for (unsigned left = branch.grey_; left; left &= left - 1) {
    const int i = std::countr_zero(left);
    if (split.of[i].size() > kShort) {
      branch.unbounded_ |= static_cast<std::uint8_t>(1u << i);
    } else if (!pack_bounds(store, grid, branch.parent_.cell.child(i), split.of[i], bounds_of(branch, i))) {
      return false;
    }
  }
  return true;
}

// Those that were left out. The branch is pinned. Where triangles cannot be had now, it stays as it is.
void SphereTree::Content::complete_bounds(Branch& branch) {
  for (unsigned left = std::exchange(branch.unbounded_, 0); left; left &= left - 1) {
    const int i = std::countr_zero(left);
    const Node child{branch.parent_.cell.child(i), &branch};
    PackedBounds bounds;
    if (!pack_bounds(store, grid, child.cell, triangles(child), bounds)) return;
    bounds_of(branch, i) = bounds;
  }
}

Result<SphereTree::Branch*> SphereTree::Content::make_branch(const Node& node) {
  auto branch = std::make_unique<Branch>(*this, node);
  if (const Status status = fill(*branch); !status) return status.error();
  ++branch_count;
  ++made_count;
  byte_count += count_bytes(*branch);
  return place_of(node) = branch.release();
}

bool SphereTree::Content::collect(const Node& node) {
  collected.clear();
  numbers.clear();
  const BoxFrame& frame = store.frame();
  return visit_triangles(store, node.cell, triangles(node),
                         [&](std::uint32_t number, const TrianglePoints& t, const TriangleStore::Bounds&) {
                           const auto place = [&](const Vec3& p) -> Vec3 { return (p - frame.origin) * frame.scale; };
                           collected.push_back({place(t[0]), place(t[1]), place(t[2])});
                           numbers.push_back(number);
                           return true;
                         });
}

// If there is no room for the least that it takes, nothing is made.
SphereTree::Patch* SphereTree::Content::make_patch(const Node& node) {
  auto patch = std::make_unique<Patch>(*this, node);
  MemoryBudget& memory = *settings.memory;
  if (!memory.lend_spare(*patch, sizeof(Patch) + count_least_bytes(count_triangles(node)))) return nullptr;
  const bool is_read = collect(node);
  memory.give_back(*patch);
  if (!is_read) return nullptr;
  patch->hierarchy_ = build_hierarchy(collected);
  for (std::uint32_t& place : patch->hierarchy_.order) place = numbers[place];
  const std::size_t bytes = sizeof(Patch) + patch->hierarchy_.memory();
  if (!memory.lend_spare(*patch, bytes)) return nullptr;
  byte_count += bytes;
  return patch_of(node) = patch.release();
}

void SphereTree::Content::visit(const Node& node, const std::function<void(const Node&)>& visitor) {
  visitor(node);
  Branch* branch = static_cast<int>(node.cell.depth) == settings.depth ? nullptr : place_of(node);
  if (!branch) return;
  for (int i = 0; i < 8; ++i) {
    if (branch->grey_ >> i & 1) visit({node.cell.child(i), branch}, visitor);
  }
}

SphereTree::Opened::Opened(SphereTree& tree, Branch& branch) : tree_(&tree), branch_(&branch) {
  tree.content_->settings.memory->pin(branch);
}

SphereTree::Opened::~Opened() {
  if (branch_) tree_->content_->settings.memory->unpin(*branch_);
}

std::uint8_t SphereTree::Opened::grey() const { return branch_->grey_; }

SphereTree::Node SphereTree::Opened::child(int number) const { return {branch_->parent_.cell.child(number), branch_}; }

SphereTree::Boxed::Boxed(SphereTree& tree, Patch& patch) : tree_(&tree), patch_(&patch) {
  tree.content_->settings.memory->pin(patch);
}

SphereTree::Boxed::~Boxed() {
  if (patch_) tree_->content_->settings.memory->unpin(*patch_);
}

const RigidTree::Hierarchy& SphereTree::Boxed::hierarchy() const { return patch_->hierarchy_; }

Result<SphereTree> SphereTree::make(TriangleStore& triangles, const SphereTreeSettings& settings) {
  if (triangles.triangle_count() == 0) return Error{"there are no triangles to put spheres around"};
  const Result<OctreeGrid> grid = OctreeGrid::make(triangles.box(), settings.depth);
  if (!grid) return grid.error();
  return SphereTree(std::make_unique<Content>(triangles, *grid, settings));
}

SphereTree::SphereTree(std::unique_ptr<Content> content) : content_(std::move(content)) {}
SphereTree::SphereTree(SphereTree&&) noexcept = default;
SphereTree& SphereTree::operator=(SphereTree&&) noexcept = default;
SphereTree::~SphereTree() = default;

Result<SphereTree::Opened> SphereTree::open(const Node& node) {
  ABUT_ASSERT(!is_leaf(node));
  Branch* branch = content_->place_of(node);
  if (!branch) {
    const Result<Branch*> made = content_->make_branch(node);
    if (!made) return made.error();
    branch = *made;
  } else {
    content_->settings.memory->touch(*branch);
  }
  Opened opened(*this, *branch);
  if (branch->unbounded_ && ++branch->opened_ == kManyTimes) content_->complete_bounds(*branch);
  return opened;
}

std::optional<SphereTree::Boxed> SphereTree::box_triangles(const Node& node) {
  Patch* patch = content_->patch_of(node);
  if (!patch) {
    patch = content_->make_patch(node);
    if (!patch) return std::nullopt;
  } else {
    content_->settings.memory->touch(*patch);
  }
  return Boxed(*this, *patch);
}

const OctreeGrid& SphereTree::grid() const { return content_->grid; }
int SphereTree::depth() const { return content_->settings.depth; }
TriangleStore& SphereTree::store() const { return content_->store; }
std::span<const std::uint32_t> SphereTree::triangles(const Node& node) const { return content_->triangles(node); }
std::uint32_t SphereTree::count_triangles(const Node& node) const { return content_->count_triangles(node); }
SurfaceBounds SphereTree::bounds(const Node& node) const {
  if (!node.branch || node.branch->bounds_.empty()) return unpack_bounds(content_->grid, node.cell, {});
  return unpack_bounds(content_->grid, node.cell, Content::bounds_of(*node.branch, Content::number_of(node)));
}
void SphereTree::visit_nodes(const std::function<void(const Node&)>& visit) const { content_->visit({}, visit); }
std::uint64_t SphereTree::branch_count() const { return content_->branch_count; }
std::uint64_t SphereTree::made_count() const { return content_->made_count; }
std::size_t SphereTree::byte_count() const { return content_->byte_count; }

}  // namespace abut
