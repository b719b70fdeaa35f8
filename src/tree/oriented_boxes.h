// Boxes turned to the way a patch lies. Between near layers upright boxes overlap long after the layers have parted;
// boxes along the patches' own normals tell them apart many levels earlier. They are made only where the search comes
// by, and once per update.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>

#include "abut/tree.h"

namespace abut {

/// What lies between three pairs of planes, in the tree's frame. The axes have length 1 and are at right angles, but
/// for rounding; the last is about the patch's mean normal. Of the axes, first the three x are kept, then the three y
/// and the three z, so that all axes are handled at once.
struct OrientedBox {
  std::array<std::array<float, 3>, 3> axes;
  std::array<float, 3> center, half;
};

/// True if the boxes are surely apart; rounding counts for neither.
bool test_apart(const OrientedBox& a, const OrientedBox& b);

/// The oriented boxes of a tree's nodes, grown by its margin. May be asked by several threads at once.
class OrientedBoxes {
 public:
  /// Patches with more faces have none: they are seldom flat.
  static constexpr std::uint32_t kMaxFaces = SurfaceTree::kMaxListedFaces;

  explicit OrientedBoxes(const SurfaceTree& tree);

  /// Forgets all boxes; to be called after the tree was updated.
  void reset();

  /// To be called when the node's box will be asked for soon.
  void prefetch(std::uint32_t node) const { __builtin_prefetch(&entries_[node], 1); }

  bool has_box(std::uint32_t node) const { return tree_.places(node).size() <= kMaxFaces; }
  /// The box of a node; `spare` takes it if another thread is just making the same.
  const OrientedBox& box(std::uint32_t node, OrientedBox& spare);

  std::size_t memory() const { return tree_.nodes().size() * sizeof(Entry); }

 private:
  struct alignas(64) Entry {
    OrientedBox box;
    std::atomic<std::uint32_t> state = 0;  // 2 * round: being made, 2 * round + 1: made; else out of date
  };

  OrientedBox make(std::uint32_t node) const;

  const SurfaceTree& tree_;
  std::unique_ptr<Entry[]> entries_;
  std::uint32_t round_ = 0;
  float reach_ = 0;  // the largest coordinate in the frame
};

}  // namespace abut
