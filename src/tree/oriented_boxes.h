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
  static bool has_box(const SurfaceTree& tree, std::uint32_t node) { return tree.places(node).size() <= kMaxFaces; }

  void resize(std::size_t nodes);
  /// Forgets all boxes; to be called when the tree is about to be updated.
  void start_round();

  /// The box of a node; `spare` takes it if another thread is just making the same.
  const OrientedBox& box(const SurfaceTree& tree, std::uint32_t node, OrientedBox& spare) const;
  /// To be called when the node's box will be asked for soon.
  void prefetch(std::uint32_t node) const { __builtin_prefetch(&entries_[node], 1); }

  std::size_t memory() const { return size_ * sizeof(Entry); }

 private:
  struct alignas(64) Entry {
    OrientedBox box;
    std::atomic<std::uint32_t> state = 0;  // 2 * round: being made, 2 * round + 1: made; else out of date
  };

  std::unique_ptr<Entry[]> entries_;
  std::size_t size_ = 0;
  std::uint32_t round_ = 0;
};

}  // namespace abut
