// Boxes turned to the way a patch lies. Between near layers upright boxes overlap long after the layers have parted;
// boxes along the patches' own normals tell them apart many levels earlier. They are made only where the search comes
// by, and once per update.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/tree.h"

namespace abut {

/// What lies between three pairs of planes, in the tree's frame. The axes have length 1 and are at right angles, but
/// for rounding; the last is the patch's mean normal.
struct OrientedBox {
  std::array<float, 3> center, half;
  std::array<std::array<float, 3>, 3> axes;
};

/// True if the boxes are surely apart; rounding counts for neither.
bool test_apart(const OrientedBox& a, const OrientedBox& b);

/// The oriented boxes of a tree's nodes, grown by its margin. May be asked by several threads at once.
class OrientedBoxes {
 public:
  /// Patches with more faces have none: they are seldom flat.
  static constexpr std::uint32_t kMaxFaces = SurfaceTree::kMaxListedFaces;

  explicit OrientedBoxes(const SurfaceTree& tree);

  /// Forgets all boxes; to be called after the tree was updated to these positions, which must stay.
  void reset(std::span<const Vec3> positions);

  bool has_box(std::uint32_t node) const { return tree_.places(node).size() <= kMaxFaces; }
  /// The box of a node; `spare` takes it if another thread is just making the same.
  const OrientedBox& box(std::uint32_t node, OrientedBox& spare);

  std::size_t memory() const { return boxes_.size() * (sizeof(OrientedBox) + sizeof(std::uint32_t)); }

 private:
  OrientedBox make(std::uint32_t node) const;

  const SurfaceTree& tree_;
  std::span<const Vec3> positions_;
  std::vector<OrientedBox> boxes_;
  std::unique_ptr<std::atomic<std::uint32_t>[]>
      states_;  // 2 * round: being made, 2 * round + 1: made; else out of date
  std::uint32_t round_ = 0;
  float reach_ = 0;  // the largest coordinate in the frame
};

}  // namespace abut
