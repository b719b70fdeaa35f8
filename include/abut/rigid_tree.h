// Room 3, tree, another face: the triangles of a body that never changes its shape, in boxes turned the way the surface
// lies. Made once, in the body's own frame; wherever the body goes, the tree goes with it for free.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/convex.h"
#include "abut/math.h"
#include "abut/shape.h"
#include "abut/tree.h"

namespace abut {

/// A hierarchy whose nodes hold up to eight boxes each, so laid out that a processor compares all eight with another
/// box at once. Numbers are floats in the tree's frame, in which the body lies around the origin, no coordinate
/// beyond 1.
///
/// Boxes hold their triangles for certain: a box is { center + y0 axis0 + y1 axis1 + y2 axis2, |y_i| <= half_i } with
/// its floats as they stand, though the axes are at right angles only up to rounding.
class RigidTree {
 public:
  static constexpr std::uint32_t kWidth = 8;  ///< boxes of a node, and the most triangles of a leaf

  using Lanes = std::array<float, kWidth>;
  struct alignas(32) Boxes {
    std::array<Lanes, 3> center, half;
    std::array<std::array<Lanes, 3>, 3> axes;  ///< axes[i][k]: coordinate k of axis i
  };
  /// What is in a box: another node, or a leaf.
  class Child {
   public:
    Child() = default;
    Child(std::uint32_t index, bool is_leaf) : value_(index << 1 | static_cast<std::uint32_t>(is_leaf)) {}
    bool is_leaf() const { return value_ & 1; }
    std::uint32_t index() const { return value_ >> 1; }

   private:
    std::uint32_t value_ = 0;
  };
  /// Lanes beyond the count repeat the first.
  struct Node {
    Boxes boxes;
    std::array<Child, kWidth> children;
    std::uint32_t count = 0;
  };
  /// Triangles that stand side by side in the tree, as the nearest floats; lanes beyond the count repeat the first.
  struct alignas(32) Leaf {
    std::array<std::array<Lanes, 3>, 3> corners;  ///< corners[i][k]: coordinate k of corner i
    std::uint32_t first = 0, count = 0;           ///< places of its triangles
  };
  /// Nodes and leaves by themselves, of a body or of a part of it. The first node has one box: that of everything.
  struct Hierarchy {
    std::vector<Node> nodes;
    std::vector<Leaf> leaves;
    std::vector<std::uint32_t> order;  ///< of the triangles it was made of: which one is at each place

    std::size_t memory() const {
      return nodes.capacity() * sizeof(Node) + leaves.capacity() * sizeof(Leaf) + order.capacity() * sizeof(order[0]);
    }
  };

  /// Takes copies. Faces name positions; these are finite and within kMaxCoordinate. Triangles may have no area and
  /// need not hang together. Cost: n log n.
  RigidTree(std::span<const Vec3> positions, std::span<const std::array<VertexId, 3>> faces);

  bool is_empty() const { return corners_.empty(); }
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(corners_.size()); }
  /// The first node has one box: that of everything. There is none in an empty tree.
  std::span<const Node> nodes() const { return hierarchy_.nodes; }
  std::span<const Leaf> leaves() const { return hierarchy_.leaves; }
  const Hierarchy& hierarchy() const { return hierarchy_; }

  /// Triangles are numbered by their places in the tree; each has the number of its face.
  std::uint32_t face(std::uint32_t place) const { return hierarchy_.order[place]; }
  const std::array<VertexId, 3>& corners(std::uint32_t place) const { return corners_[place]; }
  TrianglePoints triangle(std::uint32_t place) const {
    const auto& [a, b, c] = corners_[place];
    return {positions_[a], positions_[b], positions_[c]};
  }
  std::span<const Vec3> positions() const { return positions_; }

  const BoxFrame& frame() const { return frame_; }
  /// No point is farther from the frame's origin, in the body's own unit.
  double reach() const { return reach_; }
  /// Bytes held.
  std::size_t memory() const;

 private:
  std::vector<Vec3> positions_;
  std::vector<std::array<VertexId, 3>> corners_;
  Hierarchy hierarchy_;
  BoxFrame frame_;
  double reach_ = 0;
};

/// A mesh that keeps its shape: its tree, and how its triangles hang together. What is in it and what is not is told by
/// how polygons turn: counter-clockwise seen from outside. Closed surfaces have an inside, open ones only a side.
class RigidMesh {
 public:
  /// Of points at the same place one is made. The mesh must satisfy check_polygon_mesh.
  explicit RigidMesh(const PolygonMesh& mesh);
  explicit RigidMesh(const Convex& solid);

  const Surface& surface() const { return surface_; }
  std::span<const Vec3> positions() const { return tree_.positions(); }
  /// Its faces are those of the surface.
  const RigidTree& tree() const { return tree_; }
  /// Outwards, of length 1; zero for faces without area.
  const Vec3& normal(FaceId f) const { return normals_[f]; }
  /// All within this of the triangles belongs to the body; above 0 only for what was made from such a solid.
  double radius() const { return radius_; }

 private:
  RigidMesh(const PolygonMesh& mesh, double radius);

  Surface surface_;
  RigidTree tree_;
  std::vector<Vec3> normals_;
  double radius_ = 0;
};

}  // namespace abut
