// Room 3, tree: bounding volumes and hierarchies over boxes. Trees know nothing of bodies or scenes.
#pragma once

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "abut/base.h"
#include "abut/math.h"
#include "abut/shape.h"

namespace abut {

/// Where floats count from, and in which unit. Floats have 24 bits: boxes of things far from the origin, or in very
/// small or large units, stay tight only in a frame of their own. Boxes may be compared only within one frame.
struct BoxFrame {
  Vec3 origin = Vec3::Zero();
  double scale = 1;           ///< a power of two
  Vec3 drift = Vec3::Zero();  ///< how far the frame moves while what is in it is swept
};

/// A frame in which the box lies around the origin and has about the size 1.
BoxFrame make_box_frame(const Box3& box);

/// An axis-aligned box of floats, half the size of one of doubles. Closed, so touching boxes overlap. Made by steps
/// that keep order (shift, scale, round outwards), so boxes of things that meet always overlap.
struct FloatBox {
  std::array<float, 3> lower, upper;
};

FloatBox make_float_box(std::span<const Vec3> points, const BoxFrame& frame = {});

inline bool test_overlap(const FloatBox& a, const FloatBox& b) {
  return a.lower[0] <= b.upper[0] && b.lower[0] <= a.upper[0] && a.lower[1] <= b.upper[1] && b.lower[1] <= a.upper[1] &&
         a.lower[2] <= b.upper[2] && b.lower[2] <= a.upper[2];
}

/// A binary tree over boxes, cut by the surface area heuristic. The same tree at any thread count.
class Bvh {
 public:
  static constexpr std::uint32_t kLeafSize = 4;

  struct Item {
    FloatBox box;
    std::uint32_t index;  ///< position in the list the tree was made from
  };
  struct Node {
    FloatBox box;
    std::uint32_t first;  ///< leaf: first item; else the first of two children that lie side by side
    std::uint32_t count;  ///< leaf: number of items; else 0
    bool is_leaf() const { return count > 0; }
  };

  /// Cost: n log n. An empty list gives an empty tree.
  explicit Bvh(std::span<const FloatBox> boxes, const RunSettings& run = {});

  bool is_empty() const { return nodes_.empty(); }
  const Node& node(std::uint32_t i) const { return nodes_[i]; }
  std::span<const Node> nodes() const { return nodes_; }
  std::span<const Item> items(const Node& leaf) const { return std::span(items_).subspan(leaf.first, leaf.count); }

 private:
  std::vector<Item> items_;
  std::vector<Node> nodes_;
};

/// Two nodes whose items are to be paired; a == b within one tree means all pairs below that node.
struct NodePair {
  std::uint32_t a = 0, b = 0;
};

// ---------------------------------------------------------------------------------------------------------------
// Surfaces

/// How a SurfaceTree groups the faces.
enum class Grouping : std::uint8_t {
  cuts,          ///< short cuts from above down to about a thousand faces, round groups inside: the default
  shape_factor,  ///< groups of three from below by sqrt(area) / perimeter, as Volino and Thalmann did in 1994
};

struct SurfaceTreeSettings {
  Grouping grouping = Grouping::cuts;
  std::uint32_t leaf_size = 8;  ///< the most faces a leaf may have
};

/// A hierarchy over the faces of a surface that follows how they hang together: every node is a patch of the surface.
/// Made once for a surface, updated in one pass whenever vertices have moved.
///
/// Besides a box, a node knows the directions all its faces look to, and its rim: what it takes to prove that the patch
/// does not meet itself without looking inside (docs/self_collision.md).
class SurfaceTree {
 public:
  static constexpr std::uint32_t kMaxLeafSize = 64;

  /// Eight numbers that a processor handles at once. The upper corner of the box is kept with its sign changed: then
  /// joining boxes takes a single minimum.
  struct alignas(32) Node {
    std::array<float, 3> lower;
    std::uint32_t directions;  ///< a bit for each direction (src/tree/directions.h) all faces look to
    std::array<float, 3> minus_upper;
    std::uint32_t first_child : 30;   ///< children lie side by side
    std::uint32_t more_children : 2;  ///< besides the first two
    FloatBox box() const { return {lower, {-minus_upper[0], -minus_upper[1], -minus_upper[2]}}; }
    bool is_leaf() const { return first_child == 0; }
    std::uint32_t end_child() const { return is_leaf() ? 0 : first_child + 2 + more_children; }
  };
  /// Faces are numbered by their place in the tree; each node has a run of places.
  struct Places {
    std::uint32_t begin = 0, end = 0;
    std::uint32_t size() const { return end - begin; }
    bool contains(std::uint32_t place) const { return place - begin < end - begin; }
  };

  /// Groups the faces as they lie at these positions, and updates. Faces that name a vertex twice stay outside. The
  /// same tree at any thread count. Cost: n log n.
  SurfaceTree(const Surface& surface, std::span<const Vec3> positions, const SurfaceTreeSettings& settings = {},
              const RunSettings& run = {});
  SurfaceTree(SurfaceTree&&) noexcept;
  SurfaceTree& operator=(SurfaceTree&&) noexcept;
  ~SurfaceTree();

  /// Fits boxes and directions to new positions, which must stay until the next update; the patches stay as they are.
  /// Boxes may be compared with those of other trees only if these have the same frame. Any frame is right; one far too
  /// large or too small makes boxes loose. Below patches of about a thousand faces, nodes are fitted only where they
  /// were asked for since the last update (see refine).
  ///
  /// With a margin, for searches after what is near: boxes of faces no farther apart than the margin overlap, and
  /// directions are only those along which every face stays more than the margin high.
  void update(std::span<const Vec3> positions, const BoxFrame& frame, const RunSettings& run = {}, double margin = 0);

  /// The same for vertices that all go straight and evenly from start to end: boxes hold the whole way, as seen from
  /// the frame, which may move along, and directions are those that faces look to all the time.
  void sweep(std::span<const Vec3> start, std::span<const Vec3> end, const BoxFrame& frame, const RunSettings& run = {},
             double margin = 0);

  /// To be called before the children or points of a node are looked at: fits them if that has not been done. Several
  /// threads may call it at once.
  void refine(std::uint32_t node) const {
    if (node < block_of_.size() && block_of_[node] != kNoBlock) refine_block(block_of_[node]);
  }

  bool is_empty() const { return nodes_.empty(); }
  std::span<const Node> nodes() const { return nodes_; }  ///< the root is the first; empty if there are no faces
  const Node& node(std::uint32_t i) const { return nodes_[i]; }
  Places places(std::uint32_t node) const { return contents_[node].places; }
  FaceId face(std::uint32_t place) const { return faces_[place]; }
  std::array<VertexId, 3> corners(std::uint32_t place) const {
    const auto& p = point_corners_[place];
    return {point_vertices_[p[0]], point_vertices_[p[1]], point_vertices_[p[2]]};
  }

  /// A vertex as the tree sees it: in its frame, rounded to floats; the last number means nothing. Points are up to
  /// date in nodes that have been refined. Where patches of about a thousand faces meet, each has points of its own.
  using Point = std::array<float, 4>;
  const Point& point(std::uint32_t number) const { return points_[number]; }
  /// About the mean of a patch's normals, by area, of any length. Where there are points, too.
  const Point& normal(std::uint32_t node) const { return normals_[node]; }
  /// Where a point of a swept tree goes.
  const Point& end_point(std::uint32_t number) const { return end_points_[number]; }
  /// Numbers of a face's points.
  const std::array<std::uint32_t, 3>& point_corners(std::uint32_t place) const { return point_corners_[place]; }
  /// The points of a node's faces, each once: a run of them, and the numbers of others. For nodes of up to
  /// kMaxListedFaces faces.
  std::span<const Point> own_points(std::uint32_t node) const {
    return std::span(points_).subspan(contents_[node].own_points.begin, contents_[node].own_points.size());
  }
  std::span<const Point> own_end_points(std::uint32_t node) const {
    return std::span(end_points_).subspan(contents_[node].own_points.begin, contents_[node].own_points.size());
  }
  std::span<const std::uint32_t> other_points(std::uint32_t node) const {
    return std::span(other_points_).subspan(contents_[node].other_points.begin, contents_[node].other_points.size());
  }
  static constexpr std::uint32_t kMaxListedFaces = 512;
  const BoxFrame& frame() const { return frame_; }
  double margin() const { return margin_; }
  /// Positions it was last fitted to; end positions only if it was swept.
  std::span<const Vec3> positions() const { return positions_; }
  std::span<const Vec3> end_positions() const { return end_positions_; }
  bool is_swept() const { return !end_positions_.empty(); }
  /// Half the margin in the frame, a little more for rounding: by so much every box has grown.
  float growth() const { return growth_; }
  const class Rims& rims() const { return *rims_; }
  /// Boxes turned to the way patches lie.
  const class OrientedBoxes& oriented_boxes() const { return *oriented_boxes_; }

  /// Bytes held, and what they are spent on.
  struct Memory {
    std::size_t nodes = 0, faces = 0, rims = 0, oriented_boxes = 0;
    std::size_t total() const { return nodes + faces + rims + oriented_boxes; }
  };
  Memory memory() const;

 private:
  // A subtree of about a thousand faces: small enough that its vertices fit the nearest cache while it is updated.
  struct Block {
    std::uint32_t root = 0;
    std::uint32_t first_point = 0, end_point = 0;  // in points_
    std::uint32_t first_leaf = 0, end_leaf = 0;    // in leaves_
    std::uint32_t first_inner = 0, end_inner = 0;  // in inner_
  };
  // What a node consists of.
  struct Content {
    Places places;
    Places own_points;    // in points_: those its faces are the first of its block to use
    Places other_points;  // in other_points_: those that faces before it use, too
  };
  using Float8 = float __attribute__((vector_size(32)));

  void lay_out(const Surface& surface, struct Hierarchy& hierarchy, const RunSettings& run);
  void add_block(const Surface& surface, std::span<const std::uint32_t> nodes, std::vector<std::uint32_t>& numbers);
  void number_points(const Surface& surface, std::span<const std::uint32_t> nodes, std::vector<std::uint32_t>& numbers);
  void add_block_corners(const Block& block);
  // How far a block's nodes have been fitted since the last update.
  enum class Fit : std::uint8_t { root, working, all, all_and_used };
  static constexpr std::uint32_t kNoBlock = ~0u;
  struct FitTask {
    bool root, inner_nodes;  // what is to be fitted
  };

  void refine_block(std::uint32_t block) const;
  void fit_block(std::uint32_t block, FitTask task) const;
  void fit(const BoxFrame& frame, const RunSettings& run, double margin);
  template <std::uint32_t kLeafSize, bool kHasMargin>
  void fit_leaves(const Block& block, FitTask task) const;
  void fit_moving_leaves(const Block& block, FitTask task) const;
  float fetch_points(const Block& block, std::span<const Vec3> positions, const BoxFrame& frame, Float8* points) const;
  static bool test_points_stored(const Block& block, FitTask task);
  static void store_points(const Block& block, const Float8* from, std::vector<Point>& to);
  void join_children(std::uint32_t node) const;
  void add_normals(std::uint32_t node) const;

  mutable std::vector<Node> nodes_;  // those below blocks are fitted while others are looked at
  mutable std::vector<Point> normals_;
  std::vector<Content> contents_;
  std::vector<FaceId> faces_;
  std::vector<std::array<std::uint32_t, 3>> point_corners_;

  std::vector<Block> blocks_;
  // Of each block, in the order in which its faces come to use them; those of ends only if there have been any.
  mutable std::vector<Point> points_, end_points_;
  std::vector<VertexId> point_vertices_;
  std::vector<std::uint32_t> other_points_;  // numbers of points
  // Corners of each leaf's faces, numbered within the block's points; the last face is repeated up to the leaf size.
  std::vector<std::array<std::uint16_t, 3>> block_corners_;
  std::vector<std::uint32_t> leaves_, inner_;  // nodes of each block; of inner ones, children first
  std::vector<std::uint32_t> top_;             // nodes above the blocks, children first
  std::vector<std::uint32_t> block_of_;        // of the first nodes: the block they are the root of, or kNoBlock
  std::unique_ptr<std::atomic<Fit>[]> fits_;   // of each block
  std::span<const Vec3> positions_, end_positions_;
  std::size_t vertex_count_ = 0;
  std::uint32_t leaf_size_ = 0;
  BoxFrame frame_;
  double margin_ = 0;
  float growth_ = 0;
  std::unique_ptr<class Rims> rims_;
  std::unique_ptr<class OrientedBoxes> oriented_boxes_;
};

}  // namespace abut
