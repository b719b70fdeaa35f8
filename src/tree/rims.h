// The rims of the patches of a SurfaceTree: the edges beyond which the patch ends, joined to loops. Fixed once per
// surface, since it depends only on how faces hang together.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/shape.h"
#include "tree/hierarchy.h"

namespace abut {

/// The rim of one patch. Edge i runs from vertices[i] to the next vertex of its loop, with the patch to its left;
/// beyond it lies the face at place beyond[i], or nothing (kNoFace): then the surface ends there, or more than two
/// faces meet, or the two faces disagree about which side is up.
struct Rim {
  static constexpr std::uint32_t kNoFace = ~0u;
  std::span<const VertexId> vertices;
  std::span<const std::uint32_t> beyond;
  std::span<const std::uint32_t> loop_ends;  ///< counted from the patch's first edge
  /// Places of the faces outside the patch that touch one of its adjacency vertices: those where the rim's neighbour
  /// (the largest patch that lies beyond and does not contain this one) changes.
  std::span<const std::uint32_t> touching;
};

class Rims {
 public:
  /// Smaller patches have no rim: proving something about them costs more than looking inside.
  static constexpr std::uint32_t kMinFaces = 16;

  Rims() = default;
  /// `hierarchy` in its final order. Nodes are given in sections that may be worked on at the same time: no node of a
  /// section has a child in another one, except those of the last section, which comes after all others. Within a
  /// section, children come after parents.
  Rims(const Surface& surface, const Hierarchy& hierarchy, std::span<const std::vector<std::uint32_t>> sections,
       int threads);

  bool has_rim(std::uint32_t node) const { return number_[node] != kNone; }
  Rim rim(std::uint32_t node) const;

  std::size_t patch_count() const { return items_.empty() ? 0 : items_.size() - 1; }
  std::size_t edge_count() const { return vertices_.size(); }
  std::size_t adjacency_vertex_count() const { return adjacency_vertex_count_; }
  std::size_t memory() const;

 private:
  static constexpr std::uint32_t kNone = ~0u;
  struct Item {
    std::uint32_t first_edge = 0, first_loop = 0, first_touching = 0;
  };
  std::vector<std::uint32_t> number_;  // of a node's item
  std::vector<Item> items_;            // and one more, where all ends
  std::vector<VertexId> vertices_;
  std::vector<std::uint32_t> beyond_, loop_ends_, touching_;
  std::size_t adjacency_vertex_count_ = 0;
};

}  // namespace abut
