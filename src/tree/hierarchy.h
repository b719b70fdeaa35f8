// The shape of a SurfaceTree: which faces form a patch, which patches form a larger one. Decided once per surface.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "abut/shape.h"
#include "abut/tree.h"

namespace abut {

/// Nodes with their children; nodes[0] is the root, children lie side by side and after their parent.
struct Hierarchy {
  struct Node {
    SurfaceTree::Places places;  ///< run in `faces`
    std::uint32_t first_child = 0, child_count = 0;
    bool is_leaf() const { return child_count == 0; }
  };
  std::vector<FaceId> faces;
  std::vector<Node> nodes;
};

/// The faces of a surface as a graph: neighbours across edges, and what a patch's shape is judged by.
class FaceGraph {
 public:
  FaceGraph(const Surface& surface, std::span<const Vec3> positions, int threads);

  static constexpr std::uint32_t kNone = ~0u;
  std::size_t size() const { return centers_.size(); }
  const Eigen::Vector3f& center(FaceId f) const { return centers_[f]; }
  /// The face across each side, or kNone at the surface's end and where more than two faces meet.
  const std::array<std::uint32_t, 3>& neighbors(FaceId f) const { return neighbors_[f]; }
  Vec3 normal(FaceId f) const;  ///< twice the face's area long
  float area(FaceId f) const { return static_cast<float>(0.5 * normal(f).norm()); }
  float side_length(FaceId f, int side) const;

 private:
  const Surface& surface_;
  std::span<const Vec3> positions_;
  BoxFrame frame_;  // in which centers, areas and lengths are given
  std::vector<Eigen::Vector3f> centers_;
  std::vector<std::array<std::uint32_t, 3>> neighbors_;
};

/// Halves the faces again and again by the shorter of two cuts, until no piece has more than `piece_size`. Reorders
/// `faces`; the nodes that are left to be built are the leaves of the result.
std::vector<Hierarchy::Node> cut_faces(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t piece_size,
                                       int threads);

/// Joins faces to groups of up to `group_size`, these to larger ones and so on, best shapes first. Reorders `faces`;
/// groups of up to `leaf_size` faces are leaves. Places count from the start of `faces`.
std::vector<Hierarchy::Node> group_faces(const FaceGraph& graph, std::span<FaceId> faces, std::uint32_t group_size,
                                         std::uint32_t leaf_size);

/// All faces of the surface but those that name a vertex twice.
Hierarchy make_hierarchy(const Surface& surface, std::span<const Vec3> positions, const SurfaceTreeSettings& settings,
                         int threads);

}  // namespace abut
