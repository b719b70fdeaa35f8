// Room 3, tree: spheres around the surface of a body, in an octree that grows only where something asks for it.
#pragma once

#include <array>
#include <compare>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/memory.h"
#include "abut/rigid_tree.h"
#include "abut/tree.h"

namespace abut {

struct Sphere {
  Vec3 center = Vec3::Zero();
  double radius = 0;
};

// ---------------------------------------------------------------------------------------------------------------
// Cells

/// A cell of an octree: the root's box, cut into 2^depth parts along each axis, and which of them this is.
struct OctreeCell {
  std::array<std::uint32_t, 3> at = {0, 0, 0};
  std::uint32_t depth = 0;

  /// Child 0 to 7 lies in the upper half along axis k if bit k of its number is set.
  OctreeCell child(int number) const {
    OctreeCell cell{at, depth + 1};
    for (int k = 0; k < 3; ++k) cell.at[k] = 2 * at[k] + (number >> k & 1);
    return cell;
  }
  friend auto operator<=>(const OctreeCell&, const OctreeCell&) = default;
};

/// Where cells are. Cells that lie side by side have faces of exactly the same numbers, so nothing is between them.
class OctreeGrid {
 public:
  static constexpr int kMaxDepth = 24;

  /// Around a box; one without thickness gets a little of it. The error says that the cells of this depth would be too
  /// small for their coordinates, or beyond kMaxDepth.
  static Result<OctreeGrid> make(const Box3& box, int depth);

  const Box3& box() const { return box_; }
  Box3 box(const OctreeCell& cell) const {
    return {face(cell.at, cell.depth), face({cell.at[0] + 1, cell.at[1] + 1, cell.at[2] + 1}, cell.depth)};
  }
  /// Holds the cell, and the spheres of the cell's children, however numbers are rounded.
  Sphere sphere(const OctreeCell& cell) const { return {center(cell), radius(cell.depth)}; }
  Vec3 center(const OctreeCell& cell) const {
    return face({2 * cell.at[0] + 1, 2 * cell.at[1] + 1, 2 * cell.at[2] + 1}, cell.depth + 1);
  }
  double radius(std::uint32_t depth) const { return radii_[depth]; }
  /// Of a cell, along each axis.
  Vec3 half(std::uint32_t depth) const { return size_ * (0.5 / static_cast<double>(1u << depth)); }

 private:
  explicit OctreeGrid(const Box3& box);
  Vec3 face(const std::array<std::uint32_t, 3>& at, std::uint32_t depth) const {
    const double part = 1.0 / static_cast<double>(1u << depth);
    Vec3 face;
    for (int k = 0; k < 3; ++k) {
      face[k] = at[k] == 1u << depth ? box_.upper[k] : box_.lower[k] + size_[k] * (part * at[k]);
    }
    return face;
  }

  Box3 box_;
  Vec3 size_;
  std::array<double, kMaxDepth + 1> radii_;
};

/// True if the triangle, which may be a segment or a point, and the closed box have a point in common. Exact.
bool test_triangle_box(const TrianglePoints& triangle, const Box3& box);

// ---------------------------------------------------------------------------------------------------------------
// Triangles

/// Triangles by their corners, in an order of their own if one is given.
struct TriangleList {
  std::span<const Vec3> positions;
  std::span<const std::array<VertexId, 3>> faces;
  std::span<const std::uint32_t> order = {};  ///< numbers of all faces; empty: as they are

  std::uint32_t size() const { return static_cast<std::uint32_t>(faces.size()); }
  std::uint32_t source(std::uint32_t number) const { return order.empty() ? number : order[number]; }
  TrianglePoints triangle(std::uint32_t number) const {
    const auto& face = faces[source(number)];
    return {positions[face[0]], positions[face[1]], positions[face[2]]};
  }
};

Box3 make_box(const TriangleList& list);

/// An order in which triangles that are near each other mostly stand near each other.
std::vector<std::uint32_t> sort_in_space(std::span<const Vec3> positions,
                                         std::span<const std::array<VertexId, 3>> faces);

/// The triangles of a body, in pages, so that they need not all be in memory. Nothing is asked of how they hang
/// together: a soup will do.
class TriangleStore {
 public:
  static constexpr std::uint32_t kPageSize = 256;

  /// Eight numbers that a processor handles at once: in the store's frame, rounded outwards; the last of four is 0.
  struct alignas(32) Bounds {
    std::array<float, 4> lower, minus_upper;
  };
  struct Page {
    std::vector<TrianglePoints> triangles;
    std::vector<Bounds> bounds;
    std::vector<std::uint32_t> sources;  ///< what their numbers were before they were sorted
  };

  virtual ~TriangleStore() = default;

  /// Not that of any store with other triangles, even if one took the other's place in memory.
  std::uint64_t id() const { return id_; }
  std::uint32_t triangle_count() const { return triangle_count_; }
  std::uint32_t page_count() const { return (triangle_count_ + kPageSize - 1) / kPageSize; }
  const Box3& box() const { return box_; }
  const BoxFrame& frame() const { return frame_; }

  /// Triangles from number * kPageSize on. Valid until this store is asked for another page, or memory is lent by the
  /// budget that this one lives on. nullptr if it cannot be had; failure() says why.
  virtual const Page* page(std::uint32_t number) = 0;
  virtual Error failure() const { return {}; }

 protected:
  TriangleStore() = default;
  /// To be called before the first page is asked for.
  void set_extent(const TriangleList& list);
  Page make_page(const TriangleList& list, std::uint32_t number) const;

 private:
  std::uint64_t id_ = 0;
  std::uint32_t triangle_count_ = 0;
  Box3 box_;
  BoxFrame frame_;
};

/// All of them in memory, as copies.
class MemoryTriangles final : public TriangleStore {
 public:
  explicit MemoryTriangles(const TriangleList& list);
  const Page* page(std::uint32_t number) override { return &pages_[number]; }

 private:
  std::vector<Page> pages_;
};

// ---------------------------------------------------------------------------------------------------------------
// The overlap test

/// A cell whose children are in question.
struct OverlapRequest {
  TriangleStore* triangles = nullptr;
  const OctreeGrid* grid = nullptr;
  OctreeCell cell;
  std::span<const std::uint32_t> candidates;  ///< no other triangle reaches into the cell; empty at the root: all may
};

/// Says which children of cells the surface reaches into: those are grey. May say so of a child that it does not reach
/// into, never the other way round.
class OverlapTest {
 public:
  virtual ~OverlapTest() = default;

  /// For each request eight bits: bit i is set if child i is grey. Requests may be of many bodies.
  virtual Status find_grey_children(std::span<const OverlapRequest> requests, std::span<std::uint8_t> grey) = 0;
  /// How many tests were made so far, each of one child and, where the surface is looked at from several sides, from
  /// one of them.
  virtual std::uint64_t query_count() const = 0;
  /// The surface comes within so much of every child that is grey, in widths of the child along each axis. 0: it
  /// reaches into it.
  virtual double excess() const { return 0; }
};

// ---------------------------------------------------------------------------------------------------------------
// The tree

struct SphereTreeSettings {
  int depth = 5;
  bool keep_leaf_triangles = true;  ///< know which triangles reach into cells of the full depth: exact answers need it
  OverlapTest* overlap = nullptr;   ///< nullptr: on the processor, exactly
  MemoryBudget* memory = nullptr;   ///< what branches are lent from; nullptr: unlimited, and counted nowhere
};

/// Where the surface is in a cell: within a box, and between two planes across the direction that it faces on the
/// whole.
struct SurfaceBounds {
  Vec3 center = Vec3::Zero(), half = Vec3::Zero();
  Vec3 facing = Vec3::Zero();    ///< zero: no planes are known
  double middle = 0, reach = 0;  ///< |facing . p - middle| <= reach
};

/// An octree over the surface of a body: cells that it reaches into, each with the sphere around it. There is only the
/// root at first; branches come into being where they are opened, and go again when memory is short or after a time
/// without use. Which cells there are depends on nothing but the surface.
class SphereTree {
 public:
  class Branch;
  class Patch;
  /// A grey cell.
  struct Node {
    OctreeCell cell;
    Branch* branch = nullptr;  ///< that it belongs to; none: it is the root

    Sphere sphere(const OctreeGrid& grid) const { return grid.sphere(cell); }
  };

  /// The children of a node. They stay as long as this lives.
  class Opened {
   public:
    Opened(Opened&& other) noexcept : tree_(other.tree_), branch_(std::exchange(other.branch_, nullptr)) {}
    Opened& operator=(Opened&&) = delete;
    ~Opened();

    std::uint8_t grey() const;  ///< bit i: child i is grey
    Node child(int number) const;

   private:
    friend class SphereTree;
    Opened(SphereTree& tree, Branch& branch);
    SphereTree* tree_;
    Branch* branch_;
  };

  /// The triangles of a node in boxes turned the way they lie. They stay as long as this lives.
  class Boxed {
   public:
    Boxed(Boxed&& other) noexcept : tree_(other.tree_), patch_(std::exchange(other.patch_, nullptr)) {}
    Boxed& operator=(Boxed&&) = delete;
    ~Boxed();

    /// In the store's frame; its order has the triangles' numbers.
    const RigidTree::Hierarchy& hierarchy() const;

   private:
    friend class SphereTree;
    Boxed(SphereTree& tree, Patch& patch);
    SphereTree* tree_;
    Patch* patch_;
  };

  /// The store must outlive the tree. The error says what is wrong: no triangles, too deep, or too little memory.
  static Result<SphereTree> make(TriangleStore& triangles, const SphereTreeSettings& settings = {});
  SphereTree(SphereTree&&) noexcept;
  SphereTree& operator=(SphereTree&&) noexcept;
  ~SphereTree();

  const OctreeGrid& grid() const;
  int depth() const;
  TriangleStore& store() const;

  Node root() const { return {}; }
  bool is_leaf(const Node& node) const { return static_cast<int>(node.cell.depth) == depth(); }

  /// Makes the children of a node that is no leaf, if they are not there. The branch it belongs to must be open. The
  /// error says that there is too little memory, or that triangles could not be read.
  Result<Opened> open(const Node& node);
  /// The triangles that may reach into a node, ascending; those that do are among them. The branch it belongs to must
  /// be open. Empty at the root: all.
  std::span<const std::uint32_t> triangles(const Node& node) const;

  std::uint32_t count_triangles(const Node& node) const;
  /// Makes boxes around the triangles of a node, if they are not there; the branch it belongs to must be open. They are a
  /// help that can be done without: none if no memory is left over, or triangles cannot be read.
  std::optional<Boxed> box_triangles(const Node& node);

  /// Where the surface is in a node, up to rounding; the branch it belongs to must be open. The whole cell, as long as
  /// nothing better is known: where many triangles reach into it, or if leaves do not keep their triangles.
  SurfaceBounds bounds(const Node& node) const;

  /// Calls visit for all nodes that are there now, parents first.
  void visit_nodes(const std::function<void(const Node&)>& visit) const;

  std::uint64_t branch_count() const;  ///< there now
  std::uint64_t made_count() const;    ///< branches made so far, again and again if they had to go
  std::size_t byte_count() const;      ///< what all branches and boxes take now

 private:
  struct Content;
  explicit SphereTree(std::unique_ptr<Content> content);
  std::unique_ptr<Content> content_;
};

}  // namespace abut
